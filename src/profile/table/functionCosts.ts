import { compareBytes } from '../work/byteOrder';
import { interruptible, type Steps } from '../work/guard';
import { frameNodes, plainNaming } from '../graph/frameNodes';
import type { FrameNodes, FunctionNaming, Granularity } from '../graph/frameNodes';
import { oncePer } from '../memo';
import type { Profile } from '../model';
import { nodeCosts, nodeCostsInSteps } from './nodeCosts';
import { profileTotal } from '../sums/profileTotal';

/** Flat and cum of every function (one entry each, unordered) under one sample type. */
export interface FunctionCosts {
  readonly total: number;
  readonly unit: string;
  readonly granularity: Granularity;
  readonly frames: FrameNodes;
  readonly flat: Float64Array;
  readonly cum: Float64Array;
}

export interface FunctionCostsOptions {
  /** Default: `functions`. */
  readonly granularity?: Granularity;
  /** Default: names and files as the profile has them. */
  readonly naming?: FunctionNaming;
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
export function functionCosts(
  profile: Profile,
  sampleType: number,
  { granularity = 'functions', naming }: FunctionCostsOptions = {},
): FunctionCosts {
  const plain = naming === undefined && granularity === 'functions';
  const frames = plain ? plainFunctions(profile) : frameNodes(profile, granularity, naming ?? plainNaming(profile));
  const { flat, cum } = nodeCosts(profile, sampleType, frames);
  return { ...measured(profile, sampleType), granularity, frames, flat, cum };
}

/** Of functions as the profile names them: one entry a sample type, in the order asked. */
export function* functionCostsInSteps(profile: Profile, sampleTypes: readonly number[]): Steps<FunctionCosts[]> {
  const frames = plainFunctions(profile);
  const costs = yield* nodeCostsInSteps(profile, sampleTypes, frames);
  return sampleTypes.map((sampleType, i) => {
    const { flat, cum } = costs[i];
    return { ...measured(profile, sampleType), granularity: 'functions', frames, flat, cum };
  });
}

function measured(profile: Profile, sampleType: number): Pick<FunctionCosts, 'total' | 'unit'> {
  return { total: profileTotal(profile, sampleType), unit: profile.sampleTypes[sampleType].unit };
}

const plainFunctions = oncePer((profile: Profile) => frameNodes(profile, 'functions', plainNaming(profile)));

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
    // Sorting now and then keeps the work linear in the number of functions for a small limit.
    if (best.length >= 2 * limit + 1000) best.sort(byOrder).splice(limit);
  }
  return best.sort(byOrder).slice(0, limit);
}

/**
 * What pprof calls a node: the function, with file and line where they tell nodes apart; a frame without any goes by
 * its binary. Source: google/pprof internal/graph, NameComponents.
 */
export function nodeName({ frames, granularity }: FunctionCosts, node: number): string {
  const { name, file, line, objectFile } = frames.nodes[node];
  const place = granularity === 'functions' ? '' : line === 0 ? file : `${file}:${line}`;
  const known = [name, place].filter((part) => part !== '').join(' ');
  if (known !== '') return known;
  return objectFile === '' ? '<unknown>' : `[${objectFile.replace(/\/+$/, '').replace(/^.*\//s, '')}]`;
}

function inOrder(costs: FunctionCosts, order: TopOrder['order']): (a: number, b: number) => number {
  const values = costs[order];
  return interruptible((a, b) =>
    Math.abs(values[b]) - Math.abs(values[a]) || compareBytes(nodeName(costs, a), nodeName(costs, b)));
}
