import type { FlameWindow } from '../answers/flame';
import { claim, type Steps } from '../common/guard';
import { uint32Array } from '../common/largeArrays';
import { NONE, type Profile } from '../model';
import { countsOf, samplesBehind, variancesOf } from '../noise/effectiveSums';
import { isFew } from '../noise/interval';
import { countingType, samplingOf } from '../noise/sampling';
import type { Callers } from './callers';
import type { CallShape } from './callShape';
import type { CallTree } from './callTree';
import { addToCallers, callSums, leafSums } from './callSums';
import type { Changes } from '../changes/changes';
import { changeSums, type ChangeSums, type FlatAndCum } from '../changes/changeSums';
import { type NodeChanges, nodeChangesInSteps } from '../changes/nodeChanges';
import type { SampleNodes } from '../changes/sampleNodes';
import type { DifferenceColumns, PartColumns } from '../noise/differenceColumns';
import type { SampleIndex } from '../indexes';

/** The calls of a flame graph. */
interface FlameCalls {
  readonly shape: CallShape;
  /** The tree with this shape. */
  readonly callees: CallTree;
  readonly callers?: Callers | undefined;
}

/** Cum of each call, and how to sum other columns of values like it. */
interface Side {
  readonly cum: Float64Array;
  cumOf(column: Float64Array): Float64Array;
}

/**
 * For each frame by id: how many samples its cum rests on, if they are so few that it is mostly chance; otherwise 0. In
 * a difference: how many more or fewer samples it has than before, but at least 1.
 * Empty if that is not known: see samplingOf.
 */
export function* fewSamplesInSteps(profile: Profile, sampleType: number, calls: FlameCalls): Steps<Uint32Array> {
  const sampling = samplingOf(profile, sampleType);
  if (sampling?.basis !== 'samples') return new Uint32Array(0);
  yield;
  const { shape, callees, callers } = calls;
  const counts = countsOf(profile, sampling);
  yield;
  const isCounted = countingType(profile) !== undefined && !sampling.isDifference;
  const variances = isCounted ? undefined : variancesOf(profile.values[sampleType], sampling);
  const sides: Side[] = [{ cum: callees.cum, cumOf: (column) => addToCallers(leafSums(shape, column), shape.parent) }];
  if (callers) sides.push({ cum: callers.tree.cum, cumOf: (column) => callers.cumOf(column) });
  const length = sides.reduce((sum, { cum }) => sum + cum.length, 0);
  claim(4 * length);
  const few = uint32Array(length);
  let firstId = 0;
  for (const { cum, cumOf } of sides) {
    yield;
    const count = cumOf(counts);
    yield;
    const variance = variances && cumOf(variances);
    for (let call = 0; call < cum.length; call++) {
      if (cum[call] === 0) continue;
      const sum = variance && { value: cum[call], variance: variance[call], count: count[call] };
      const effective = sum ? samplesBehind(sampling, sum) : count[call];
      // As many samples of one profile as of the other may differ in size.
      if (isFew(effective)) few[firstId + call] = Math.max(1, Math.abs(count[call]));
    }
    firstId += cum.length;
  }
  return few;
}

/** Sets `fewSamples` of a window. @param few see fewSamplesInSteps */
export function withFewSamples(window: FlameWindow, few: Uint32Array): FlameWindow {
  const { id, rest } = window;
  return { ...window, fewSamples: few.length === 0 ? few : id.map((frame, row) => (rest[row] > 0 ? 0 : few[frame])) };
}

/** Judgements on the cum of the calls in a difference of costs per operation. */
export function* callChangesInSteps(
  profile: Profile,
  shape: CallShape,
  changes: Changes,
): Steps<NodeChanges> {
  const sums = sumsOf(shape, changes.columns);
  yield;
  return (yield* nodeChangesInSteps(profile, changes, { sums, nodes: callNodes(shape), root: 0 })).cum;
}

function sumsOf(shape: CallShape, { now, before }: DifferenceColumns): FlatAndCum<ChangeSums> {
  const part = ({ value, variance, events }: PartColumns) =>
    [value, variance, events].map((column) => callSums(shape, column));
  return changeSums(part(now), part(before));
}

function callNodes({ trie, innermost, parent }: CallShape): SampleNodes {
  const leafOf = (sample: SampleIndex) => innermost[trie.sampleNode[sample]];
  return {
    leafOf,
    forEach(sample, visit) {
      let call = leafOf(sample);
      if (call === NONE) return;
      for (; call !== 0; call = parent[call]) visit(call);
      visit(0);
    },
  };
}
