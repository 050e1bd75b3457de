import type { TurnsChange } from '../answers/changes';
import { framesOf } from '../lines/frames';
import type { Profile } from '../model';
import type { Change } from '../noise/firmChange';
import { functionNamed } from '../text/functionNames';
import { type ChangeSums, costOf, haveSameCosts } from './changeSums';
import type { NodeChanges } from './nodeChanges';

/** What runs in turns showed about a benchmark under one sample type: changes that a short profile cannot show. */
export interface BenchmarkTurns extends TurnsChange {
  /** The benchmark's function without its package. */
  readonly function: string;
  /** The costs of the benchmark in the two profiles. */
  readonly whole: Change;
}

/**
 * Returns undefined if the two programs did not run in turns, if this figure did not change, or if the profiles do not
 * contain the benchmark.
 * @param sums by index into `framesOf(profile).functions`
 */
export function benchmarkTurns(profile: Profile, sampleType: number, sums: ChangeSums): BenchmarkTurns | undefined {
  const { turns } = profile.difference ?? {};
  const change = turns?.changes.find(({ type }) => type === profile.sampleTypes[sampleType].type);
  if (!turns || !change) return undefined;
  const { names } = framesOf(profile).functions;
  const whole = largestOf(sums.count, turns.function, (id) => names[id], (id) => sums.at(id));
  return whole === undefined ? undefined : { ...change, function: turns.function, whole: sums.at(whole) };
}

/**
 * Whether these are costs of the benchmark's function, or of a function of package testing that calls it, and all of
 * its costs. Its function literals count too: in parallel benchmarks, most costs are in a literal.
 * @param symbol of the function
 */
function isWholeBenchmark(turns: BenchmarkTurns, symbol: string, change: Change): boolean {
  return haveSameCosts(change, turns.whole) && isOfBenchmark(turns, symbol);
}

function isOfBenchmark(turns: BenchmarkTurns, symbol: string): boolean {
  return functionNamed(symbol, turns.function) || symbol.startsWith('testing.');
}

/** For each node with code of the benchmark, or of package testing: the symbol of a function there. */
export function symbolsOfBenchmark(
  profile: Profile,
  turns: BenchmarkTurns,
  nodeOf: (frame: number) => number,
): ReadonlyMap<number, string> {
  const { functions: { names }, function: functionOf } = framesOf(profile);
  const isWanted = names.map((name) => isOfBenchmark(turns, name));
  const symbols = new Map<number, string>();
  for (const [frame, id] of functionOf.entries()) {
    if (isWanted[id]) symbols.set(nodeOf(frame), names[id]);
  }
  return symbols;
}

/** Lets runs in turns decide about the nodes of the whole benchmark. All others are judged by their samples. */
export function decideByTurns(
  changes: NodeChanges,
  turns: BenchmarkTurns | undefined,
  { count, nameOf }: { readonly count: number; nameOf(node: number): string },
): void {
  for (let node = 0; turns && node < count; node++) {
    if (isWholeBenchmark(turns, nameOf(node), changes.changeOf(node))) changes.decideByTurns(node, turns);
  }
}

/**
 * Like `decideByTurns`, for a tree of calls: decides about the largest call of the benchmark, and about callers that
 * have no other costs.
 * @param parent the callers
 */
export function decideCallsByTurns(
  changes: NodeChanges,
  turns: BenchmarkTurns | undefined,
  { count, nameOf, parent }: { readonly count: number; nameOf(call: number): string; readonly parent: Uint32Array },
): void {
  if (!turns) return;
  const whole = largestOf(count, turns.function, nameOf, (call) => changes.changeOf(call));
  if (whole === undefined) return;
  const isWhole = (call: number) => haveSameCosts(changes.changeOf(call), changes.changeOf(whole));
  changes.decideByTurns(whole, turns);
  for (let call = whole; call > 0 && isWhole(parent[call]); call = parent[call]) {
    changes.decideByTurns(parent[call], turns);
  }
}

/** The key with the largest costs among those of a function and its literals. */
function largestOf(
  count: number,
  name: string,
  symbolOf: (key: number) => string,
  changeOf: (key: number) => Change,
): number | undefined {
  let largest: number | undefined;
  for (let key = 0; key < count; key++) {
    const isLarger = largest === undefined || costOf(changeOf(key)) > costOf(changeOf(largest));
    if (isLarger && functionNamed(symbolOf(key), name)) largest = key;
  }
  return largest;
}
