import { cutStacksOf } from '../../src/profile/lines/cutStacks';
import { FIRST_ROUND, type Figures, OTHER_ROUNDS, ShownFigures } from './figures';
import type { ProofCapture, ProofProfile } from './measure';
import { heapFacts } from './runtimeFacts';

/** Whether a figure that `go test` reported and the one that Linecost shows agree. */
export interface Verdict {
  readonly unit: string;
  readonly reported: number;
  /** The figure that Linecost shows, per operation. */
  readonly measured: number;
  /** Half the width of the range in which they agree, per operation. */
  readonly bound: number;
  readonly agrees: boolean;
  /** The setup that the benchmark's timer does not measure, per operation. */
  readonly setup: number;
  readonly remark?: string;
}

const UNITS = [
  { unit: 'B/op', type: 'alloc_space', of: 'bytes' },
  { unit: 'allocs/op', type: 'alloc_objects', of: 'objects' },
] as const;
const STANDARD_ERRORS = 3;
/** The most objects in a block of 16 bytes that the runtime does not profile: it profiles only the first. */
const MAX_UNPROFILED = 15;

/** A heap profile, its capture, and the figures that Linecost shows. */
interface Heap {
  readonly measured: ProofCapture;
  readonly profile: ProofProfile;
  readonly shown: ShownFigures;
}

/** The heap profile of a capture. */
function heapOf(measured: ProofCapture): Heap {
  const profile = measured.profiles.get('memory')!;
  return { measured, profile, shown: new ShownFigures(measured, profile) };
}

/**
 * Judges captures at memory rate 1, whose figures must agree exactly. `go test` reports the mean of its last round,
 * rounded down. Linecost's figure is the mean over all operations of the profile: those of the last round and, if the
 * benchmark loops over b.N, the operation of the first round. The two rounds have different stacks, except in
 * goroutines. The first round's costs in goroutines come from the capture of one operation.
 *
 * `go test` also counts the runtime's own allocations, and each of the objects that the runtime packs into a block.
 * `heapFacts` derives these counts from the same profile.
 * @param many a capture of many operations
 * @param one a capture of one operation
 */
export async function judgeExact(many: ProofCapture, one: ProofCapture): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const { unit, type, of } of UNITS) {
    const heap = heapOf(many);
    const { operations, reported } = heap.profile;
    const figures = await heap.shown.below(type);
    const lastRound = (timed(figures) - (await firstRound(heap, type, one))) * operations!;
    const { ofRuntime, packed } = heapFacts(heap.profile.decoded, many.capture);
    const notShown = ofRuntime[of] + (of === 'objects' ? MAX_UNPROFILED * packed : 0) + cutOf(heap.profile, type);
    const { iterations } = reported;
    const value = valueOf(reported, unit);
    const isInRange = lastRound < (value + 1) * iterations && lastRound + notShown >= value * iterations;
    const remark = await heap.shown.differenceOfLines(type);
    verdicts.push({
      unit,
      reported: value,
      measured: lastRound / iterations,
      bound: notShown / iterations,
      agrees: isInRange && !remark,
      setup: figures.untimedSetup,
      remark,
    });
  }
  return verdicts;
}

/** The cost of the first of several rounds, per operation of the profile. */
async function firstRound({ profile, shown }: Heap, type: string, one: ProofCapture): Promise<number> {
  const { operations, reported } = profile;
  if (operations === reported.iterations) return 0;
  const [all, first, others] = [
    await shown.below(type),
    await shown.below(type, FIRST_ROUND),
    await shown.below(type, OTHER_ROUNDS),
  ];
  const inGoroutines = timed(all) - timed(first) - timed(others);
  if (Math.abs(inGoroutines * operations!) < 0.5) return timed(first);
  const { shown: shownOfOne } = heapOf(one);
  const goroutines = timed(await shownOfOne.below(type)) - timed(await shownOfOne.below(type, FIRST_ROUND));
  return timed(first) + goroutines / operations!;
}

