import { intervalText } from './intervalWords';
import { changeOfPairs, type Samples } from './pairedSamples';
import type { BenchmarkResult } from './parseOutput';
import { directionText } from './changeWords';
import { MIN_RUNS } from './detectableDifference';
import { pText } from './verdictWords';

/** The unit in which the runs of a measurement in turns print the CPU time of an operation; see GoTestRequest. */
export const CPU_TIME_UNIT = 'linecost-cpu-ns/op';

/** What a change of the CPU time is called: `18 to 22 % more CPU time`. */
const CPU_TIME = 'CPU time';

/** Results whose CPU time is no figure of the benchmark, as `go test` does not print it, but a field of its own. */
export function withCpuTime(results: readonly BenchmarkResult[]): readonly BenchmarkResult[] {
  return results.map((result) => {
    const cpuNanos = result.values.find(({ unit }) => unit === CPU_TIME_UNIT)?.value;
    const values = result.values.filter(({ unit }) => unit !== CPU_TIME_UNIT);
    return cpuNanos === undefined ? result : { ...result, values, cpuNanos };
  });
}

type WithCpu = Pick<BenchmarkResult, 'cpuNanos'>;

/** The CPU times of two programs that ran in turns; undefined if one is unknown. */
export function cpuSamples(before: readonly WithCpu[], now: readonly WithCpu[]): Samples | undefined {
  const [old, own] = [before, now].map((results) => results.flatMap(({ cpuNanos }) => cpuNanos ?? []));
  const areKnown = old.length > 0 && old.length === before.length && own.length === now.length;
  return areKnown ? { unit: CPU_TIME, before: old, now: own } : undefined;
}

/** A second figure is a second chance of a false verdict, so the level is lower than that of the time. */
const LEVEL = 0.01;

/** A significant change of the CPU time. */
export interface CpuChange {
  /** `18 to 22 % more CPU time (p < 0.001)` */
  readonly text: string;
  /** `18 to 22 % more CPU time` */
  readonly words: string;
}

/** How the CPU time changed significantly; undefined if it did not, or is unknown. */
export function cpuChange(before: readonly WithCpu[], now: readonly WithCpu[]): CpuChange | undefined {
  const samples = cpuSamples(before, now);
  if (!samples || Math.min(before.length, now.length) < MIN_RUNS) return undefined;
  const { delta, isChanged, p, interval } = changeOfPairs(samples);
  if (!isChanged || !delta || p > LEVEL) return undefined;
  const words = interval ? intervalText(interval, CPU_TIME) : directionText(delta, CPU_TIME);
  return { words, text: `${words} (p ${pText(p)})` };
}
