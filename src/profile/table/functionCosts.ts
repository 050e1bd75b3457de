import { compareBytes } from '../work/byteOrder';
import { finish, interruptible, type Steps } from '../work/guard';
import { frameNodes } from '../graph/frameNodes';
import type { FrameNodes } from '../graph/frameNodes';
import { oncePer } from '../memo';
import type { Profile } from '../model';
import { nodeCostsInSteps } from './nodeCosts';
import { nodeName } from '../text/pprofName';
import { profileTotal } from '../sums/profileTotal';

/** Flat and cum of every function under one sample type; one entry each, unordered. */
export interface FunctionCosts {
  readonly total: number;
  readonly unit: string;
  readonly frames: FrameNodes;
  readonly flat: Float64Array;
  readonly cum: Float64Array;
}

export interface TopOrder {
  readonly order: 'flat' | 'cum';
  /** At most this many rows. */
  readonly limit: number;
}

/**
 * Sums costs over functions of the same name, each sample once.
 * @param sampleType index into `profile.sampleTypes`
 */
export function functionCosts(profile: Profile, sampleType: number): FunctionCosts {
  return finish(functionCostsInSteps(profile, [sampleType]))[0];
}

/** One entry per sample type, in the order given. */
export function* functionCostsInSteps(profile: Profile, sampleTypes: readonly number[]): Steps<FunctionCosts[]> {
  const frames = functionNodes(profile);
  const costs = yield* nodeCostsInSteps(profile, sampleTypes, frames);
  return sampleTypes.map((sampleType, i) => {
    const { flat, cum } = costs[i];
    return { ...measured(profile, sampleType), frames, flat, cum };
  });
}

function measured(profile: Profile, sampleType: number): Pick<FunctionCosts, 'total' | 'unit'> {
  return { total: profileTotal(profile, sampleType), unit: profile.sampleTypes[sampleType].unit };
}

const functionNodes = oncePer(frameNodes);

/**
 * Nodes of the heaviest functions in pprof's order: by |flat| or |cum|, ties by name. Leaves out nodes whose flat and
 * cum are both 0, as pprof does.
 */
export function topNodes(costs: FunctionCosts, { order, limit }: TopOrder): number[] {
  const byOrder = inOrder(costs, order);
  const best: number[] = [];
  for (let node = 0; node < costs.flat.length; node++) {
    if (costs.flat[node] === 0 && costs.cum[node] === 0) continue;
    best.push(node);
    // Pruning now and then keeps the work linear in the number of functions for a small limit.
    if (best.length >= 2 * limit + 1000) best.sort(byOrder).splice(limit);
  }
  return best.sort(byOrder).slice(0, limit);
}

/** The node's name as pprof prints it. */
export function nodeNameOf({ frames }: FunctionCosts, node: number): string {
  return nodeName({ ...frames.nodes[node], file: '', line: 0, column: 0, address: 0n });
}

function inOrder(costs: FunctionCosts, order: TopOrder['order']): (a: number, b: number) => number {
  const values = costs[order];
  return interruptible((a, b) =>
    Math.abs(values[b]) - Math.abs(values[a]) || compareBytes(nodeNameOf(costs, a), nodeNameOf(costs, b)));
}
