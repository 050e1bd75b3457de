import type { Active } from './session';
import { isOfChosenTime } from './timeOfProfile';

/** What the figures of a profile are of: equal in all of its rounds, whose figures differ. Without its baseline. */
export function roundsKey({ capture, profile, sampleType, refinement }: Active): string {
  return JSON.stringify([capture.id, profile.label, isOfChosenTime(profile) && profile.time, sampleType, refinement]);
}
