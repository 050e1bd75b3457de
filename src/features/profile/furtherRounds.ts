import type { Captured } from '../../captures/captureDraft';
import { askHottestCertainty } from '../../captures/hottestCertainty';
import type { StoredProfile } from '../../captures/disk/captureStore';
import type { LoadedProfile } from '../../captures/loadedCapture';
import type { QueryEngine } from '../../engine/client';
import type { ProfileKind } from '../../go/captureTypes';
import { inSlices } from '../../go/timeSlices';
import type { HottestCertainty } from '../../profile/answers/lines';
import { isAbort } from '../../profile/common/guard';
import { ignored } from '../../profile/common/ignored';
import { openingType } from '../../profile/text/intervalText';
import { sentenceOf } from '../../ui/systemFailure';
import { loopsOfCapture } from '../../views/hotLines/findHotLines';
import { type KindCertainty, lackingKinds, longestMillis, roundText, type SamplesGoal } from './enoughSamples';
import { type ProfiledRound, takenProfiles } from './profiledRounds';

/** The kinds of profiles that one run of the program takes, and its rounds so far: one at first. */
export interface ProfiledGroup {
  readonly kinds: readonly ProfileKind[];
  readonly rounds: readonly ProfiledRound[];
  /** How long the runs took, in milliseconds. */
  readonly millis: number;
}

export interface FurtherRounds {
  readonly goal: SamplesGoal;
  /** How sure the hottest lines of the profile are that is loaded now. */
  certaintyOf(kind: ProfileKind): Promise<HottestCertainty | undefined>;
  /** Runs the program again while profiles of these kinds are taken. @param stage see roundText */
  run(kinds: readonly ProfileKind[], stage: string): Promise<FurtherRound>;
  /** Shows the sum of the rounds in place of the profiles so far. */
  retake(rounds: readonly ProfiledRound[]): Promise<void>;
}

interface FurtherRound {
  readonly profiles: ProfiledRound;
  /** How long the run took, in milliseconds. */
  readonly millis: number;
}

/** The failure of a round; the profiles of the rounds before it stay. */
export interface FailedRound {
  /** 1-based. */
  readonly round: number;
  readonly failure: unknown;
}

/**
 * Goes on profiling, round by round, until there are enough samples or the time is over: see lackingKinds. Each round
 * is a run of the program like the first one, so that its operations are known, too, and profiles and operations are
 * summed. A cancel ends the rounds; what was measured stays.
 */
export async function goOnProfiling(
  groups: readonly ProfiledGroup[],
  parts: FurtherRounds,
): Promise<FailedRound | undefined> {
  for (const group of groups) {
    const failed = await goOn(group, groups.length > 1, parts);
    if (failed) return isAbort(failed.failure) ? undefined : failed;
  }
  return undefined;
}

async function goOn(
  { kinds, rounds: before, millis }: ProfiledGroup,
  isOneOfSeveral: boolean,
  { goal, certaintyOf, run, retake }: FurtherRounds,
): Promise<FailedRound | undefined> {
  const rounds = [...before];
  let [all, last] = [millis, millis / rounds.length];
  try {
    while (all + last <= longestMillis(goal)) {
      const known: KindCertainty[] = [];
      for (const kind of kinds) known.push({ kind, certainty: await certaintyOf(kind) });
      const lacking = lackingKinds(goal, known);
      if (lacking.length === 0) return undefined;
      const round = await run(kinds, roundText(rounds.length + 1, goal, lacking, isOneOfSeveral));
      rounds.push(round.profiles);
      last = round.millis;
      all += last;
      // Without them, costs per operation would be lost.
      if (areOperationsLost(before, rounds)) return undefined;
      await retake(rounds);
    }
    return undefined;
  } catch (failure) {
    return { round: rounds.length + 1, failure };
  }
}

function areOperationsLost(before: readonly ProfiledRound[], rounds: readonly ProfiledRound[]): boolean {
  const [known, now] = [before, rounds].map((each) => takenProfiles(each).map(({ profile }) => profile));
  const isKnown = ({ iterations, byDuration }: StoredProfile) => (iterations ?? byDuration?.operations) !== undefined;
  return known.some((profile, i) => isKnown(profile) && !isKnown(now[i]));
}

/** `Round 3 of BenchmarkX failed: the costs are those of 2 rounds. BenchmarkX panics: no luck (x_test.go:7).` */
export function failedRoundText(name: string, { round, failure }: FailedRound): string {
  const before = round === 2 ? 'the first round' : `${round - 1} rounds`;
  return `Round ${round} of ${name} failed: the costs are those of ${before}. ${sentenceOf(failure)}`;
}

/** Asks how sure the hottest lines of a profile are, as in Hot Lines. */
export function hottestCertaintyIn(engine: QueryEngine, captured: Captured, signal: AbortSignal) {
  const { sources, target } = captured;
  const loopsRead = inSlices(loopsOfCapture({ ...(target && { target }), sources: new Map(sources) }));
  return async (profile: LoadedProfile | undefined): Promise<HottestCertainty | undefined> => {
    if (!profile) return undefined;
    const { summary } = profile;
    const asked = { id: summary.id, sampleType: openingType(summary), loops: await loopsRead };
    return askHottestCertainty(engine, profile, captured, asked, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      return ignored('the number of samples is not known', undefined)(error);
    });
  };
}
