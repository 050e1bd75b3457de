import type { LoadedProfile } from '../loadedCapture';

/**
 * The profile to show of an unfinished capture. This is the one of the given kind if it has samples; undefined while
 * that one is still to come. Then it is the first loaded profile with samples in the user's code, if any.
 * @param expected the kinds of all profiles that the capture will have
 */
export function firstToShow(
  loaded: readonly LoadedProfile[],
  kind: string | undefined,
  expected: readonly string[],
): LoadedProfile | undefined {
  const ofKind = loaded.find(({ label, summary }) => label === kind && summary.sampleCount > 0);
  const isExpected = kind !== undefined && expected.includes(kind) && !loaded.some(({ label }) => label === kind);
  const isWorthShowing = ({ summary: { sampleCount }, lacksOwnCode }: LoadedProfile): boolean => {
    return sampleCount > 0 && !lacksOwnCode;
  };
  return ofKind ?? (isExpected ? undefined : loaded.find(isWorthShowing));
}
