import { typeText } from '../src/profile/text/sampleTypeNames';
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
