import type { Measured } from './measure';
import { sumsBelow } from './sums';

/** A figure that `go test` reported, what the profile says, and whether they agree. */
export interface Verdict {
  readonly unit: string;
  readonly reported: number;
  readonly measured: number;
  /** Half width of the range in which they agree, per operation. */
  readonly bound: number;
  readonly agrees: boolean;
}

/**
 * Allocations that `go test` counts between its two reads of the memory statistics and that are not below the
 * benchmark: its own, and those of the runtime's goroutines.
 */
const BESIDE = { objects: 24, bytes: 8192 };
/** Share by which the cpu time per operation may differ from ns/op, besides the error of sampling. */
const CLOCK_SHARE = 0.1;
const STANDARD_ERRORS = 3;

const UNITS = [
  { unit: 'B/op', type: 'alloc_space', beside: BESIDE.bytes },
  { unit: 'allocs/op', type: 'alloc_objects', beside: BESIDE.objects },
] as const;

/**
 * Heap profiles. `measured` is Linecost's figure: the cost in the profile, divided by its operations. `go test` reports
 * the mean of the last round, rounded down to a whole number; a profile of b.N also has the first round, of one
 * operation, which may cost more: where that matters, `first` has its cost, and `measured` is without it.
 *
 * At rate 1 the figures agree exactly: rounded down it is the reported one, with at most BESIDE in a round from
 * elsewhere. Only pointer-free objects below 16 bytes are counted as the blocks that hold several of them. At another
 * rate, they agree within three standard errors.
 */
export function judgeMemory(run: Measured, first?: Measured): Verdict[] {
  const { profile, reported, isSetupUntimed, operations = NaN } = run;
  const { iterations } = reported;
  const sums = sumsBelow(profile, run);
  const before = first && sumsBelow(first.profile, first, profile.period);
  return UNITS.map(({ unit, type, beside }): Verdict => {
    const at = profile.sampleTypes.findIndex((each) => each.type === type);
    const timed = ({ loop, setup: own }: typeof sums) => loop[at] + (isSetupUntimed ? 0 : own[at]);
    const measured = before ? (timed(sums) - timed(before)) / iterations : timed(sums) / operations;
    const said = reported.values.find((value) => value.unit === unit)?.value ?? NaN;
    const packed = unit === 'allocs/op' ? 15 * sums.packed : 0;
    const variance = Math.max(sums.variance[at], expectedVariance(said, run, at)) + (before?.variance[at] ?? 0);
    const bound = (beside + STANDARD_ERRORS * Math.sqrt(variance)) / iterations;
    const agrees = measured - bound < said + 1 && measured + bound + packed / iterations >= said;
    return { unit, reported: said, measured, bound, agrees };
  });
}

/** The variance that a heap profile of this many operations would have, for objects of the mean size reported. */
function expectedVariance(said: number, { profile, reported }: Measured, at: number): number {
  if (profile.period <= 1) return 0;
  const of = (unit: string) => reported.values.find((value) => value.unit === unit)?.value ?? 0;
  const size = of('B/op') / Math.max(1, of('allocs/op'));
  if (size === 0) return 0;
  const share = 1 - Math.exp(-size / profile.period);
  const objects = (said / (profile.sampleTypes[at].type === 'alloc_space' ? size : 1)) * reported.iterations;
  const each = profile.sampleTypes[at].type === 'alloc_space' ? size * size : 1;
  return ((objects * (1 - share)) / share) * each;
}

/**
 * Cpu profiles: cpu time per operation agrees with ns/op within three standard errors of sampling and 10 %. A program
 * that waits for a processor, or for a lock, has less cpu time than time: `waited` is that share. Goroutines that work
 * at the same time have more: up to `processors` times as much.
 */
export function judgeCpu(run: Measured, processors: number): Verdict & { readonly waited: number } {
  const { profile, reported, isSetupUntimed, operations = NaN } = run;
  const sums = sumsBelow(profile, run);
  const at = profile.sampleTypes.findIndex(({ type }) => type === 'cpu');
  const timed = sums.loop[at] + (isSetupUntimed ? 0 : sums.setup[at]);
  const said = reported.values.find((value) => value.unit === 'ns/op')?.value ?? NaN;
  const all = profile.values[at].reduce((sum, value) => sum + value, 0);
  const waited = Math.max(0, 1 - all / profile.durationNanos);
  const measured = timed / operations;
  const samples = Math.max(1, sums.samples);
  const share = CLOCK_SHARE + STANDARD_ERRORS / Math.sqrt(samples);
  const agrees = measured <= said * processors * (1 + share) && measured >= said * (1 - waited) * (1 - share);
  return { unit: 'ns/op', reported: said, measured, bound: said * share, agrees, waited };
}
