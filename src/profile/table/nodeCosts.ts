import { type FrameNodes, frameNodes } from '../graph/frameNodes';
import { oncePer } from '../memo';
import type { Profile } from '../model';
import type { Steps } from '../common/guard';
import type { FrameKeys } from '../sums/keySums';
import { sumViewInSteps } from '../sums/sumViews';
import { profileTotal } from '../sums/profileTotal';

/** One entry per node, in the sample type's unit. */
export interface NodeCosts {
  readonly flat: Float64Array;
  readonly cum: Float64Array;
}

/**
 * Sums samples by node. A sample adds to the flat of the innermost frame of its leaf location, and once to the cum of
 * each distinct node in its stack. With the stack a ← b ← a (leaf first) and value 1, flat is 1 for a; cum is 1 for a
 * and 1 for b. Source: google/pprof internal/graph, newGraph.
 * @returns one entry per sample type, in the same order. Pairs of sample types (see pairsOf) are summed together.
 */
export function nodeCostsInSteps(
  profile: Profile,
  sampleTypes: readonly number[],
  frames: FrameNodes,
): Steps<readonly NodeCosts[]> {
  const columns = sampleTypes.map((sampleType) => profile.values[sampleType]);
  return sumViewInSteps(profile.stacks, columns, nodeKeys(frames));
}

/** The keys under which nodes are summed. */
export const nodeKeys = oncePer(({ offsets, rows, nodes }: FrameNodes): FrameKeys =>
  ({ offsets, keys: rows, count: nodes.length }));

/** Flat and cum of every function under one sample type; one entry per function, unordered. */
export interface FunctionCosts {
  readonly total: number;
  readonly unit: string;
  readonly frames: FrameNodes;
  readonly flat: Float64Array;
  readonly cum: Float64Array;
}

/** Sums costs over functions of the same name, each sample once: for each sample type, in the same order. */
export function* functionCostsInSteps(profile: Profile, sampleTypes: readonly number[]): Steps<FunctionCosts[]> {
  const frames = functionNodes(profile);
  const costs = yield* nodeCostsInSteps(profile, sampleTypes, frames);
  return sampleTypes.map((sampleType, i) => {
    const { flat, cum } = costs[i];
    return { ...totalOf(profile, sampleType), frames, flat, cum };
  });
}

function totalOf(profile: Profile, sampleType: number): Pick<FunctionCosts, 'total' | 'unit'> {
  return { total: profileTotal(profile, sampleType), unit: profile.sampleTypes[sampleType].unit };
}

const functionNodes = oncePer(frameNodes);
