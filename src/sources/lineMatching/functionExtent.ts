/** The lines of a function according to a profile; 1-based. */
export interface FunctionLines {
  /** 0 if unknown. */
  readonly startLine: number;
  /** The first line with a sample. */
  readonly firstLine: number;
  /** The last line with a sample. */
  readonly lastLine: number;
}

export interface LineExtent {
  readonly start: number;
  readonly end: number;
}

type Lines = (line: number) => string | undefined;

/**
 * The lines of the top-level declaration that contains the samples: from `func` to the closing brace, 1-based,
 * inclusive. `lines` returns undefined past the end of the file.
 *
 * Relies on gofmt instead of counting braces: a declaration starts in column 0 and ends with the first `}` in column 0,
 * outside of raw strings and comments. In other text (templates named by a //line directive, unformatted code) the
 * result still covers the samples.
 */
export function functionExtent(lines: Lines, { startLine, firstLine, lastLine }: FunctionLines): LineExtent {
  const start = startOf(lines, startLine, firstLine);
  return { start, end: Math.max(endOf(lines, start, lastLine), lastLine) };
}

/** The line of `func`, or the first line with a sample if the start line is unknown or below it. */
export function firstKnownLine({ startLine, firstLine }: Pick<FunctionLines, 'startLine' | 'firstLine'>): number {
  return startLine > 0 ? Math.min(startLine, firstLine) : firstLine;
}

function startOf(lines: Lines, startLine: number, firstLine: number): number {
  const sampled = firstKnownLine({ startLine, firstLine });
  for (let line = sampled; line > 0; line--) {
    const text = lines(line) ?? '';
    if (/^func\b/.test(text)) return line;
    // A closure may be the value of a package variable.
    if (/^(var|const|type)\b/.test(text)) return line;
    // The lines above this brace belong to another declaration.
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

/** Tracks raw strings and comments across lines, so that their text is not read as code. */
export class Scanner {
  private inside: '' | '`' | '*/' = '';

  get isCode(): boolean {
    return this.inside === '';
  }

  /** Whether the next line begins in a raw string. */
  get isInString(): boolean {
    return this.inside === '`';
  }

  /** Reads a line whose code is not needed. Most lines change no state, which is quick to check. */
  pass(text: string): void {
    if (this.inside === '' ? /`|\/\*/.test(text) : text.includes(this.inside)) this.read(text);
  }

  /** Reads a line and returns its code without comments, strings and runes. */
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

/** The lines of a function in a text; 1-based. */
export interface FunctionAt {
  /** `Parse`, `Reader.Read`. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** As in profiles, without the package: `Parse`, `(*Reader).Read`. */
  readonly symbol: string;
}

/** The functions and methods that a text declares at the start of a line, as gofmt writes them, ascending. */
export function declaredFunctions(lines: readonly string[]): FunctionAt[] {
  const found: FunctionAt[] = [];
  lines.forEach((line, at) => {
    if (!line.startsWith('func')) return;
    const [, star, receiver, name] = /^func\s+(?:\(\s*(?:\w+\s+)?(\*?)\s*(\w+)[^)]*\)\s*)?(\w+)/.exec(line) ?? [];
    if (name === undefined || name === '_') return;
    const place = { startLine: at + 1, firstLine: at + 1, lastLine: at + 1 };
    const { end } = functionExtent((number) => lines[number - 1], place);
    const ofType = (type: string) => (receiver === undefined ? name : `${type}.${name}`);
    const symbol = ofType(star === '*' ? `(*${receiver})` : receiver);
    found.push({ name: ofType(receiver), symbol, start: at + 1, end });
  });
  return found;
}
