import { asRecord } from '../savedValue';
import { withoutOperation } from '../../src/profile/text/relativeUnits';
import { type ProfileState, visibleSampleType, kindOf } from '../profileState';

/** The place in the flame graph of one profile and sample type: start, zoom, focus and scroll position. */
export interface Place {
  /** The function that stacks start at; unset: as the user chose for this kind of profile. */
  readonly from?: string;
  /** Set if more than half of the profile (`most`), or all of it, is not under the profile's `startAt`. */
  readonly outside?: 'most' | 'all';
  /** Whether the callers of `from` are shown above it. */
  readonly callers?: boolean;
  /** The zoomed frame, and the rank of its first visible child; see `FlameView` in profile/answers/flame. */
  readonly root: number;
  readonly restFrom: number;
  /** Names of the zoomed frame and its nearest callers, outermost first. If the frame has others, `root` is stale. */
  readonly path: readonly string[];
  /** Id of the focused frame. */
  readonly focus: number;
  /** Scroll position in pixels. */
  readonly scroll: number;
}

export const INITIAL_PLACE: Place = { root: 0, restFrom: 0, path: [], focus: 0, scroll: 0 };

const MAX_PLACES = 12;

/**
 * Key of a profile and sample type that survives a reload, unlike the profile's id. Totals and costs per operation have
 * the same key.
 */
export function placeKey(profile: ProfileState): string {
  const { title, sampleTypes, sampleType, totals, samples, operations = 1 } = profile;
  const unit = withoutOperation(sampleTypes[sampleType]?.unit ?? '');
  // Costs per operation are rounded.
  const total = Number(((totals[sampleType] ?? 0) * operations).toPrecision(4));
  return JSON.stringify([title, kindOf(profile), visibleSampleType(profile), unit, samples, total]);
}

/** The places with one added. Drops the oldest above the limit. */
export function withPlace(places: SavedPlaces, key: string, place: Place): SavedPlaces {
  const others = Object.entries(places).filter(([other]) => other !== key);
  return Object.fromEntries([...others.slice(1 - MAX_PLACES), [key, place]]);
}

/** Reads saved places. Ignores values of another shape, which other versions may have saved. */
export function readPlaces(saved: unknown): SavedPlaces {
  return Object.fromEntries(Object.entries(asRecord(saved)).flatMap(([key, place]) => {
    const valid = readPlace(asRecord(place));
    return valid ? [[key, valid] as const] : [];
  }));
}

/** Places by placeKey. */
export type SavedPlaces = Readonly<Record<string, Place>>;

function readPlace(saved: Record<string, unknown>): Place | undefined {
  const { from, outside, callers, root, restFrom, path, focus, scroll } = saved;
  const numbers = [root, restFrom, focus, scroll];
  if (!numbers.every((value) => typeof value === 'number' && value >= 0)) return undefined;
  if (!Array.isArray(path) || !path.every((name) => typeof name === 'string')) return undefined;
  const [rootId, rank, focusId, pixels] = numbers as number[];
  const place = { root: rootId, restFrom: rank, path, focus: focusId };
  const start = typeof from === 'string' && from !== '' ? { from, ...(callers === true ? { callers } : {}) } : {};
  const outsideField: Partial<Place> = outside === 'most' || outside === 'all' ? { outside } : {};
  return { ...place, scroll: pixels, ...start, ...outsideField };
}

/** The first place in another profile: the same frame if only the sample type changed. */
export function placeInProfile(profile: ProfileState, previous: ProfileState | undefined, place: Place): Place {
  return previous?.id === profile.id ? { ...place, restFrom: 0 } : INITIAL_PLACE;
}

/** The place with the same stacks, without a zoom. */
export function unzoomed({ from, outside, callers }: Place): Place {
  return { ...INITIAL_PLACE, ...withoutUndefined({ from, outside, callers }) };
}

export function withoutUndefined<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}
