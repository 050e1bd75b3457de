import type { FlameWindow } from '../answers/flame';
import { claim, type Steps } from '../common/guard';
import { uint32Array } from '../common/largeArrays';
import type { Profile } from '../model';
import { countsOf, samplesBehind, variancesOf } from '../noise/effectiveSums';
import { isFew } from '../noise/fewSamples';
import { countingType, samplingOf } from '../noise/sampling';
import type { Callers } from './callers';
import type { CallShape } from './callShape';
import { addToCallers, leafSums } from './callSums';
import type { CallTree } from './callTree';

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
