import { groupByName } from '../../bench/resultsByCase';
import type { Captured } from '../../captures/captureDraft';
import { askHottestCertainty } from '../../captures/hottestCertainty';
import type { StoredProfile } from '../../captures/disk/captureStore';
import type { Capture, LoadedProfile } from '../../captures/loadedCapture';
import type { QueryEngine } from '../../engine/client';
import type { ProfileKind } from '../../go/captureTypes';
import { inSlices } from '../../go/timeSlices';
import type { HottestCertainty } from '../../profile/answers/lines';
import { isAbort } from '../../profile/common/guard';
import { ignored } from '../../profile/common/ignored';
import { openingType } from '../../profile/text/intervalText';
import { sentenceOf } from '../../ui/systemFailure';
import { loopsOfCapture } from '../../captures/loopsOfCapture';
import { anyMisfit, waitingText } from './captureWarnings';
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
  run(kinds: readonly ProfileKind[], stage: string): Promise<ProfiledRound>;
  /** Shows the sum of the rounds in place of the profiles so far. */
  retake(rounds: readonly ProfiledRound[]): Promise<void>;
  /** The time in milliseconds; for tests. */
  now?(): number;
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
  const kindCount = groups.flatMap(({ kinds }) => kinds).length;
  const budget: Budget = { millis: longestMillis(parts.goal), kindCount, groupCount: groups.length };
  // A number of samples is that of the first kind.
  for (const group of parts.goal === undefined ? groups : groups.slice(0, 1)) {
    const failed = await goOn(group, budget, parts);
    if (failed) return isAbort(failed.failure) ? undefined : failed;
  }
  return undefined;
}

/** What all groups of a capture share. */
interface Budget {
  /** The time that is left for rounds, in milliseconds, the first ones included. */
  millis: number;
  readonly kindCount: number;
  readonly groupCount: number;
}

async function goOn(
  { kinds, rounds: before, millis }: ProfiledGroup,
  budget: Budget,
  { goal, certaintyOf, run, retake, now = () => performance.now() }: FurtherRounds,
): Promise<FailedRound | undefined> {
  const rounds = [...before];
  budget.millis -= millis;
  let last = millis / rounds.length;
  try {
    while (last <= budget.millis) {
      const startedAt = now();
      const known: KindCertainty[] = [];
      for (const kind of kinds) known.push({ kind, certainty: await certaintyOf(kind) });
      const lacking = lackingKinds(goal, known, budget.kindCount);
      if (lacking.length === 0) return undefined;
      rounds.push(await run(kinds, roundText(rounds.length + 1, goal, lacking, budget.groupCount > 1)));
      // Without them, costs per operation would be lost.
      if (areOperationsLost(before, rounds)) return undefined;
      await retake(rounds);
      // Reading counts, too: it is most of the time of short rounds.
      last = now() - startedAt;
      budget.millis -= last;
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

/**
 * Whether further rounds make the figures surer. Several cases share their profiles, so their operations are not known:
 * totals are compared, and those of captures with more rounds would be larger. A benchmark that waits has no samples.
 */
export function canSharpen(
  { results, untimedCases = [], ...capture }: Pick<Capture, 'profiles' | 'results' | 'untimedCases' | 'misfit'>,
  name: string,
): boolean {
  const hasCases = groupByName(results).length > 1 || untimedCases.length > 1;
  return !hasCases && !anyMisfit(capture) && waitingText(capture, name) === undefined;
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
