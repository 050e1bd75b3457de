import { finish, type Steps } from '../common/guard';
import { frameNodes } from '../graph/frameNodes';
import type { FrameNodes } from '../graph/frameNodes';
import { oncePer } from '../memo';
import type { Profile } from '../model';
import { nodeCostsInSteps } from './nodeCosts';
import { profileTotal } from '../sums/profileTotal';

/** Flat and cum of every function under one sample type; one entry per function, unordered. */
export interface FunctionCosts {
  readonly total: number;
  readonly unit: string;
  readonly frames: FrameNodes;
  readonly flat: Float64Array;
  readonly cum: Float64Array;
}

/**
 * Sums costs over functions of the same name, each sample once.
 * @param sampleType index into `profile.sampleTypes`
 */
export function functionCosts(profile: Profile, sampleType: number): FunctionCosts {
  return finish(functionCostsInSteps(profile, [sampleType]))[0];
}

/** The costs for each sample type, in the same order. */
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
