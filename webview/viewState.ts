import type { PageState } from '../src/protocol/messages';

export type ProfileState = NonNullable<PageState['profile']>;

/** Where the user is in one profile under one sample type. */
export interface Place {
  /** Where stacks start; `''`: everything; undefined: the profile's own `startAt`, if it has one. */
  readonly from?: string;
  /** Frame zoomed to, and the first of its children that is shown, as in a window's view. */
  readonly root: number;
  readonly restFrom: number;
  /** Names of the innermost frames down to the one zoomed to: an id that leads elsewhere is no longer good. */
  readonly path: readonly string[];
  /** Frame that has the focus, by its id. */
  readonly focus: number;
  /** Pixels. */
  readonly scroll: number;
}

/** What the page keeps over being hidden and over a reload of the window. */
export interface ViewState {
  readonly search: string;
  readonly places: Readonly<Record<string, Place>>;
}

export const START: Place = { root: 0, restFrom: 0, path: [], focus: 0, scroll: 0 };

const PLACES_KEPT = 12;

/** Tells a profile and its sample type again after a reload, when the profile has another id. */
export function placeKey(profile: ProfileState): string {
  const { title, sampleTypes, sampleType, totals, samples } = profile;
  const { type = '', unit = '' } = sampleTypes[sampleType] ?? {};
  return JSON.stringify([title, type, unit, samples, totals[sampleType] ?? 0]);
}

/** Where stacks start, as it is asked for. */
export function startOf(place: Place, profile: ProfileState): string | undefined {
  return (place.from ?? profile.startAt) || undefined;
}

/** The state with a place kept; the places that were kept longest ago are let go. */
export function keepPlace(state: ViewState, key: string, place: Place): ViewState {
  const others = Object.entries(state.places).filter(([known]) => known !== key);
  return { ...state, places: Object.fromEntries([...others.slice(1 - PLACES_KEPT), [key, place]]) };
}

/** Reads what `setState` kept; anything of another shape (another version's) is left out. */
export function readViewState(saved: unknown): ViewState {
  const { search, places } = fields(saved);
  const kept = Object.entries(fields(places)).flatMap(([key, place]) => {
    const read = readPlace(fields(place));
    return read ? [[key, read] as const] : [];
  });
  return { search: typeof search === 'string' ? search : '', places: Object.fromEntries(kept) };
}

function readPlace({ from, root, restFrom, path, focus, scroll }: Record<string, unknown>): Place | undefined {
  const numbers = [root, restFrom, focus, scroll];
  if (!numbers.every((value) => typeof value === 'number' && value >= 0)) return undefined;
  if (!Array.isArray(path) || !path.every((name) => typeof name === 'string')) return undefined;
  const [rootId, rank, focusId, pixels] = numbers as number[];
  const place = { root: rootId as number, restFrom: rank as number, path, focus: focusId as number };
  return { ...place, scroll: pixels as number, ...(typeof from === 'string' ? { from } : {}) };
}

function fields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
