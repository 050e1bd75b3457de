import type { BenchmarkResult } from '../../src/bench/parseOutput';

/** Results of BenchmarkA, one per row, such as `[[100, 53], [101, 53]]` with the units `ns/op` and `B/op`. */
export function resultsOf(
  rows: readonly (readonly number[])[],
  units: readonly string[] = ['ns/op', 'B/op', 'allocs/op'],
  subName = '',
): BenchmarkResult[] {
  const name = subName === '' ? 'BenchmarkA-8' : `BenchmarkA/${subName}-8`;
  const common = { name, baseName: 'BenchmarkA', subName, procs: 8, iterations: 100, config: {} };
  return rows.map((row, i) => {
    return { ...common, line: i + 1, values: row.map((value, j) => ({ value, unit: units[j]! })) };
  });
}

/** Returns a generator (mulberry32) of numbers from 0 to below 1; the same seed gives the same numbers. */
export function uniformNoise(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns a generator (Box–Muller) of standard normal numbers; the same seed gives the same numbers. */
export function normalNoise(seed: number): () => number {
  const uniform = uniformNoise(seed);
  return () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
}
