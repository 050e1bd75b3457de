import { typeText } from '../src/profile/text/sampleTypeNames';
import type { PageState } from '../src/protocol/messages';

export type ProfileState = NonNullable<PageState['profile']>;

/** Name of the visible sample type: `cpu`, `alloc_space`. */
export function visibleSampleType({ sampleTypes, sampleType }: Pick<ProfileState, 'sampleTypes' | 'sampleType'>): string {
  return sampleTypes[sampleType] === undefined ? '' : typeText(sampleTypes, sampleType);
}

/** Kind of a profile: `cpu`, `mutex`, … */
export function kindOf({ captured, siblings }: ProfileState): string {
  return siblings.find(({ id }) => id === captured)?.label ?? '';
}
