import type { Callers } from './callers';
import { type CallTree, frameFile, frameName } from './callTree';
import { FlameRows } from './flameRows';
import { type FlameMatches, searchTree } from './search';
import { FlameSide } from './foldedSide';
import { oncePer } from '../memo';
import { NONE } from '../model';
import type { FlameView, FlameWindow, FrameSource } from '../answers/flame';
import { WindowFiller } from './windowFiller';

/**
 * The part of a call tree that a flame graph shows: see FlameView and FlameWindow. Children are added to the widest
 * frame first, until there are `maxFrames` rows. Of a frame's children, the widest come first; children that are too
 * narrow or do not fit become one "smaller frames" row. This row is left out if it is narrower than `minWidth`, but
 * never below the zoomed frame, so that zooming can reach every frame.
 *
 * With `restFrom`, the zoomed row is the "smaller frames" row below the frame `root`.
 * @param callers of the tree's root function, if the flame graph shows callers too
 */
export function flameWindow(tree: CallTree, view: FlameView, callers?: Callers): FlameWindow {
  const matches = matchesOf(tree, view.search, callers);
  const rows = new FlameRows();
  const zoomed = new WindowFiller(sidesOf(tree, callers, { matches, ...view }), view, rows).fill();
  const columns = rows.columns();
  if (callers !== undefined) columns.flat[0] = callers.flat;
  return {
    ...columns,
    total: tree.total,
    unit: tree.unit,
    ...(tree.weight !== undefined && { weight: tree.weight }),
    covered: tree.covered,
    signed: tree.signed,
    ...(tree.overInterval && !tree.signed ? { increases: true } : {}),
    compared: tree.compared,
    zoomed,
    matchedValue: matches.value,
    matchedFrames: matches.frames,
    ...(matches.error === undefined ? {} : { searchError: matches.error }),
  };
}

function sidesOf(
  tree: CallTree,
  callers: Callers | undefined,
  { matches, foldWrappers = false }: { readonly matches: FlameMatches; readonly foldWrappers?: boolean },
): readonly [FlameSide, FlameSide?] {
  const callees = new FlameSide(tree, matches.callees, { firstId: 0, caller: 0, foldWrappers });
  if (callers === undefined) return [callees];
  const options = { firstId: tree.count, caller: 1, foldWrappers } as const;
  return [callees, new FlameSide(callers.tree, matches.callers, options)];
}

/** The source of a frame; undefined for a root that is not a function, and for invalid ids. */
export function frameSource(tree: CallTree, id: number, callers?: Callers): FrameSource | undefined {
  if (callers !== undefined && id >= tree.count) return frameSource(callers.tree, id - tree.count);
  if (!(id >= 0 && id < tree.count) || tree.function[id] === NONE) return undefined;
  return { function: frameName(tree, id), file: frameFile(tree, id), line: tree.hottestLines.of([id])[0] };
}

const lastSearch = oncePer((_tree: CallTree): { pattern?: string; matches?: FlameMatches } => ({}));

/** Caches the last result, because a search visits the whole tree and zooming must not repeat it. */
function matchesOf(tree: CallTree, pattern: string, callers: Callers | undefined): FlameMatches {
  const last = lastSearch(callers?.tree ?? tree);
  if (last.matches === undefined || last.pattern !== pattern) {
    last.matches = searchTree(tree, pattern, callers);
    last.pattern = pattern;
  }
  return last.matches;
}
