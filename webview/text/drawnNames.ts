import { packageOf } from '../../src/profile/text/functionNames';
import { shortName } from '../../src/profile/text/shortNames';

/** A function's short name without type arguments: `srv.(*T[…]).Do`. */
export function briefName(name: string): string {
  return shortName(withoutTypeArguments(name));
}

/** A function's name without package and type arguments: `(*T[…]).Do`. */
export function symbolName(name: string): string {
  const { rest } = nameParts(withoutTypeArguments(name));
  return packageOf(name) === '' ? rest : rest.slice(rest.indexOf('.') + 1);
}

/**
 * The name of a node as the tabs draw it: the function's short name, with the address before it and the position after
 * it if the granularity adds them: `00000000004a1b20 a.org/b.F main.go:12` → `00000000004a1b20 b.F main.go:12`.
 */
export function displayName(name: string): string {
  const [address = ''] = /^[0-9a-f]{16} /.exec(name) ?? [];
  return address + shortName(name.slice(address.length));
}

/** The drawn names of a list; names that would look the same are not shortened. */
export function distinctNames(names: readonly string[]): readonly string[] {
  const short = names.map(displayName);
  return short.map((name, index) => (short.indexOf(name) === short.lastIndexOf(name) ? name : names[index]));
}

/** The path below the module cache; for other files, the folder and the name: `…/http/server.go`. */
export function shortPath(file: string): string {
  const path = file.replaceAll('\\', '/');
  const moduleStart = path.lastIndexOf('/pkg/mod/');
  if (moduleStart >= 0) return path.slice(moduleStart + '/pkg/mod/'.length);
  const parts = path.split('/');
  const isShort = parts.length <= (path.startsWith('/') ? 3 : 2);
  return isShort ? path : `…/${parts.slice(-2).join('/')}`;
}

/** Splits a name or a path after its last folder. Ignores slashes in type arguments. */
export function nameParts(name: string): { readonly folders: string; readonly rest: string } {
  const bracket = name.search(/[[(<{ ]/);
  const end = name.lastIndexOf('/', bracket < 0 ? name.length : bracket) + 1;
  return { folders: name.slice(0, end), rest: name.slice(end) };
}

/** The characters of a name, where `[]` is one: of a slice, or of `operator[]` in C++, which has no type arguments. */
const charactersOf = (name: string): readonly string[] => name.match(/\[\]|[^]/gu) ?? [];

/** Parts that are in turns outside and inside of outer brackets: `T[go.shape.int].F` → `T[`, `go.shape.int`, `].F`. */
export function splitTypeArguments(name: string): readonly string[] {
  const parts = [''];
  let depth = 0;
  for (const character of charactersOf(name)) {
    const isOuter = depth === (character === ']' ? 1 : 0);
    if (character === ']' && isOuter) parts.push('');
    parts[parts.length - 1] += character;
    if (character === '[' && isOuter) parts.push('');
    if (character === '[') depth++;
    else if (character === ']') depth = Math.max(0, depth - 1);
  }
  return parts;
}

/** Replaces type arguments: `T[go.shape.int]` → `T[…]`. */
export function withoutTypeArguments(name: string): string {
  let depth = 0;
  let result = '';
  for (const character of charactersOf(name)) {
    if (character === ']') depth = Math.max(0, depth - 1);
    if (depth === 0) result += character === '[' ? '[…' : character;
    if (character === '[') depth++;
  }
  return result;
}
