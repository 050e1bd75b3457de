/**
 * Go symbol names: `example.com/a/b.(*T).M.func1`, `slices.SortFunc[...]`, `gopkg.in/yaml%2ev3.Unmarshal` (symbols
 * escape the dots in the last path element), and C++ names with `::`.
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
