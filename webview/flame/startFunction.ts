import type { FlameStart } from '../../src/pages/protocol/profilePage';
import type { ProfileState } from '../profileState';
import { INITIAL_PLACE, type Place } from './savedPlaces';

/** The share of the total that must be under a start that the user did not choose. */
const MIN_SHARE = 0.5;

/**
 * The function that stacks start at; undefined if whole stacks are shown. The default is the profile's `startAt`, if at
 * least half of the total is under it.
 */
export function startFunction(
  { from, outside }: Place,
  { startAt }: ProfileState,
  choice?: FlameStart,
): string | undefined {
  if (from !== undefined) return from;
  if (choice === 'everything' || outside === 'all') return undefined;
  return outside === 'most' && choice === undefined ? undefined : startAt;
}

/**
 * The place to go to if less than half of the total is under a start that the user did not choose, or if nothing is
 * under the start; otherwise undefined, to stay.
 * @param covered the share of the total that is under the start
 */
export function fallbackPlace(
  covered: number,
  place: Place,
  profile: ProfileState,
  choice?: FlameStart,
): Place | undefined {
  if (place.from !== undefined) return covered > 0 ? undefined : INITIAL_PLACE;
  if (covered >= MIN_SHARE) return undefined;
  const fallback: Place = { ...INITIAL_PLACE, outside: covered === 0 ? 'all' : 'most' };
  return startFunction(fallback, profile, choice) === undefined ? fallback : undefined;
}
