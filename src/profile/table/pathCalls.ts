import { oncePer } from '../memo';
import type { FewSamples, PathCalls, PathView } from '../answers/table';
import { type Path, type PathSums, sumPaths } from './pathSums';
import type { ReportTable } from './reportTable';
import { nodeColumns } from './tableWindow';
import type { TableJudgements } from '../answers/changes';
import { ChangeRows, nodeChangesInSteps } from '../changes/nodeChanges';
import { changeSums } from '../changes/changeSums';
import { finish } from '../common/guard';
import { samplesBehind, varianceOf } from '../noise/effectiveSums';
import { countingType, samplingOf } from '../noise/sampling';
import type { NodeCosts } from './nodeCosts';
import { fewSamples } from './tableNoise';

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
    ...callJudgements(table, sums, shown),
  };
}

type CallsWindow = Pick<PathView, 'from' | 'limit'>;

/** The nodes of the calls in a window, heaviest first. */
function shownCalls(
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

/** The judgements on the calls of some nodes, in a difference of costs per operation; see pathCalls. */
function callJudgements(
  { profile, changes }: ReportTable,
  { samples }: PathSums,
  nodes: ArrayLike<number>,
): { readonly changes?: TableJudgements } {
  if (!changes || !samples) return {};
  const { now, before } = changes.of.columns;
  const sums = changeSums(samples.sums(now), samples.sums(before));
  const nodeChanges = finish(nodeChangesInSteps(profile, changes.of, { sums, nodes: samples }));
  const changeRows = new ChangeRows();
  const [flat, cum] = [nodeChanges.flat, nodeChanges.cum].map((part) => {
    return changeRows.judgements(Array.from(nodes, (node) => [part, samples.numberOf(node)] as const));
  });
  return { changes: { flat, cum, moves: changeRows.moves } };
}

/**
 * Which figures of the calls that pathCalls returns rest on few samples, for each view.
 * @returns undefined if it is not known: see samplingOf
 */
export function fewCallSamples(table: ReportTable, views: readonly PathView[]): FewSamples[] | undefined {
  const { profile, sampleType } = table;
  if (samplingOf(profile, sampleType)?.basis !== 'samples') return undefined;
  const sums = sumPaths(table, views);
  const samples = samplesOf(table, views, sums);
  return views.map((view, i) => fewSamples(samples[i], shownCalls(table, sums[i], view)));
}

/** The number of samples of equal weight behind the sums of each path, by node: see samplesBehind. */
function samplesOf(table: ReportTable, views: readonly PathView[], sums: readonly PathSums[]): NodeCosts[] {
  const { profile, sampleType } = table;
  const sampling = samplingOf(profile, sampleType)!;
  const sumCounts = () => sumPaths(table, views, (sample) => sampling.count(sample));
  if (countingType(profile) !== undefined && !sampling.isDifference) {
    return sumCounts().map(({ flat, value }) => ({ flat, cum: value }));
  }
  const counts = sampling.isDifference && sumCounts();
  const values = profile.values[sampleType];
  const variances = sumPaths(table, views, (sample) => varianceOf(values[sample], sampling, sample));
  return sums.map((sum, i): NodeCosts => {
    const effective = (column: 'flat' | 'value'): Float64Array =>
      sum[column].map((value, node) => {
        const [variance, count] = [variances[i][column][node], counts ? counts[i][column][node] : 0];
        return samplesBehind(sampling, { value, variance, count });
      });
    return { flat: effective('flat'), cum: effective('value') };
  });
}
