/**
 * Shortens Go symbol names: `example.com/a/b.(*T).M.func1`, `slices.SortFunc[...]`, `gopkg.in/yaml%2ev3.Unmarshal`
 * (symbols escape the dots in the last path element), and C++ names with `::`.
 */

/** Where the last path element begins. Ignores slashes in brackets: type arguments contain other packages' paths. */
function pathEnd(name: string): number {
  const bracket = name.search(/[[(<{ ]/);
  return name.lastIndexOf('/', bracket < 0 ? name.length : bracket) + 1;
}

function unescaped(name: string): string {
  return name.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

/** The index of the `.` or `::` after the package name; -1 if the name has no package. */
function packageEnd(name: string): number {
  const separator = name.slice(pathEnd(name)).search(/\.|::/);
  return separator <= 0 ? -1 : pathEnd(name) + separator;
}

/** Functions that the compiler generates for a type are named after the type: `type:.eq.example.com/a.T`. */
function withoutTypePrefix(name: string): string {
  return name.replace(/^type:\.(eq|hash)\./, '');
}

/** The import path of a function's package; `""` if the name contains none (`memcpy`, `[libc.so.6]`). */
export function packageOf(functionName: string): string {
  const name = withoutTypePrefix(functionName);
  const end = packageEnd(name);
  const path = end < 0 ? '' : name.slice(0, end);
  return /^[[(<]/.test(path) ? '' : unescaped(path);
}

const ANONYMOUS = /^\(anonymous namespace\)::/;
const MAJOR_VERSION = /^([^\n]*?)\/v(?:[2-9]|[1-9][0-9]+)([./][^\n]*)$/;
const SHORT_NAMES = [
  /** Go: without the folders of the import path. */
  /^(?:[\w\-.]+\/)+([^.]+\.[^\n]+)/,
  /** Java: without package and parameters. */
  /^(?:[a-z]\w*\.)*([A-Z][\w$]*\.(?:<init>|[a-z][\w$]*(?:\$\d+)?))(?:\(|$)/,
  /** C++: without the namespaces. */
  /^(?:[_a-zA-Z]\w*::)+(_*[A-Z]\w*::~?[_a-zA-Z]\w*(?:<[^\n]*>)?)/,
];

/**
 * A function's name without the folders of its import path, shortened as in pprof's graphs: `b.(*T).M.func1`;
 * `example.com/a/v2.F` → `a.F`. Source: google/pprof internal/graph, ShortenFunctionName.
 */
export function shortName(functionName: string): string {
  const plain = functionName.replace(ANONYMOUS, '').replace(MAJOR_VERSION, '$1$2');
  for (const pattern of SHORT_NAMES) {
    const short = pattern.exec(plain)?.[1];
    if (short !== undefined) return short;
  }
  return plain;
}

/**
 * Labels of a function for frames of different widths, each shorter than the one before; never empty:
 * `b.(*T).M.func1`, `(*T).M.func1`, `M.func1`, `func1`.
 * Like pprof's flame graph (google/pprof internal/report, shortNameList), but never cut within brackets.
 */
export function shortLabels(functionName: string): readonly string[] {
  const short = shortName(functionName);
  return [short, ...suffixes(short)];
}

/** Suffixes that begin after a `.` or `::` outside of brackets. */
function suffixes(name: string): string[] {
  const labels: string[] = [];
  let depth = 0;
  for (let i = 0; i < name.length - 1; i++) {
    const char = name[i];
    if ('([{<'.includes(char)) depth++;
    else if (')]}>'.includes(char)) depth--;
    else if (depth === 0 && separatorEnds(name, i)) labels.push(name.slice(i + 1));
  }
  return labels;
}

function separatorEnds(name: string, i: number): boolean {
  if (name[i] === '.') return name[i + 1] !== '.';
  return name[i] === ':' && name[i - 1] === ':';
}

/**
 * Whether a symbol is the function or a function literal in it: `p.bench`, `p.bench.func1.2`. If the compiler inlined
 * the function, a literal is named after the caller too: `p.BenchmarkX.bench.func1`.
 * @param name without type arguments; for a method, with its receiver: `(*suite).bench`
 */
export function functionNamed(symbol: string, name: string): boolean {
  const local = symbol.slice(symbol.lastIndexOf('/') + 1).replaceAll('[...]', '');
  const from = local.indexOf('.') + 1;
  if (from === 0) return false;
  if (local.startsWith(name, from) && isLiteralPath(local.slice(from + name.length))) return true;
  const inlined = local.lastIndexOf(`.${name}.`);
  return inlined > from && isLiteralPath(local.slice(inlined + 1 + name.length));
}

/** Whether what follows a function's name is the path of a literal in it (`.func1.2`), or empty. */
function isLiteralPath(rest: string): boolean {
  const literals = rest.split('.');
  return literals[0] === '' && literals.slice(1).every((literal) => /^(func|gowrap)?\d+$/.test(literal));
}

/** The last element of a path with slashes or backslashes. */
export function basename(file: string): string {
  return file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
}
