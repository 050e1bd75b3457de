import type { Capture, LoadedProfile } from '../loadedCapture';

/** The profiles of a capture that no other one shares. A renamed capture is another object with the same profiles. */
export function profilesOnlyOf(capture: Capture, others: readonly (Capture | undefined)[]): LoadedProfile[] {
  const held = new Set(others.flatMap((other) => other?.profiles ?? []));
  return capture.profiles.filter((profile) => !held.has(profile));
}
