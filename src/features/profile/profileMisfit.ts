import { type CodePlace, inParentheses, type Misfit } from '../../bench/misfit';
import type { CapturedProfile, ProfileKind } from '../../go/captureTypes';
import type { CodeUse, UseKind } from '../../go/code/codeUses';
import type { ProfileSummary } from '../../engine/queries';
import { figureText } from '../../profile/text/screen/figure';
import { type JudgedCode, neverStarts, neverStartsText, useOf } from './resultMisfit';
import { percentText } from '../../profile/text/screen/share';

/** The runtime's default for runtime.MemProfileRate, in bytes. */
const DEFAULT_RATE = 512 * 1024;
/** A cpu profile that is this much shorter than its run lacks a part of it. */
const MISSING_NANOS = 2e7;
/** With fewer samples, the total of a memory profile may be far from what was allocated, by chance. */
const MIN_MEMORY_SAMPLES = 64;
/** At rate 1 and for the smallest programs: what the runtime itself allocates is more. */
const MIN_ALLOCATED = 1e6;
/** A benchmark that starts child processes works in them if it uses the processor itself for less of its time. */
const MIN_BUSY = 0.5;
/** If no stack starts a process, only a benchmark that is hardly busy may wait for one. */
const MIN_BUSY_UNSEEN = 0.1;

/** What go test printed of the run in which a profile was taken; see CapturedProfile. */
export type RunFigures = NonNullable<CapturedProfile['run']>;

/**
 * A profile without what was computed from figures that its benchmark reports itself, in place of those that go test
 * measures: such a figure may be any number.
 * @param reported units such as `ns/op`
 */
export function withoutReported(profile: CapturedProfile, reported: readonly string[] = []): CapturedProfile {
  const { run, ...others } = profile;
  if (!run) return others;
  const timedNanos = reported.includes('ns/op') ? 0 : run.timedNanos;
  return { ...others, run: { timedNanos, allocatedBytes: reported.includes('B/op') ? 0 : run.allocatedBytes } };
}

/** A profile, the run in which it was taken, and the benchmark's code. */
export interface JudgedProfile {
  readonly kind: ProfileKind;
  readonly summary: Pick<ProfileSummary, 'sampleTypes' | 'totals' | 'durationNanos' | 'period'>;
  /** undefined if no result was printed. */
  readonly run: RunFigures | undefined;
  readonly code: JudgedCode;
  /** Bytes between sampled allocations that were asked for; undefined for the runtime's default. */
  readonly memProfileRate: number | undefined;
  /** Whether a stack of the profile starts a process. */
  readonly startsProcess: boolean;
}

/** Why a profile does not fit its run; undefined if nothing speaks against it. */
export function profileMisfit(judged: JudgedProfile): Misfit | undefined {
  switch (judged.kind) {
    case 'cpu':
      return cpuMisfit(judged);
    case 'memory':
      return memoryMisfit(judged);
    case 'mutex':
      return rateMisfit(judged, 'mutexRate');
    case 'block':
      return rateMisfit(judged, 'blockRate');
    case 'wall':
    case 'trace':
      return undefined;
  }
}

