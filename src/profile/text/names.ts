/**
 * Go symbol names as people read them: `example.com/a/b.(*T).M.func1`, `slices.SortFunc[...]`,
 * `gopkg.in/yaml%2ev3.Unmarshal` (dots of the last path element are escaped in symbols), C++ names with `::` as well.
 */

/** Type arguments and anything else in brackets may hold slashes and dots of other packages. */
function pathEnd(name: string): number {
  const bracket = name.search(/[[(<{ ]/);
  return name.lastIndexOf('/', bracket < 0 ? name.length : bracket) + 1;
}

function unescaped(name: string): string {
  return name.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

/** Where the package's name ends and the symbol's begins; -1 where the name has no package. */
function packageEnd(name: string): number {
  const separator = name.slice(pathEnd(name)).search(/\.|::/);
  return separator <= 0 ? -1 : pathEnd(name) + separator;
}

/** Functions that the compiler makes for a type bear the type's name: `type:.eq.example.com/a.T`. */
function withoutTypePrefix(name: string): string {
  return name.replace(/^type:\.(eq|hash)\./, '');
}

/** The import path of a function's package, `""` where the name tells none (`memcpy`, `[libc.so.6]`). */
export function packageOf(functionName: string): string {
  const name = withoutTypePrefix(functionName);
  const end = packageEnd(name);
  const path = end < 0 ? '' : name.slice(0, end);
  return /^[[(<]/.test(path) ? '' : unescaped(path);
}

/**
 * The name without the folders of its import path: `b.(*T).M.func1`. A module's major version is no package name:
 * `example.com/a/v2.F` → `a.F` (from v2 on, as in pprof: `k8s.io/api/core/v1` is a package called v1).
 */
export function shortName(functionName: string): string {
  const end = packageEnd(functionName);
  if (end < 0) return unescaped(functionName.slice(pathEnd(functionName)));
  const folders = functionName.slice(0, pathEnd(functionName));
  const element = functionName.slice(pathEnd(functionName), end);
  const version = /^v([2-9]|[1-9]\d+)$/.test(element) ? /([^/]+)\/$/.exec(folders) : null;
  return unescaped((version === null ? element : version[1]) + functionName.slice(end));
}

/**
 * What to write where there is less and less room, longest first, never empty:
 * `example.com/a/b.(*T).M.func1`, `b.(*T).M.func1`, `(*T).M.func1`, `M.func1`, `func1`.
 * As pprof's flame graph does (google/pprof internal/report, shortNameList), but never cut within brackets.
 */
export function shortLabels(functionName: string): readonly string[] {
  const labels = [unescaped(functionName)];
  const short = shortName(functionName);
  for (const label of [short, ...suffixes(short)]) {
    if (label.length < labels.at(-1)!.length) labels.push(label);
  }
  return labels;
}

/** Suffixes that start after a `.` or `::` outside of brackets. */
function suffixes(name: string): string[] {
  const found: string[] = [];
  let depth = 0;
  for (let i = 0; i < name.length - 1; i++) {
    const char = name[i];
    if ('([{<'.includes(char)) depth++;
    else if (')]}>'.includes(char)) depth--;
    else if (depth === 0 && separatorEnds(name, i)) found.push(name.slice(i + 1));
  }
  return found;
}

function separatorEnds(name: string, i: number): boolean {
  if (name[i] === '.') return name[i + 1] !== '.';
  return name[i] === ':' && name[i - 1] === ':';
}

/** Whether a symbol is the function, or a literal in it: `p.BenchmarkX`, `p.BenchmarkX.func1.2`. */
export function functionNamed(symbol: string, name: string): boolean {
  const at = symbol.lastIndexOf('/') + 1;
  const [, own, ...literals] = symbol.slice(at).split('.');
  return own === name && literals.every((literal) => /^(func|gowrap)?\d+$/.test(literal));
}

export function basename(file: string): string {
  return file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
}
