import type { StoredProfile } from '../../captures/disk/captureStore';
import type { CapturedProfile, ProfileKind } from '../../go/captureTypes';
import type { GoTest, MeasuredRun } from '../../go/test/goTest';
import { TRACE_KINDS } from '../../go/trace/traceProfiles';
import { isAbort } from '../../profile/common/guard';
import { type RunFigures, withoutReported } from './profileMisfit';

/** How many times each of two programs is profiled, in turns. */
export const PROFILED_ROUNDS = 2;

/** A profile of one kind, taken in one or more runs of a program. */
export interface TakenProfile {
  readonly kind: ProfileKind;
  /** What is stored of it. */
  readonly profile: StoredProfile;
  /** The execution trace of the first run, with one of its profiles, if it is kept. */
  readonly trace?: Uint8Array;
  /** The profile of each run, to be merged. */
  readonly rounds: readonly Uint8Array[];
  /** What the runs printed; unset without results. */
  readonly figures?: RunFigures | undefined;
}

/** One run of a program, with a profile of each kind that was asked for. */
export type ProfiledRound = readonly CapturedProfile[];

/** Takes profiles of two programs. */
interface Sides {
  /** Runs the new program. @param round 1-based */
  now(round: number): Promise<ProfiledRound>;
  /** Runs the earlier one. */
  earlier(): Promise<ProfiledRound>;
}

/** The rounds of two programs. */
export interface RoundsInTurns {
  readonly now: readonly ProfiledRound[];
  /** As many as of the new program, or why there are none. */
  readonly earlier: readonly ProfiledRound[] | { readonly failure: unknown };
}

/**
 * Profiles two programs in turns: new, old, old, new, …, so that a machine that gets warm or busy disturbs both
 * profiles alike. The new one goes first, because its first run decides how both are run. If the earlier one fails,
 * only the new one is profiled. Throws the errors of the new one, and AbortError.
 */
export async function profileInTurns({ now, earlier }: Sides): Promise<RoundsInTurns> {
  const rounds: Record<'now' | 'earlier', ProfiledRound[]> = { now: [], earlier: [] };
  let failed: { readonly failure: unknown } | undefined;
  const runEarlier = async (): Promise<void> => {
    try {
      if (!failed) rounds.earlier.push(await earlier());
    } catch (failure) {
      if (isAbort(failure)) throw failure;
      failed = { failure };
    }
  };
  for (let round = 1; round <= PROFILED_ROUNDS; round++) {
    if (round % 2 === 0) await runEarlier();
    rounds.now.push(await now(round));
    if (round % 2 === 1) await runEarlier();
  }
  return { now: rounds.now, earlier: failed ?? rounds.earlier };
}

/**
 * Reads the profiles of a run; of a trace, those that `go tool trace` makes of it. Throws like GoTest.
 * @param onStage called with what takes long
 */
export async function readRound(
  test: GoTest,
  run: MeasuredRun,
  onStage: (stage: string) => void = () => undefined,
): Promise<ProfiledRound> {
  const round: CapturedProfile[] = [];
  for (const kind of run.kinds) {
    const read = await test.readProfile(run, kind);
    if (kind !== 'trace') round.push(read);
    else round.push(...(await (await import('./tracedRound')).profilesOfTrace(test, read, onStage)));
  }
  return round;
}

/** The kinds of runs, by the labels of their profiles: a trace has four. */
export function kindsByLabel(kinds: readonly ProfileKind[]): ReadonlyMap<string, ProfileKind> {
  return new Map(kinds.flatMap((kind) => (kind === 'trace' ? TRACE_KINDS : [kind]).map((label) => [label, kind] as const)));
}

interface TakenOptions {
  /** Of the file names, before `.pprof`. */
  readonly suffix?: string;
  /** See withoutReported. */
  readonly reportedUnits?: readonly string[] | undefined;
}

/** The profiles of all rounds, one for each kind; four for a trace. */
export function takenProfiles(
  rounds: readonly ProfiledRound[],
  { suffix = '', reportedUnits }: TakenOptions = {},
): readonly TakenProfile[] {
  return rounds[0].map(({ kind, waits, trace }, i) => {
    const own = rounds.map((round) => withoutReported(round[i], reportedUnits));
    const label = waits ?? kind;
    const fileName = `${label}${suffix}.pprof`;
    const profile = { label, fileName, ...iterationsOf(own), ...durationOf(own) };
    const figures = figuresOf(own);
    return { kind, profile, rounds: own.map(({ bytes }) => bytes), figures, ...(trace && { trace }) };
  });
}

/** The iterations of all rounds; unknown if those of one round are. */
function iterationsOf(rounds: ProfiledRound): Pick<StoredProfile, 'iterations'> {
  const known = rounds.flatMap(({ iterations }) => (iterations ? [iterations] : []));
  return known.length === rounds.length ? { iterations: known.flat() } : {};
}

function durationOf(rounds: ProfiledRound): Pick<StoredProfile, 'byDuration'> {
  if (rounds.every(({ byDuration }) => !byDuration)) return {};
  const known = rounds.flatMap(({ byDuration }) => byDuration?.operations ?? []);
  const operations = known.reduce((sum, count) => sum + count, 0);
  return { byDuration: known.length === rounds.length ? { operations } : {} };
}

function figuresOf(rounds: ProfiledRound): RunFigures | undefined {
  const known = rounds.flatMap(({ run }) => (run ? [run] : []));
  if (known.length === 0) return undefined;
  return known.reduce((sum, each) => ({
    timedNanos: sum.timedNanos + each.timedNanos,
    allocatedBytes: sum.allocatedBytes + each.allocatedBytes,
  }));
}
