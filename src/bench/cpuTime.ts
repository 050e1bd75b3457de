import { intervalText } from './intervalWords';
import { changeOfPairs, type PairedChange, type Samples } from './pairedSamples';
import type { BenchmarkResult } from './parseOutput';
import { directionText } from './changeWords';
import { MIN_RUNS } from './detectableDifference';
import { pText } from './verdictWords';

/** The units in which the runs of a measurement in turns print the CPU time of an operation; see GoTestRequest. */
export const CPU_TIME_UNITS = ['linecost-cpu-ns/op', 'linecost-gc-cpu-ns/op'] as const;

/** What a change of the CPU time is called: `18 to 22 % more CPU time`. */
const CPU_TIME = 'CPU time';

/** Results whose CPU time is no figure of the benchmark, as `go test` does not print it, but a field of its own. */
export function withCpuTime(results: readonly BenchmarkResult[]): readonly BenchmarkResult[] {
  const [cpuUnit, gcUnit] = CPU_TIME_UNITS;
  return results.map((result) => {
    const valueIn = (unit: string) => result.values.find((each) => each.unit === unit)?.value;
    const [nanos, gcNanos] = [valueIn(cpuUnit), valueIn(gcUnit)];
    if (nanos === undefined) return result;
    const values = result.values.filter(({ unit }) => unit !== cpuUnit && unit !== gcUnit);
    return { ...result, values, cpu: { nanos, ...(gcNanos !== undefined && { gcNanos }) } };
  });
}

type WithCpu = Pick<BenchmarkResult, 'cpu'>;

/** The CPU times of two programs that ran in turns; undefined if one is unknown. */
export function cpuSamples(before: readonly WithCpu[], now: readonly WithCpu[]): Samples | undefined {
  const [old, own] = [before, now].map((results) => results.flatMap(({ cpu }) => cpu?.nanos ?? []));
  const areKnown = old.length > 0 && old.length === before.length && own.length === now.length;
  return areKnown ? { unit: CPU_TIME, before: old, now: own } : undefined;
}

/** A second figure is a second chance of a false verdict, so the level is lower than that of the time. */
const LEVEL = 0.01;

/** A significant change of the CPU time. */
export interface CpuChange extends Pick<PairedChange, 'p' | 'interval'> {
  /** As a share of the earlier CPU time. */
  readonly delta: number;
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
  return { delta, p, words, text: `${words} (p ${pText(p)})`, ...(interval && { interval }) };
}

/** The part of the CPU time that garbage collection took in all runs, as a share; undefined if unknown. */
export function gcShare(results: readonly WithCpu[]): number | undefined {
  const known = results.flatMap(({ cpu }) => (cpu?.gcNanos === undefined ? [] : [[cpu.gcNanos, cpu.nanos] as const]));
  const [gc, all] = [0, 1].map((i) => known.reduce((sum, pair) => sum + pair[i], 0));
  return known.length > 0 && known.length === results.length && all > 0 ? gc / all : undefined;
}
