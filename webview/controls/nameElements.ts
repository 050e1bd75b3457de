import { displayName, nameParts, splitTypeArguments } from '../text/drawnNames';
import { element } from './dom';

/**
 * The drawn name as elements. If there is too little room, CSS cuts off the folders and type arguments first, because
 * the methods of one generic type differ after them.
 */
export function nameElements(name: string): readonly HTMLElement[] {
  return fullNameElements(displayName(name));
}

/** The same for a name that is not shortened otherwise. */
export function fullNameElements(name: string): readonly HTMLElement[] {
  const { folders, rest } = nameParts(name);
  const symbol = splitTypeArguments(rest).map((part, index) =>
    element('span', { class: index % 2 === 0 ? 'own-name' : 'type-arguments' }, part));
  return folders === '' ? symbol : [element('span', { class: 'folders' }, folders), ...symbol];
}
