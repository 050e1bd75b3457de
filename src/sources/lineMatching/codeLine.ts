/** A line of code, in parts that can be compared. */
export interface CodeLine {
  /** Names, numbers, strings and operators. */
  readonly tokens: readonly string[];
  /** What the line calls: `.Write` for a method or a function of this package, `os.Open` for one of another package. */
  readonly calls: readonly string[];
  /** Weight of all tokens. */
  readonly weight: number;
}

/** Words are the content of a line; brackets and operators are in most lines. */
const OPERATOR_WEIGHT = 0.25;
/** A line with more tokens, such as a table of data, is compared as a whole. */
const MAX_TOKENS = 500;

const TOKEN = /[\p{L}_][\p{L}\p{N}_]*|\p{N}[\p{L}\p{N}_.]*|"(?:[^"\\]|\\.)*"?|`[^`]*`?|'(?:[^'\\]|\\.)*'?|\/\/.*|[-+*/%&|^<>=!:]+|\S/gu;

/** Words before `(` that call nothing. Conversions between numbers cost nothing. */
const NO_CALLS = new Set([
  ...['if', 'for', 'switch', 'select', 'case', 'return', 'func', 'go', 'defer', 'range', 'interface', 'struct', 'map'],
  ...['chan', 'var', 'const', 'type', 'import', 'len', 'cap', 'bool', 'uintptr', 'float32', 'float64', 'int', 'uint'],
  ...['8', '16', '32', '64'].flatMap((bits) => [`int${bits}`, `uint${bits}`]),
  ...['byte', 'rune'],
]);

/** @param packages the names of the imported packages; without them, `os.Open` is read as a method of `os` */
export function codeLine(text: string, packages: ReadonlySet<string> = new Set()): CodeLine {
  const tokens = (text.match(TOKEN) ?? []).filter((token) => !token.startsWith('//'));
  if (tokens.length > MAX_TOKENS) return { tokens: [], calls: [], weight: 0 };
  const calls = tokens.flatMap((token, at) => (token === '(' ? callAt(tokens, at, packages) : []));
  return { tokens, calls, weight: tokens.reduce((sum, token) => sum + weightOf(token), 0) };
}

export function weightOf(token: string): number {
  return isWord(token) || /^["'`\p{N}]/u.test(token) ? 1 : OPERATOR_WEIGHT;
}

export function isWord(token: string): boolean {
  return /^[\p{L}_]/u.test(token);
}

/** What the bracket at `open` calls: nothing, or one function. */
function callAt(tokens: readonly string[], open: number, packages: ReadonlySet<string>): string[] {
  const name = tokens[open - 1] ?? '';
  if (name === ']') return bracketCall(tokens, open, packages);
  if (!isWord(name)) return [];
  const previous = tokens[open - 2];
  if (previous === ']') return [`[]${name}`];
  if (NO_CALLS.has(name) || isDeclared(tokens, open - 1)) return [];
  return [nameOfCall(tokens, open - 1, packages)];
}

/** A call of a function with type arguments, such as `Map[int](`, or of an element, such as `handlers[i](`. */
function bracketCall(tokens: readonly string[], open: number, packages: ReadonlySet<string>): string[] {
  let depth = 0;
  for (let at = open - 1; at >= 0; at--) {
    if (tokens[at] === ']') depth++;
    if (tokens[at] === '[') depth--;
    if (depth > 0) continue;
    const isNamed = at > 0 && isWord(tokens[at - 1]) && !isDeclared(tokens, at - 1);
    return isNamed ? [nameOfCall(tokens, at - 1, packages)] : [];
  }
  return [];
}

/** `os.Open` for a function of an imported package, `.Write` for a method or a function of this package. */
function nameOfCall(tokens: readonly string[], at: number, packages: ReadonlySet<string>): string {
  const isQualified = tokens[at - 1] === '.' && packages.has(tokens[at - 2] ?? '') && tokens[at - 3] !== '.';
  return `${isQualified ? tokens[at - 2] : ''}.${tokens[at]}`;
}

/** Whether the name is the one that a line beginning with `func` declares. */
function isDeclared(tokens: readonly string[], at: number): boolean {
  if (tokens[0] !== 'func') return false;
  return at === 1 || (tokens[1] === '(' && tokens.indexOf(')') === at - 1);
}

/** The names under which a Go file uses the packages that it imports. */
export function packagesIn(lines: readonly string[]): Set<string> {
  const names = new Set<string>();
  let isInBlock = false;
  for (const line of lines) {
    if (/^(func|type|var|const)\b/.test(line)) break;
    if (/^import\s*\(/.test(line)) isInBlock = true;
    else if (isInBlock && line.startsWith(')')) isInBlock = false;
    if (!line.includes('"')) continue;
    const [, alias, path] = /^(?:import\s+)?\s*([\w.]+\s+)?"([^"]+)"/.exec(line) ?? [];
    if (path !== undefined && (isInBlock || line.startsWith('import'))) names.add(alias?.trim() ?? packageName(path));
  }
  return names;
}

/** `math/rand/v2` → `rand`, `gopkg.in/yaml.v3` → `yaml`, `github.com/x/go-y` → `y`: the usual names. */
function packageName(path: string): string {
  const parts = path.split('/').filter((part, at) => at === 0 || !/^v\d+$/.test(part));
  return parts.at(-1)!.replace(/\.v\d+$/, '').replace(/^go-|[-.]go$/g, '');
}