function cpuMisfit({ summary, run, code, startsProcess }: JudgedProfile): Misfit | undefined {
  const { name } = code;
  const { durationNanos, sampleTypes, totals } = summary;
  const timed = useOf(code, 'reportsTime') ? 0 : (run?.timedNanos ?? 0);
  const child = useOf(code, 'child');
  const self = useOf(code, 'cpuProfile') ?? code.atStart.find(({ kind }) => kind === 'cpuProfile');
  // A short run may end between two samples, but not before the profile ends, unless something else ends it.
  if (durationNanos > 0 && durationNanos < 0.9 * timed - (self ? 0 : MISSING_NANOS)) {
    const part = `${time(durationNanos)} of the ${time(timed)} that it ran for`;
    if (self) return { text: `${name} starts or stops the cpu profile itself${inParentheses(self)}, so its cpu profile has only ${part}.`, place: self };
    if (child) return { text: `The cpu profile has only ${part.replace('it', name)}: a child process may have written it${calling(child)}.`, place: child };
    return { text: `The cpu profile has only ${part.replace('it', name)}: something stopped it, or another process wrote it.` };
  }
  const cpu = sampleTypes.findIndex(({ type, unit }) => type === 'cpu' && unit === 'nanoseconds');
  const busy = durationNanos > 0 && cpu >= 0 ? totals[cpu] / durationNanos : 1;
  if (child && busy < (startsProcess ? MIN_BUSY : MIN_BUSY_UNSEEN) && durationNanos >= MISSING_NANOS) {
    const percent = Math.round(busy * 100);
    const does = startsProcess ? 'it starts' : 'it may wait for';
    return { text: `${name} used the processor for ${percentText(percent)} of its time: ${does} child processes${calling(child)}, whose costs are in none of its profiles.`, place: child };
  }
  const stopped = neverStarts(code);
  if (stopped?.isInLoop && timed > 0 && timed < 0.02 * durationNanos) {
    return { text: `${neverStartsText(code, stopped)}, so go test timed ${time(timed)} of the ${time(durationNanos)} in its cpu profile.`, place: stopped };
  }
  return undefined;
}

function memoryMisfit({ summary, run, code, memProfileRate = DEFAULT_RATE }: JudgedProfile): Misfit | undefined {
  const { name } = code;
  const sets = useOf(code, 'memoryRate');
  if (sets) return { text: `${name} sets ${sets.name} while it runs${inParentheses(sets)}, so its memory profile does not fit its B/op.`, place: sets };
  const { sampleTypes, totals, period } = summary;
  const space = sampleTypes.findIndex(({ type }) => type === 'alloc_space');
  const allocated = run?.allocatedBytes ?? 0;
  const isEnough = allocated >= Math.max(MIN_ALLOCATED, MIN_MEMORY_SAMPLES * memProfileRate);
  const isOff = period === 0 && totals.every((total) => total === 0);
  const isMissing = isEnough && space >= 0 && totals[space] < allocated / 2;
  if (!isMissing && !isOff) return undefined;
  const atStart = code.atStart.find(({ kind }) => kind === 'memoryRate');
  const place: CodePlace | undefined = atStart;
  const child = useOf(code, 'child');
  if (atStart) return { text: `The program of ${name} sets ${atStart.name}${inParentheses(place)}, so its memory profile does not fit its B/op.`, place };
  if (isOff) return undefined;
  const part = `${bytes(totals[space])} of the ${bytes(allocated)} that ${name} allocated`;
  if (child) return { text: `The memory profile has only ${part}: a child process may have written it${calling(child)}.`, place: child };
  return { text: `The memory profile has only ${part}: something changed runtime.MemProfileRate, or another process wrote it.` };
}

/** The rate of Linecost is 1: every event is recorded. */
function rateMisfit({ code, kind }: JudgedProfile, use: UseKind): Misfit | undefined {
  const isOther = ({ argument }: CodeUse) => argument !== '1' && !(use === 'mutexRate' && argument === '-1');
  const sets = code.uses.find((each) => each.kind === use && isOther(each));
  if (!sets) return undefined;
  const effect = sets.argument === '0' ? `turns its ${kind} profile off` : `changes the rate of its ${kind} profile`;
  return { text: `${code.name} ${effect} while it runs with ${sets.name}${inParentheses(sets)}, so the profile does not fit the run.`, place: sets };
}

/** ` (exec.Command, x_test.go:12)` */
function calling(use: CodeUse): string {
  return inParentheses(use).replace('(', `(${use.name}, `);
}

function time(nanos: number): string {
  return figureText(nanos, 'nanoseconds');
}

function bytes(count: number): string {
  return figureText(count, 'bytes');
}
