import type { ProfileKind } from '../../go/captureTypes';
import type { HottestCertainty } from '../../profile/answers/lines';
import { isFew } from '../../profile/noise/interval';
import { plural } from '../../profile/text/counts';
import { countText } from '../../profile/text/screen/digits';
import { percentText } from '../../profile/text/screen/share';

/** `linecost.profile.samples`: the number of samples to reach; 0 for one round; undefined until the lines are firm. */
export type SamplesGoal = number | undefined;

/** How sure a profile is after some rounds. */
export interface KindCertainty {
  readonly kind: ProfileKind;
  /** undefined if it does not rest on samples whose number is known. */
  readonly certainty: HottestCertainty | undefined;
}

/** The hottest lines are firm if half of each one's 95 % interval is at most this part of its cost. */
const FIRM_WITHIN = 0.2;
/** The time of all rounds in all, in milliseconds, until the lines are firm. */
const FIRM_MS = 5000;
/** The same for a number of samples. */
const NUMBER_MS = 60_000;

/** The kinds of one run that still lack samples. @param kindCount the number of kinds of the whole capture */
export function lackingKinds(
  goal: SamplesGoal,
  kinds: readonly KindCertainty[],
  kindCount = kinds.length,
): readonly KindCertainty[] {
  // A benchmark that hardly allocates would never have a number of samples in its memory profile.
  if (goal !== undefined) return kinds.slice(0, 1).filter(({ certainty }) => certainty && certainty.samples < goal);
  return kinds.filter(({ kind, certainty }) => {
    if (!certainty || certainty.within <= FIRM_WITHIN) return false;
    const hardlyAllocates = kind === 'memory' && kindCount > 1 && isFew(certainty.hottest);
    return !hardlyAllocates;
  });
}

/** The longest time of all rounds together, in milliseconds. No round begins that would probably end later. */
export function longestMillis(goal: SamplesGoal): number {
  return goal === undefined ? FIRM_MS : NUMBER_MS;
}

export const KIND_NAMES: Readonly<Record<ProfileKind, string>> = { cpu: 'CPU', memory: 'memory', mutex: 'mutex', block: 'block', wall: 'wall', trace: 'trace' };

/**
 * What the next round is for: `round 2: 71 samples, the hottest lines are within 31 %`; for a number of samples
 * `round 2: 71 of 1 000 samples`.
 * @param round 1-based
 * @param isOneOfSeveral whether other kinds have rounds of their own
 */
export function roundText(
  round: number,
  goal: SamplesGoal,
  [{ kind, certainty }]: readonly KindCertainty[],
  isOneOfSeveral = false,
): string {
  const { samples, within } = certainty!;
  const name = isOneOfSeveral || kind !== 'cpu' ? `${KIND_NAMES[kind]} ` : '';
  const start = `${isOneOfSeveral ? name : ''}round ${round}`;
  const of = goal === undefined ? '' : ` of ${countText(goal)}`;
  const noun = plural('sample', goal ?? samples);
  const counted = `${countText(samples)}${of} ${isOneOfSeveral ? '' : name}${noun}`;
  if (goal !== undefined) return `${start}: ${counted}`;
  const isKnown = within < 1;
  const firm = isKnown ? `the hottest lines are within ${percentText(100 * within, 2)}` : 'too few for the hottest lines';
  return `${start}: ${counted}, ${firm}`;
}
