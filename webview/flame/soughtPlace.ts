import type { FlameWindow } from '../../src/profile/answers/flame';
import { isRest, nameOf, pathTo } from './flameFrames';
import type { Place } from './flamePlaces';

/** A place in the flame graph by names, for a profile whose frames have other ids. Paths start with row 0. */
export interface SoughtPlace {
  readonly zoomed: readonly string[];
  /** See Place. */
  readonly restFrom: number;
  /** Empty if no row is focused. */
  readonly focused: readonly string[];
}

/** @param window the last one that was drawn; if the user has zoomed since, the zoomed frame is in it, too */
export function soughtPlace(
  window: FlameWindow,
  { root, restFrom }: Pick<Place, 'root' | 'restFrom'>,
  focused: number | undefined,
): SoughtPlace {
  const row = window.id.indexOf(root);
  const zoomed = pathNames(window, row < 0 ? window.zoomed : row);
  return { zoomed, restFrom, focused: focused === undefined ? [] : pathNames(window, focused) };
}

/** Names of the frames down to a row. Windows of very deep stacks omit some outer frames. */
function pathNames(window: FlameWindow, row: number): readonly string[] {
  return pathTo(window, row).filter((frame) => !isRest(window, frame)).map((frame) => nameOf(window, frame));
}

/** Whether a path of names leads to a row. */
export function isAt(window: FlameWindow, row: number, names: readonly string[]): boolean {
  const path = pathNames(window, row);
  return path.length === names.length && path.every((name, i) => name === names[i]);
}

/** The innermost row of a window on a path of names that starts with row 0; 0 if there is no other. */
export function rowOnPath(window: FlameWindow, names: readonly string[]): number {
  if (nameOf(window, 0) !== names[0]) return 0;
  let row = 0;
  for (const name of names.slice(1)) {
    const isNext = (parent: number, i: number) =>
      i > 0 && parent === row && !isRest(window, i) && nameOf(window, i) === name;
    const next = window.parent.findIndex(isNext);
    if (next < 0) break;
    row = next;
  }
  return row;
}

/** Maximum number of names that identify a zoomed frame. */
const MAX_PATH_NAMES = 24;

/** Names of the innermost frames down to a row. */
export function placePath(window: FlameWindow, row: number): readonly string[] {
  return pathNames(window, row).slice(-MAX_PATH_NAMES);
}

export function isSamePath(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, i) => name === b[i]);
}
