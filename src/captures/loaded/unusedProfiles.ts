import type { Capture, LoadedProfile } from '../loadedCapture';

/** The profiles of a capture that the others do not have. A renamed capture is a new object with the same profiles. */
export function profilesOnlyOf(capture: Capture, others: readonly (Capture | undefined)[]): LoadedProfile[] {
  const used = new Set(others.flatMap((other) => other?.profiles ?? []));
  return capture.profiles.filter((profile) => !used.has(profile));
}
