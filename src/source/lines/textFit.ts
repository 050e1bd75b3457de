/** What a profile says of a function's place in a file; 1-based lines. */
export interface PlacedFunction {
  readonly name: string;
  /** 0 where the profile does not say. */
  readonly startLine: number;
  /** The last line with a sample. */
  readonly lastLine: number;
}

/** Whether a text is the one that a program was built from, as far as a profile of it can tell. */
export type TextFit = 'fits' | 'off' | 'unknown';

/**
 * Compares where functions start by the profile with where the text declares them:
 *
 *     work.Sum    start_line 7    line 7: `func Sum(`      fits
 *                                 line 7: `}`              off: two lines more stand above it by now
 *
 * One function that stands elsewhere is enough: lines may be off. So is a sample past the end where no start is known;
 * where one is, the compiler may have put an inlined line there (Go 1.26 does with an empty loop over b.Loop).
 * @param lines of the text
 */
export function textFit(file: string, lines: readonly string[], functions: readonly PlacedFunction[]): TextFit {
  // Functions of other files (`//line parser.y:7`) have their places elsewhere.
  if (!file.endsWith('.go')) return 'unknown';
  const text = new DeclaringText(lines);
  let fit: TextFit = 'unknown';
  for (const { name, startLine, lastLine } of functions) {
    if (startLine <= 0 && lastLine > lines.length) return 'off';
    if (startLine <= 0) continue;
    const stands = text.declares(name, startLine);
    if (stands === false) return 'off';
    if (stands) fit = 'fits';
  }
  return fit;
}

class DeclaringText {
  private linked: Map<string, string> | undefined;

  constructor(private readonly lines: readonly string[]) {}

  /** undefined: the name does not tell. */
  declares(name: string, line: number): boolean | undefined {
    const text = this.lines[line - 1] ?? '';
    const plain = withoutTypeArguments(name);
    const { kind, name: declared } = kindOf(plain);
    if (kind === 'other') return undefined;
    // Go 1.18 to 1.21 named what `go` and `defer` call like function literals.
    if (kind === 'literal') return /\b(?:func|go|defer)\b/.test(text);
    if (isDeclarationOf(text, declared)) return true;
    const local = this.linkedNames().get(plain);
    return local !== undefined && isDeclarationOf(text, local);
  }

  /** Names that `//go:linkname` gives to functions, as those stand in the text. */
  private linkedNames(): Map<string, string> {
    if (this.linked) return this.linked;
    this.linked = new Map();
    for (const line of this.lines) {
      const [directive, local, remote] = line.startsWith('//go:linkname ') ? line.split(/\s+/) : [];
      if (directive && local && remote) this.linked.set(remote, local);
    }
    return this.linked;
  }
}

interface Kind {
  readonly kind: 'function' | 'literal' | 'other';
  /** As it is declared. */
  readonly name: string;
}

/** What of the source `example.com/m/pkg.(*T).Method.func1.2` is. */
function kindOf(name: string): Kind {
  const parts = name.slice(name.lastIndexOf('/') + 1).split('.').slice(1);
  const last = parts.at(-1) ?? '';
  // Made by the compiler: wrappers, initializers, bodies of loops over functions, what types need.
  const isMade = /[:·]|^type\.|-fm$|-range\d+$/.test(name) || /^(?:(?:go|defer)wrap\d+|_?cgo.*|_C.*|abi0)$/.test(last);
  const isInitializer = parts.join('.') === 'init' || parts[0] === 'map';
  if (last === '' || isMade || isInitializer) return { kind: 'other', name: last };
  return { kind: /^(?:func)?\d+$/.test(last) ? 'literal' : 'function', name: last };
}

/** `pkg.(*List[go.shape.int]).Push` → `pkg.(*List).Push` */
function withoutTypeArguments(name: string): string {
  if (!name.includes('[')) return name;
  let depth = 0;
  let plain = '';
  for (const character of name) {
    if (character === '[') depth++;
    else if (character === ']') depth--;
    else if (depth === 0) plain += character;
  }
  return plain;
}

/** `func Name(`, `func (t *T) Name[K any](` */
function isDeclarationOf(text: string, name: string): boolean {
  if (!/^\s*func\b/.test(text)) return false;
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + name.length)) {
    const before = text[at - 1] ?? '';
    const after = text.slice(at + name.length).trimStart()[0] ?? '';
    if (/[\s)]/.test(before) && (after === '(' || after === '[')) return true;
  }
  return false;
}
