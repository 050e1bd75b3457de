import type { TurnsChange } from '../answers/changes';
import type { Steps } from '../common/guard';
import { framesOf } from '../lines/frames';
import { NONE, type Profile } from '../model';
import type { DifferenceColumns } from '../noise/differenceColumns';
import type { Change } from '../noise/firmChange';
import { functionNamed } from '../text/functionNames';
import { type ChangeSums, costOf, type FlatAndCum, sizeOf } from './changeSums';
import { eachSample, type SampleNodes } from './sampleNodes';
import type { NodeIndex, SampleIndex } from '../indexes';

/** What runs in turns showed about a benchmark under one sample type: changes that a short profile cannot show. */
export interface BenchmarkTurns extends TurnsChange {
  /** The costs of the benchmark in the two profiles. */
  readonly whole: Change;
  /** For each sample of the difference: 1 if it is a cost of the benchmark. */
  readonly isInside: Uint8Array;
}

/**
 * What runs in turns showed about the benchmark's function, or the largest of its function literals: in parallel
 * benchmarks, most costs are in a literal. Undefined if the two programs did not run in turns, if this figure did not
 * change, or if the profiles do not contain the benchmark.
 * @param functions by MergedFunctionIndex
 */
export function* benchmarkTurnsInSteps(
  profile: Profile,
  sampleType: number,
  functions: { readonly sums: ChangeSums; readonly nodes: SampleNodes },
): Steps<BenchmarkTurns | undefined> {
  const { turns } = profile.difference ?? {};
  const change = turns?.changes.find(({ type }) => type === profile.sampleTypes[sampleType].type);
  if (!turns || !change) return undefined;
  const { names } = framesOf(profile).functions;
  const whole = largestNamed(turns.function, names, functions.sums);
  if (whole === undefined) return undefined;
  const isInside = new Uint8Array(profile.sampleCount);
  yield* eachSample(profile, (sample) => functions.nodes.forEach(sample, (id) => {
    if (id === whole) isInside[sample] = 1;
  }));
  return { ...change, whole: functions.sums.at(whole), isInside };
}

/** The function with the largest costs among those with a name and their literals. */
function largestNamed(name: string, symbols: readonly string[], sums: ChangeSums): number | undefined {
  let largest: number | undefined;
  for (let id = 0; id < sums.count; id++) {
    const isLarger = largest === undefined || costOf(sums.at(id)) > costOf(sums.at(largest));
    if (isLarger && functionNamed(symbols[id], name)) largest = id;
  }
  return largest;
}

/** The nodes to decide about, and the costs of all their samples. */
interface DecidedNodes {
  readonly nodes: SampleNodes;
  readonly sums: FlatAndCum<ChangeSums>;
  /** See NodesToJudge. */
  readonly root?: NodeIndex | undefined;
}

/**
 * Finds the nodes about which runs in turns decide: those with all costs of the benchmark, or so nearly all that the
 * rest cannot be the change, and with hardly any other costs. The root may have others, such as those of garbage
 * collection, which runs in turns measure too, unless they changed by more than the benchmark. Calls `decide` for each.
 */
export function* nodesDecidedByTurns(
  profile: Profile,
  turns: BenchmarkTurns,
  { now, before }: DifferenceColumns,
  { nodes, sums, root }: DecidedNodes,
  decide: (column: 'flat' | 'cum', node: NodeIndex) => void,
): Steps<void> {
  const inside = { flat: costsOf(sums.flat.count), cum: costsOf(sums.cum.count) };
  const add = (column: 'flat' | 'cum', node: NodeIndex, sample: SampleIndex) => {
    inside[column].now[node] += now.value[sample];
    inside[column].before[node] += before.value[sample];
  };
  yield* eachSample(profile, (sample) => {
    if (turns.isInside[sample] === 0) return;
    const leaf = nodes.leafOf(sample);
    if (leaf !== NONE) add('flat', leaf, sample);
    nodes.forEach(sample, (node) => add('cum', node, sample));
  });
  for (const column of ['flat', 'cum'] as const) {
    for (let node = 0; node < sums[column].count; node++) {
      if (!hasAllCosts(turns.whole, inside[column].now[node], inside[column].before[node])) continue;
      const all = sums[column].at(node);
      const isDecidedRoot = column === 'cum' && node === root && isMostOf(turns.whole, all);
      if (isDecidedRoot || hasAllCosts(turns.whole, all.now.value, all.before.value)) decide(column, node);
    }
  }
}

function costsOf(count: number): { readonly now: Float64Array; readonly before: Float64Array } {
  return { now: new Float64Array(count), before: new Float64Array(count) };
}

/** The rest of a benchmark's costs, or other costs, may be at most this part of its change. */
const MAX_REST = 0.1;
/** The part of a cost that may be due to rounding. */
const ROUNDING = 1e-9;

/** Whether other costs, such as those of garbage collection, changed by no more than the benchmark's. */
function isMostOf(whole: Change, all: Change): boolean {
  return Math.abs(sizeOf(all) - sizeOf(whole)) <= Math.abs(sizeOf(whole));
}

function hasAllCosts(whole: Change, now: number, before: number): boolean {
  const rest = Math.abs(whole.now.value - now) + Math.abs(whole.before.value - before);
  return rest <= MAX_REST * Math.abs(sizeOf(whole)) + ROUNDING * costOf(whole);
}
