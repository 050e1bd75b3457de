import { packageOf, shortName } from '../../src/profile/text/names';
import { element } from '../controls/dom';

/** A function's name without the folders of its package and without type arguments: `srv.(*T[…]).Do`. */
export function briefName(name: string): string {
  return shortName(withoutTypeArguments(name));
}

/** A function's name without package and type arguments: `(*T[…]).Do`. */
export function symbolName(name: string): string {
  const brief = briefName(name);
  return packageOf(name) === '' ? brief : brief.slice(brief.indexOf('.') + 1);
}

/** A file's path from the module on for files in the module cache, else its folder and name: `…/http/server.go`. */
export function shortPath(file: string): string {
  const path = file.replaceAll('\\', '/');
  const cached = path.lastIndexOf('/pkg/mod/');
  if (cached >= 0) return path.slice(cached + '/pkg/mod/'.length);
  const parts = path.split('/');
  return parts.length <= 2 ? path : `…/${parts.slice(-2).join('/')}`;
}

/** Splits a name after the folders of its package, which CSS cuts off first. Slashes in type arguments do not count. */
export function nameParts(name: string): { readonly folders: string; readonly rest: string } {
  const bracket = name.search(/[[(<{ ]/);
  const end = name.lastIndexOf('/', bracket < 0 ? name.length : bracket) + 1;
  return { folders: name.slice(0, end), rest: name.slice(end) };
}

/** The two parts of a name as elements; see `nameParts`. */
export function nameElements(name: string): readonly HTMLElement[] {
  const { folders, rest } = nameParts(name);
  const made = element('span', { class: 'own-name' }, rest);
  return folders === '' ? [made] : [element('span', { class: 'folders' }, folders), made];
}

/** Type arguments become `…`: `T[go.shape.int]` is `T[…]`. */
export function withoutTypeArguments(name: string): string {
  let depth = 0;
  let out = '';
  for (const character of name) {
    if (character === ']') depth = Math.max(0, depth - 1);
    if (depth === 0) out += character === '[' ? '[…' : character;
    if (character === '[') depth++;
  }
  return out;
}
