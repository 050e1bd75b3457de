import { oncePer } from '../memo';
import type { PathCalls, PathView } from '../answers/table';
import { sumPaths } from './pathSums';
import type { Path, PathSums } from './pathSums';
import { callVerdicts } from './callVerdicts';
import type { ReportTable } from './reportTable';
import { nodeColumns } from './tableWindow';

/**
 * The next callers or callees on a path of calls. The path a, b of callers stands for all stacks in which b called a.
 * With the stack a ← a ← b ← c ← a ← d (leaf first) and value 1:
 *
 *     callers of a:      b 1, d 1          direct recursion is not a call, as in pprof's graph
 *     callers of a, b:   c 1
 *     callees of a:      c 1               a sample counts once, however often its stack contains the path
 *     callees of a, c:   b 1
 *
 * The first step of a path has the figures of `go tool pprof -peek`.
 */
export function pathCalls(table: ReportTable, view: PathView): PathCalls {
  return callsOf(table, sumsAlong(table, view), view);
}

/** A window of the calls, heaviest first. */
export function callsOf(table: ReportTable, sums: PathSums, window: CallsWindow): PathCalls {
  const { callNodes, value, flat, inlined, hasMore } = sums;
  const { scale } = table;
  const whole = (sum: number): number => (scale === 1 ? sum : Math.round(sum * scale));
  const shown = shownCalls(table, sums, window);
  return {
    count: callNodes.length,
    from: window.from,
    ...nodeColumns(table, shown),
    value: Float64Array.from(shown, (node) => whole(value[node])),
    flat: Float64Array.from(shown, (node) => whole(flat[node])),
    inlined: Uint8Array.from(shown, (node) => inlined[node]),
    hasMore: Uint8Array.from(shown, (node) => hasMore[node]),
    ...callVerdicts(table, sums, shown),
  };
}

type CallsWindow = Pick<PathView, 'from' | 'limit'>;

/** The nodes of the calls in a window, heaviest first. */
export function shownCalls(
  { names }: ReportTable,
  { callNodes, value }: PathSums,
  { from, limit }: CallsWindow,
): Uint32Array {
  const order = Uint32Array.from(callNodes).sort(
    (a, b) => Math.abs(value[b]) - Math.abs(value[a]) || names.compare(a, b),
  );
  return order.subarray(from, from + limit);
}

const lastSums = oncePer((_table: ReportTable): { key?: string; sums?: PathSums } => ({}));

/** Caches the sums of the last path, for further windows of a long list. */
function sumsAlong(table: ReportTable, { direction, path }: Path): PathSums {
  const last = lastSums(table);
  const key = [direction, ...path].join(' ');
  if (last.sums === undefined || last.key !== key) {
    [last.sums] = sumPaths(table, [{ direction, path }]) as [PathSums];
    last.key = key;
  }
  return last.sums;
}