/**
 * Judges a capture at the default memory rate, whose figures must agree within three standard errors. The standard
 * error is estimated from the samples, but is at least the one expected from the allocations at rate 1, because a
 * profile with few samples underestimates it.
 * @param many a capture of many operations at memory rate 1
 * @param one a capture of one operation at memory rate 1
 */
export async function judgeSampled(sampled: ProofCapture, many: ProofCapture, one: ProofCapture): Promise<Verdict[]> {
  const heap = heapOf(sampled);
  const exact = heapOf(many);
  const facts = heapFacts(exact.profile.decoded, many.capture);
  const { operations, reported, decoded } = heap.profile;
  const scale = operations! / exact.profile.operations!;
  const sampledFacts = heapFacts(decoded, sampled.capture);
  const [estimated, expected] = [sampledFacts, facts].map(({ variance }) => variance(decoded.period));
  const verdicts: Verdict[] = [];
  for (const { unit, type, of } of UNITS) {
    const figures = await heap.shown.below(type);
    const hasFirstRound = operations !== reported.iterations;
    const first = hasFirstRound ? timed(await heapOf(one).shown.below(type)) : 0;
    const { iterations } = reported;
    const measured = (timed(figures) * operations! - first) / iterations;
    const error = Math.sqrt(Math.max(estimated![of], expected![of] * scale)) / iterations;
    const packed = of === 'objects' ? (MAX_UNPROFILED * facts.packed * scale) / iterations : 0;
    const bound = STANDARD_ERRORS * error + (facts.ofRuntime[of] + cutOf(heap.profile, type)) / iterations;
    const value = valueOf(reported, unit);
    const agrees = measured - bound < value + 1 && measured + bound + packed >= value;
    verdicts.push({ unit, reported: value, measured, bound, agrees, setup: figures.untimedSetup });
  }
  return verdicts;
}

/** The error of the sampling clock, as a share: the kernel checks cpu timers only at its own ticks, of 1 to 10 ms. */
const CLOCK_SHARE = 0.1;

/**
 * Judges a cpu profile, whose cpu time per operation must agree with ns/op within three standard errors of its samples
 * and 10 %. A program that waits for a processor or a lock has less cpu time than elapsed time: `waited` is the share
 * of the profile's duration for which it waits. Parallel goroutines have up to `processors` times as much cpu time.
 */
export async function judgeCpu(measured: ProofCapture, processors: number): Promise<Verdict> {
  const profile = measured.profiles.get('cpu')!;
  const { loaded: { summary }, reported, operations } = profile;
  const figures = await new ShownFigures(measured, profile).below('cpu');
  const value = valueOf(reported, 'ns/op');
  const total = summary.totals[summary.sampleTypes.findIndex(({ type }) => type === 'cpu')]!;
  const waited = Math.max(0, 1 - total / summary.durationNanos);
  const cpu = timed(figures);
  const samples = Math.max(1, (cpu * operations!) / profile.decoded.period);
  const share = CLOCK_SHARE + STANDARD_ERRORS / Math.sqrt(samples);
  const cut = cutOf(profile, 'cpu') / operations!;
  const agrees = cpu <= value * processors * (1 + share) && cpu + cut >= value * (1 - waited) * (1 - share);
  const remark = `waited ${(waited * 100).toFixed(0)} %  ${samples.toFixed(0)} samples`;
  const { untimedSetup: setup } = figures;
  return { unit: 'ns/op', reported: value, measured: cpu, bound: value * share, agrees, setup, remark };
}

/**
 * The costs in stacks that Go has cut off, which may or may not be below the benchmark. Linecost shows this amount in
 * the hover.
 */
function cutOf({ decoded }: ProofProfile, type: string): number {
  return cutStacksOf(decoded)?.values[decoded.sampleTypes.findIndex(({ type: name }) => name === type)] ?? 0;
}

/** The costs that the benchmark's timer measures. */
function timed({ loop, timedSetup }: Figures): number {
  return loop + timedSetup;
}

function valueOf({ values }: ProofProfile['reported'], unit: string): number {
  return values.find((value) => value.unit === unit)?.value ?? NaN;
}
