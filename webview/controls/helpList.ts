import { element } from './dom';

/** Rows of a help list: keys and their actions, or parts of the picture and their meanings. */
export type HelpRows = readonly (readonly [term: string | HTMLElement, meaning: string])[];

export function helpList(rows: HelpRows): HTMLElement {
  const list = element('dl', { class: 'help' });
  for (const [term, meaning] of rows) {
    list.append(element('dt', {}, typeof term === 'string' ? platformKeys(term) : term), element('dd', {}, meaning));
  }
  return list;
}

/** The keys as this machine's keyboard names them: `Ctrl+C` is `⌘C` on a Mac. */
export function platformKeys(keys: string): string {
  const isMac = navigator.userAgent.includes('Mac');
  return isMac ? keys.replaceAll('Ctrl+', '⌘').replaceAll('Alt+', '⌥') : keys;
}
