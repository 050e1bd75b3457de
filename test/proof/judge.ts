import { FIRST_ROUND, type Figures, OTHER_ROUNDS, ShownFigures } from './figures';
import type { Measured, MeasuredProfile } from './measure';
import { heapFacts } from './runtimeFacts';

/** A figure that `go test` reported, what Linecost shows, and whether they agree. */
export interface Verdict {
  readonly unit: string;
  readonly reported: number;
  /** Per operation. */
  readonly measured: number;
  /** Half the width of the range in which they agree, per operation. */
  readonly bound: number;
  readonly agrees: boolean;
  /** Set-up that the benchmark's timer does not measure, per operation. */
  readonly setup: number;
  readonly remark?: string;
}

const UNITS = [
  { unit: 'B/op', type: 'alloc_space', of: 'bytes' },
  { unit: 'allocs/op', type: 'alloc_objects', of: 'objects' },
] as const;
const STANDARD_ERRORS = 3;
/** At most this many objects are in a block of 16 bytes besides the one that the runtime profiles. */
const PACKED = 15;

/** A heap profile, with what its figures are derived from. */
interface Heap {
  readonly measured: Measured;
  readonly profile: MeasuredProfile;
  readonly shown: ShownFigures;
}

/** The heap profile of a capture. */
function heapOf(measured: Measured): Heap {
  const profile = measured.profiles.get('memory')!;
  return { measured, profile, shown: new ShownFigures(measured, profile) };
}

/**
 * Profiles at memory rate 1, of one operation and of many: the figures agree exactly. `go test` reports the mean of its
 * last round, rounded down. Linecost's figure is the mean over all operations of the profile: those of the last round
 * and, if the benchmark loops over b.N, of a first round with one operation. The two have different stacks, except in
 * goroutines, whose costs in the first round are taken from the profile of one operation.
 *
 * Besides what is below the benchmark, `go test` counts what the runtime allocates for itself, and each of the objects
 * that the runtime packs into a block. HeapFacts derives these counts from the same profile.
 */
export async function judgeExact(every: Measured, one: Measured): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const { unit, type, of } of UNITS) {
    const heap = heapOf(every);
    const { operations, reported } = heap.profile;
    const all = await heap.shown.below(type);
    const last = (timed(all) - (await firstRound(heap, type, one))) * operations!;
    const { ofRuntime, packed } = heapFacts(heap.profile.decoded, every.capture);
    const more = ofRuntime[of] + (of === 'objects' ? PACKED * packed : 0) + cutOf(heap.profile, type);
    const { iterations: rounds } = reported;
    const said = valueOf(reported, unit);
    const agrees = last < (said + 1) * rounds && last + more >= said * rounds;
    const remark = await heap.shown.differenceOfLines(type);
    const bound = more / rounds;
    verdicts.push({
      unit, reported: said, measured: last / rounds, bound, agrees: agrees && !remark, setup: all.untimedSetup, remark,
    });
  }
  return verdicts;
}

/** The cost of the first of several rounds, per operation of the profile. */
async function firstRound({ profile, shown }: Heap, type: string, one: Measured): Promise<number> {
  const { operations, reported } = profile;
  if (operations === reported.iterations) return 0;
  const [all, first, others] = [
    await shown.below(type),
    await shown.below(type, FIRST_ROUND),
    await shown.below(type, OTHER_ROUNDS),
  ];
  const inGoroutines = timed(all) - timed(first) - timed(others);
  if (Math.abs(inGoroutines * operations!) < 0.5) return timed(first);
  const alone = heapOf(one);
  const ofOne = timed(await alone.shown.below(type)) - timed(await alone.shown.below(type, FIRST_ROUND));
  return timed(first) + ofOne / operations!;
}

/**
 * A profile at the usual rate: the figures agree within three standard errors. The standard error is estimated from the
 * samples, but is at least the one expected from the exact profile's allocations, since a profile with few samples
 * underestimates it.
 */
export async function judgeSampled(sampled: Measured, every: Measured, one: Measured): Promise<Verdict[]> {
  const heap = heapOf(sampled);
  const exact = heapOf(every);
  const facts = heapFacts(exact.profile.decoded, every.capture);
  const { operations, reported, decoded } = heap.profile;
  const scale = operations! / exact.profile.operations!;
  const [seen, expected] = [heapFacts(decoded, sampled.capture), facts].map(({ variance }) => variance(decoded.period));
  const verdicts: Verdict[] = [];
  for (const { unit, type, of } of UNITS) {
    const all = await heap.shown.below(type);
    const isFirstApart = operations !== reported.iterations;
    const first = isFirstApart ? timed(await heapOf(one).shown.below(type)) : 0;
    const { iterations: rounds } = reported;
    const measured = (timed(all) * operations! - first) / rounds;
    const error = Math.sqrt(Math.max(seen![of], expected![of] * scale)) / rounds;
    const packed = of === 'objects' ? (PACKED * facts.packed * scale) / rounds : 0;
    const bound = STANDARD_ERRORS * error + (facts.ofRuntime[of] + cutOf(heap.profile, type)) / rounds;
    const said = valueOf(reported, unit);
    const agrees = measured - bound < said + 1 && measured + bound + packed >= said;
    verdicts.push({ unit, reported: said, measured, bound, agrees, setup: all.untimedSetup });
  }
  return verdicts;
}

/** The error of the clock that takes the samples: the kernel looks at cpu timers at its own ticks, of 1 to 10 ms. */
const CLOCK_SHARE = 0.1;

/**
 * Cpu profiles: cpu time per operation agrees with ns/op within three standard errors of its samples and 10 %. A
 * program that waits for a processor or a lock has less cpu time than elapsed time: `waited` is that share of the
 * profile's duration. Parallel goroutines have more, up to `processors` times as much.
 */
export async function judgeCpu(measured: Measured, processors: number): Promise<Verdict> {
  const profile = measured.profiles.get('cpu')!;
  const { loaded: { summary }, reported, operations } = profile;
  const figures = await new ShownFigures(measured, profile).below('cpu');
  const said = valueOf(reported, 'ns/op');
  const total = summary.totals[summary.sampleTypes.findIndex(({ type }) => type === 'cpu')]!;
  const waited = Math.max(0, 1 - total / summary.durationNanos);
  const cpu = timed(figures);
  const samples = Math.max(1, (cpu * operations!) / profile.decoded.period);
  const share = CLOCK_SHARE + STANDARD_ERRORS / Math.sqrt(samples);
  const cut = cutOf(profile, 'cpu') / operations!;
  const agrees = cpu <= said * processors * (1 + share) && cpu + cut >= said * (1 - waited) * (1 - share);
  const remark = `waited ${(waited * 100).toFixed(0)} %  ${samples.toFixed(0)} samples`;
  const { untimedSetup: setup } = figures;
  return { unit: 'ns/op', reported: said, measured: cpu, bound: said * share, agrees, setup, remark };
}

/**
 * The costs in stacks that Go has cut off, which may or may not be below the benchmark. Linecost shows this amount in
 * the hover.
 */
function cutOf({ loaded: { summary } }: MeasuredProfile, type: string): number {
  return summary.cut?.values[summary.sampleTypes.findIndex((each) => each.type === type)] ?? 0;
}

/** What the benchmark's timer measures. */
function timed({ loop, timedSetup }: Figures): number {
  return loop + timedSetup;
}

function valueOf({ values }: MeasuredProfile['reported'], unit: string): number {
  return values.find((value) => value.unit === unit)?.value ?? NaN;
}
