import { oncePer } from '../memo';
import type { PathCalls, PathView } from '../answers/table';
import { sumPaths } from './pathSums';
import type { Path, PathSums } from './pathSums';
import type { ReportTable } from './reportTable';
import { nodeColumns } from './tableWindow';

/**
 * What comes next on a path of calls. The path a, b of callers is that of all stacks in which b called a somewhere;
 * with the stack a ← a ← b ← c ← a ← d (leaf first) and value 1
 *
 *     callers of a:      b 1, d 1          a node's calls of itself are no calls, as in pprof's graph
 *     callers of a, b:   c 1
 *     callees of a:      c 1               a sample counts once for each, however often it has the path
 *     callees of a, c:   b 1
 *
 * So the first step of a path has the figures of `go tool pprof -peek`.
 */
export function pathCalls(table: ReportTable, view: PathView): PathCalls {
  return callsOf(table, sumsAlong(table, view), view);
}

/** A part of the calls, the heaviest first. */
export function callsOf(table: ReportTable, sums: PathSums, { from, limit }: Pick<PathView, 'from' | 'limit'>): PathCalls {
  const { found, value, flat, inlined, more } = sums;
  const { names, scale } = table;
  const whole = (sum: number): number => (scale === 1 ? sum : Math.round(sum * scale));
  const order = Uint32Array.from(found).sort(
    (a, b) => Math.abs(value[b]) - Math.abs(value[a]) || names.compare(a, b),
  );
  const shown = order.subarray(from, from + limit);
  return {
    count: order.length,
    from,
    ...nodeColumns(table, shown),
    value: Float64Array.from(shown, (node) => whole(value[node])),
    flat: Float64Array.from(shown, (node) => whole(flat[node])),
    inlined: Uint8Array.from(shown, (node) => inlined[node]),
    more: Uint8Array.from(shown, (node) => more[node]),
  };
}

const lastSums = oncePer((_table: ReportTable): { key?: string; sums?: PathSums } => ({}));

/** The rest of a long list is asked for after its beginning. */
function sumsAlong(table: ReportTable, { direction, path }: Path): PathSums {
  const last = lastSums(table);
  const key = [direction, ...path].join(' ');
  if (last.sums === undefined || last.key !== key) {
    [last.sums] = sumPaths(table, [{ direction, path }]) as [PathSums];
    last.key = key;
  }
  return last.sums;
}
