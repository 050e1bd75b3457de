import type { TurnsChange } from '../answers/changes';
import type { Profile } from '../model';
import { functionNamed } from '../text/names';
import type { NodeChanges } from './nodeChanges';

/** What runs in turns showed about a benchmark under one sample type. */
export interface BenchmarkTurns extends TurnsChange {
  /** The benchmark's function without its package. */
  readonly function: string;
}

/** Returns undefined if the two programs did not run in turns, or if this figure did not change. */
export function benchmarkTurns({ difference, sampleTypes }: Profile, sampleType: number): BenchmarkTurns | undefined {
  const { turns } = difference ?? {};
  const change = turns?.changes.find(({ type }) => type === sampleTypes[sampleType].type);
  return turns && change && { ...change, function: turns.function };
}

/**
 * Lets runs in turns decide about the node of the whole benchmark: they show a change that a short profile cannot. All
 * nodes below it are judged by their samples.
 * @param count the number of nodes
 * @param nameOf the symbol of a node's function
 * @param parent the callers of the nodes, if they form a tree. Callers that have no other costs get the same verdict.
 */
export function decideByTurns(
  changes: NodeChanges,
  turns: BenchmarkTurns | undefined,
  { count, nameOf, parent }: { count: number; nameOf(node: number): string; parent?: Uint32Array },
): void {
  if (!turns) return;
  // With sub-benchmarks, almost all costs are in a function literal of the benchmark, not in its own function.
  let whole: number | undefined;
  for (let node = 0; node < count; node++) {
    const isLarger = whole === undefined || changes.costOf(node) > changes.costOf(whole);
    if (isLarger && functionNamed(nameOf(node), turns.function)) whole = node;
  }
  if (whole === undefined) return;
  changes.decideByTurns(whole, turns);
  if (!parent) return;
  for (let node = whole; node > 0 && changes.hasSameCosts(parent[node], whole); node = parent[node]) {
    changes.decideByTurns(parent[node], turns);
  }
}
