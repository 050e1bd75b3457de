import { typeText } from '../src/profile/text/words';
import type { FlameStart, PageState } from '../src/protocol/messages';
import { readAsked } from './callGraph/asked';
import { readOrder, type TopOrder } from './top/rowOrder';
import type { AskedGraph } from '../src/protocol/questions';

export type ProfileState = NonNullable<PageState['profile']>;

/** Where the user is in one profile under one sample type. */
export interface Place {
  /** Function that stacks start at; undefined: as the user chose for the kind of profile. */
  readonly from?: string;
  /** How much of the profile is not under its own `startAt`, where that is more than half. */
  readonly outside?: 'most' | 'all';
  /** Whether the callers of `from` stand above it. */
  readonly callers?: boolean;
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

/** What of the stacks the flame graph leaves out; see StackView and FlameView of profile/reports. */
export const STACK_OPTIONS = ['collapseRecursion', 'foldWrappers', 'hideHarness'] as const;

export type StackOption = (typeof STACK_OPTIONS)[number];

/** What the page keeps over being hidden and over a reload of the window. */
export interface ViewState {
  /** The tab that is shown; one that there is not any more is the first. */
  readonly tab: string;
  /** Name of the function that is selected; empty: none. */
  readonly selected: string;
  /** The run in which it was selected. */
  readonly selectedIn: string;
  /** Of the flame graph. */
  readonly search: string;
  /** Those that are on. */
  readonly stackOptions: readonly StackOption[];
  /** How the table is sorted and searched. */
  readonly top: TopOrder & { readonly search: string };
  /** How much of the call graph is shown. */
  readonly graph: AskedGraph;
  readonly places: Readonly<Record<string, Place>>;
}

export const START: Place = { root: 0, restFrom: 0, path: [], focus: 0, scroll: 0 };

const PLACES_KEPT = 12;

/** Tells a profile and its sample type again after a reload, when the profile has another id. */
export function placeKey(profile: ProfileState): string {
  const { title, sampleTypes, sampleType, totals, samples } = profile;
  const { unit = '' } = sampleTypes[sampleType] ?? {};
  return JSON.stringify([title, kindOf(profile), shownType(profile), unit, samples, totals[sampleType] ?? 0]);
}

/** What the sample type that is shown is called. */
export function shownType({ sampleTypes, sampleType }: Pick<ProfileState, 'sampleTypes' | 'sampleType'>): string {
  return sampleTypes[sampleType] === undefined ? '' : typeText(sampleTypes, sampleType);
}

/** Of which kind a profile is: `cpu`, `mutex`, … */
export function kindOf({ captured, siblings }: ProfileState): string {
  return siblings.find(({ id }) => id === captured)?.label ?? '';
}

/**
 * Where stacks start; undefined: everything is shown. Unless the user chose otherwise, they start at what was measured,
 * as long as that is at least half of the total.
 */
export function startOf({ from, outside }: Place, { startAt }: ProfileState, choice?: FlameStart): string | undefined {
  if (from !== undefined) return from;
  if (choice === 'everything' || outside === 'all') return undefined;
  return outside === 'most' && choice === undefined ? undefined : startAt;
}

/** The state with a place kept; the places that were kept longest ago are let go. */
export function keepPlace(state: ViewState, key: string, place: Place): ViewState {
  const others = Object.entries(state.places).filter(([known]) => known !== key);
  return { ...state, places: Object.fromEntries([...others.slice(1 - PLACES_KEPT), [key, place]]) };
}

/** Reads what `setState` kept; anything of another shape (another version's) is left out. */
export function readViewState(saved: unknown): ViewState {
  const { tab, selected, selectedIn, search, stackOptions, top, graph, places } = fields(saved);
  const kept = Object.entries(fields(places)).flatMap(([key, place]) => {
    const read = readPlace(fields(place));
    return read ? [[key, read] as const] : [];
  });
  const on = Array.isArray(stackOptions) ? STACK_OPTIONS.filter((option) => stackOptions.includes(option)) : [];
  const texts = { tab: text(tab), selected: text(selected), selectedIn: text(selectedIn), search: text(search) };
  const table = { ...readOrder(top), search: text(fields(top).search) };
  return { ...texts, stackOptions: on, top: table, graph: readAsked(graph), places: Object.fromEntries(kept) };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function readPlace(saved: Record<string, unknown>): Place | undefined {
  const { from, outside, callers, root, restFrom, path, focus, scroll } = saved;
  const numbers = [root, restFrom, focus, scroll];
  if (!numbers.every((value) => typeof value === 'number' && value >= 0)) return undefined;
  if (!Array.isArray(path) || !path.every((name) => typeof name === 'string')) return undefined;
  const [rootId, rank, focusId, pixels] = numbers as number[];
  const place = { root: rootId, restFrom: rank, path, focus: focusId };
  const start = typeof from === 'string' && from !== '' ? { from, ...(callers === true ? { callers } : {}) } : {};
  const left: Partial<Place> = outside === 'most' || outside === 'all' ? { outside } : {};
  return { ...place, scroll: pixels, ...start, ...left };
}

function fields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
