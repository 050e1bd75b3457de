/** What a profile knows of a function's place; 1-based lines. */
export interface FunctionLines {
  /** 0 where the profile does not say. */
  readonly startLine: number;
  /** First and last line with a sample. */
  readonly firstLine: number;
  readonly lastLine: number;
}

export interface LineExtent {
  readonly start: number;
  readonly end: number;
}

type Lines = (line: number) => string | undefined;

/**
 * Where the top-level declaration stands that the samples are in: from `func` to its closing brace, 1-based, both
 * included. `lines` answers undefined outside of the file.
 *
 * Rests on gofmt's form instead of counting braces: a declaration starts in column 0 and the first `}` in column 0 ends
 * it, raw strings and comments aside. In other text (templates behind a //line directive, code that is not formatted)
 * the answer still covers the samples.
 */
export function functionExtent(lines: Lines, { startLine, firstLine, lastLine }: FunctionLines): LineExtent {
  const start = startOf(lines, startLine, firstLine);
  return { start, end: Math.max(endOf(lines, start, lastLine), lastLine) };
}

function startOf(lines: Lines, startLine: number, firstLine: number): number {
  const sampled = startLine > 0 ? Math.min(startLine, firstLine) : firstLine;
  for (let line = sampled; line > 0; line--) {
    const text = lines(line) ?? '';
    if (/^func\b/.test(text)) return line;
    // A closure may be a package variable's value; what stands above the brace is another declaration.
    if (/^(var|const|type)\b/.test(text)) return line;
    if (/^\}/.test(text) && line < sampled) break;
  }
  return sampled;
}

function endOf(lines: Lines, start: number, lastLine: number): number {
  const scanner = new Scanner();
  const closing = /^(var|const|type)\b/.test(lines(start) ?? '') ? /^[})]/ : /^\}/;
  for (let line = start; ; line++) {
    const text = lines(line);
    if (text === undefined) return line - 1;
    const inCode = scanner.isCode;
    if (inCode && line > start && line > lastLine && /^func\b/.test(text)) return lastLine;
    const isOneLine = line === start && scanner.read(text).endsWith('}');
    if (line > start) scanner.pass(text);
    if (line < lastLine || !scanner.isCode) continue;
    if (isOneLine || (line > start && inCode && closing.test(text))) return line;
  }
}

/** Follows raw strings and comments from line to line, so that their text is not taken for code. */
class Scanner {
  private inside: '' | '`' | '*/' = '';

  get isCode(): boolean {
    return this.inside === '';
  }

  /** Takes in a line whose code is not asked for; most lines leave things as they are, which is quickly seen. */
  pass(text: string): void {
    if (this.inside === '' ? /`|\/\*/.test(text) : text.includes(this.inside)) this.read(text);
  }

  /** Takes in a line and answers its code: without comments, with strings left empty. */
  read(text: string): string {
    let code = '';
    let at = 0;
    while (at < text.length) {
      if (this.inside !== '') {
        const end = text.indexOf(this.inside, at);
        if (end < 0) return code.trimEnd();
        at = end + this.inside.length;
        this.inside = '';
        continue;
      }
      const token = /"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|\/\/.*|\/\*|`|[^"'`/]+|\//sy;
      token.lastIndex = at;
      const [piece] = token.exec(text) ?? [text[at]];
      at += piece.length;
      if (piece === '`') this.inside = '`';
      else if (piece === '/*') this.inside = '*/';
      else if (!/^("|'|\/\/)/.test(piece)) code += piece;
    }
    return code.trimEnd();
  }
}
