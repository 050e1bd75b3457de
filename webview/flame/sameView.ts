import type { AskedView } from '../../src/protocol/questions';

/** What a window shows, whatever its width and search. */
const PLACE = [
  'from', 'callers', 'collapseRecursion', 'hideHarness', 'foldWrappers', 'root', 'restFrom',
] as const satisfies readonly (keyof AskedView)[];

/** True where only the width or the search differ: the older window is worth drawing while the newer one is made. */
export function samePlace(a: AskedView, b: AskedView): boolean {
  return PLACE.every((part) => a[part] === b[part]);
}

export function sameView(a: AskedView, b: AskedView): boolean {
  return samePlace(a, b) && a.width === b.width && a.search === b.search;
}
