import { asRecord } from '../savedValue';
import { withoutOperation } from '../../src/profile/text/relativeUnits';
import { kindOf, type ProfileState, visibleSampleType } from '../profileState';
import type { FlameRequest, FlameStart } from '../../src/pages/protocol/profilePage';

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

/** The places with one added, instead of the replaced one. Drops the oldest above the limit. */
export function withPlace(places: SavedPlaces, key: string, place: Place, replaced = key): SavedPlaces {
  const others = Object.entries(places).filter(([other]) => other !== key && other !== replaced);
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

/** Whether a row is a function: not the root of whole stacks or of a benchmark's stacks. */
export function isFunction(row: number, { from }: FlameRequest, startAt: string | undefined): boolean {
  return row > 0 || (from !== undefined && from !== startAt);
}

/** Whether the callers and callees of a function can be shown: not of the one whose sandwich view is open. */
export function hasSandwich(row: number, { callers }: FlameRequest): boolean {
  return !(callers && row === 0);
}

/** The way into the sandwich view, with a function's callers above it and its callees below, and the way back. */
export class SandwichView {
  private before: Place | undefined;

  /** The place with the sandwich view of a function. */
  enter(place: Place, name: string): Place {
    if (!place.callers) this.before = place;
    return { ...INITIAL_PLACE, from: name, callers: true };
  }

  /** The place to return to. */
  leave(): Place {
    const place = this.before ?? INITIAL_PLACE;
    this.forget();
    return place;
  }

  /** Call when another profile is shown. */
  forget(): void {
    this.before = undefined;
  }
}

/** The fields of a view apart from width and search. */
const PLACE_FIELDS = [
  'from', 'callers', 'collapseRecursion', 'hideTestingFrames', 'foldWrappers', 'root', 'restFrom',
] as const satisfies readonly (keyof FlameRequest)[];

/** Whether at most width and search differ, so that the older window can be drawn until the newer one arrives. */
export function isSamePlace(a: FlameRequest, b: FlameRequest): boolean {
  return PLACE_FIELDS.every((field) => a[field] === b[field]);
}

export function isSameView(a: FlameRequest, b: FlameRequest): boolean {
  return isSamePlace(a, b) && a.width === b.width && a.search === b.search;
}

/** Whether both views show the same frame, or the callers and callees of the same function. */
export function isSameZoom(a: FlameRequest, b: FlameRequest): boolean {
  return (['from', 'callers', 'root', 'restFrom'] as const).every((field) => a[field] === b[field]);
}
