import type { FlameRequest } from '../../src/pages/protocol/profilePage';

/** The fields of a view apart from width and search. */
const PLACE_FIELDS = [
  'from', 'callers', 'collapseRecursion', 'hideTestingFrames', 'foldWrappers', 'root', 'restFrom',
] as const satisfies readonly (keyof FlameRequest)[];

/** Whether at most width and search differ, so that the older window can be drawn until the newer one arrives. */
export function isSamePlace(a: FlameRequest, b: FlameRequest): boolean {
  return PLACE_FIELDS.every((field) => a[field] === b[field]);
}

export function isSameView(a: FlameRequest, b: FlameRequest): boolean {
  return isSamePlace(a, b) && a.width === b.width && a.search === b.search;
}

/** Whether both views show the same frame, or the callers and callees of the same function. */
export function isSameZoom(a: FlameRequest, b: FlameRequest): boolean {
  return (['from', 'callers', 'root', 'restFrom'] as const).every((field) => a[field] === b[field]);
}
