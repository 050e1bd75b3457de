import { framesOf } from '../lines/frames';
import { CHECK_MASK, checkpoint } from '../common/guard';
import type { Profile } from '../model';
import { isWallTime } from '../text/wallText';

/** Of a stack, go build counts the call from the second location to the leaf, and the calls inlined in these two. */
const COUNTED_LOCATIONS = 2;

/**
 * Why go build cannot use the profile for profile-guided optimization; undefined if it can. It fails with a profile
 * that is of other units, all zero, or without start lines in the frames that it counts, and ignores one without
 * samples or calls. Source: cmd/internal/pgo/pprof.go, internal/profile/graph.go.
 */
export function pgoProblem(profile: Profile): PgoProblem | undefined {
  const { sampleTypes, sampleCount, values, stacks: { offsets, locations } } = profile;
  const column = sampleTypes.findIndex(({ type, unit }) =>
    (type === 'samples' && unit === 'count') || (type === 'cpu' && unit === 'nanoseconds'));
  if (sampleCount === 0) return 'noSamples';
  // Go would use one: it counts samples, too, but of goroutines that wait.
  if (column < 0 || sampleTypes.some(isWallTime)) return 'units';
  const { functions: { startLine }, offsets: frames, function: functionOf, sourceLine } = framesOf(profile);
  let isZero = true;
  let isNegative = false;
  let hasStarts = false;
  let hasCalls = false;
  for (let sample = 0; sample < sampleCount; sample++) {
    if ((sample & CHECK_MASK) === 0) checkpoint();
    const value = values[column][sample];
    if (value === 0) continue;
    isZero = false;
    isNegative ||= value < 0;
    let last: number | undefined;
    const end = Math.min(offsets[sample] + COUNTED_LOCATIONS, offsets[sample + 1]);
    for (let at = offsets[sample]; at < end; at++) {
      for (let frame = frames[locations[at]]; frame < frames[locations[at] + 1]; frame++) {
        hasStarts ||= startLine[functionOf[frame]] > 0;
        const isFirst = last === undefined;
        hasCalls ||= !isFirst && (functionOf[last!] !== functionOf[frame] || sourceLine[last!] !== sourceLine[frame]);
        last = frame;
      }
    }
  }
  if (isZero) return 'allZero';
  if (isNegative) return 'difference';
  if (!hasStarts) return 'noStartLines';
  return hasCalls ? undefined : 'noCalls';
}

/** Why go build cannot use a profile: see pgoProblem. */
export type PgoProblem = 'units' | 'noSamples' | 'allZero' | 'difference' | 'noStartLines' | 'noCalls';
