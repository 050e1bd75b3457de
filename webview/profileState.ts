import { typeText } from '../src/profile/text/sampleTypeNames';
import { withoutOperation } from '../src/profile/text/relativeUnits';
import type { PageState } from '../src/pages/protocol/profilePage';

export type ProfileState = NonNullable<PageState['profile']>;

/** Name of the visible sample type: `cpu`, `alloc_space`. */
export function visibleSampleType({ sampleTypes, sampleType }: Pick<ProfileState, 'sampleTypes' | 'sampleType'>): string {
  return sampleTypes[sampleType] === undefined ? '' : typeText(sampleTypes, sampleType);
}

/** Kind of a profile: `cpu`, `mutex`, … */
export function kindOf({ captured, siblings }: ProfileState): string {
  return siblings.find(({ id }) => id === captured)?.label ?? '';
}

/**
 * Whether a profile has the samples of the previous one and of further rounds. It is another captured profile of the
 * same capture; a refinement or a comparison of the same one has another id alone.
 */
export function isLaterRound(profile: ProfileState, previous: ProfileState): boolean {
  return previous.captured !== profile.captured && shownOf(profile) === shownOf(previous);
}

/**
 * Whether the next answer of a tab is about a later round of what it shows.
 * @param isPending whether that is so for the previous state, whose answer has not come: the costs per operation follow
 * the totals of the same round
 */
export function awaitsLaterRound(
  profile: ProfileState | undefined,
  previous: ProfileState | undefined,
  isPending: boolean,
): boolean {
  if (!profile || !previous) return false;
  return (isPending && profile.captured === previous.captured) || isLaterRound(profile, previous);
}

/** What two rounds of a profile have in common. */
function shownOf(profile: ProfileState): string {
  const { capture, comparison, sampleType, sampleTypes } = profile;
  // Until the costs per operation are computed, the unit is that of totals.
  const unit = withoutOperation(sampleTypes[sampleType]?.unit ?? '');
  return JSON.stringify([capture, kindOf(profile), visibleSampleType(profile), unit, comparison !== undefined]);
}

/** Whether the figures of a profile are changes, which have signs: in a comparison, or between two moments. */
export function isChange(profile: Pick<ProfileState, 'comparison' | 'sums'> | undefined): boolean {
  return profile?.comparison !== undefined || profile?.sums !== undefined;
}

/** Why no function has a figure. */
export function noFiguresText(profile: ProfileState | undefined): string {
  return profile?.comparison
    ? 'No function costs more or less than in the baseline.'
    : 'The profile has no samples of this type.';
}
