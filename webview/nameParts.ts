import { element } from './controls/dom';

/** A name cut where its folders end: they go first where there is no room. Type arguments may have slashes, too. */
export function nameParts(name: string): { readonly folders: string; readonly rest: string } {
  const bracket = name.search(/[[(<{ ]/);
  const end = name.lastIndexOf('/', bracket < 0 ? name.length : bracket) + 1;
  return { folders: name.slice(0, end), rest: name.slice(end) };
}

/** A name in its two parts. */
export function nameElements(name: string): readonly HTMLElement[] {
  const { folders, rest } = nameParts(name);
  const made = element('span', { class: 'own-name' }, rest);
  return folders === '' ? [made] : [element('span', { class: 'folders' }, folders), made];
}
