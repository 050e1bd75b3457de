import type { AskedView } from '../../src/protocol/questions';

/** The fields of a view apart from width and search. */
const PLACE = [
  'from', 'callers', 'collapseRecursion', 'hideTestingFrames', 'foldWrappers', 'root', 'restFrom',
] as const satisfies readonly (keyof AskedView)[];

/** Whether at most width and search differ, so that the older window can be drawn until the newer one arrives. */
export function samePlace(a: AskedView, b: AskedView): boolean {
  return PLACE.every((part) => a[part] === b[part]);
}

export function sameView(a: AskedView, b: AskedView): boolean {
  return samePlace(a, b) && a.width === b.width && a.search === b.search;
}
