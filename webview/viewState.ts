import { typeText } from '../src/profile/text/sampleTypeNames';
import type { PageState } from '../src/protocol/messages';
import { readGraphOptions } from './callGraph/graphOptions';
import { asRecord, asText } from './savedValue';
import { STACK_OPTIONS, type StackOption } from './flame/stackOptions';
import { readOrder, type TopOrder } from './top/rowOrder';
import type { CallGraphOptions } from '../src/protocol/questions';
import { withoutOperation } from '../src/profile/text/operationUnits';

export type ProfileState = NonNullable<PageState['profile']>;

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

/** The state that survives hiding the page and reloading the window. */
export interface ViewState {
  /** Id of the visible tab; an unknown id means the first tab. */
  readonly tab: string;
  /** Name of the selected function; empty if none is selected. */
  readonly selected: string;
  /** The capture in which the function was selected. */
  readonly selectedIn: string;
  /** Search text of the flame graph. */
  readonly search: string;
  /** The options of the flame graph that are on. */
  readonly stackOptions: readonly StackOption[];
  /** Sort order and search text of Top. */
  readonly top: TopOrder & { readonly search: string };
  /** Options of the call graph. */
  readonly graph: CallGraphOptions;
  readonly places: Readonly<Record<string, Place>>;
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

/** Name of the visible sample type: `cpu`, `alloc_space`. */
export function visibleSampleType({ sampleTypes, sampleType }: Pick<ProfileState, 'sampleTypes' | 'sampleType'>): string {
  return sampleTypes[sampleType] === undefined ? '' : typeText(sampleTypes, sampleType);
}

/** Kind of a profile: `cpu`, `mutex`, … */
export function kindOf({ captured, siblings }: ProfileState): string {
  return siblings.find(({ id }) => id === captured)?.label ?? '';
}

/** The state with a place added. Drops the oldest places above the limit. */
export function withPlace(state: ViewState, key: string, place: Place): ViewState {
  const others = Object.entries(state.places).filter(([other]) => other !== key);
  return { ...state, places: Object.fromEntries([...others.slice(1 - MAX_PLACES), [key, place]]) };
}

/** Reads a saved state. Ignores values of another shape, which other versions may have saved. */
export function readViewState(saved: unknown): ViewState {
  const { tab, selected, selectedIn, search, stackOptions, top, graph, places } = asRecord(saved);
  const validPlaces = Object.entries(asRecord(places)).flatMap(([key, place]) => {
    const valid = readPlace(asRecord(place));
    return valid ? [[key, valid] as const] : [];
  });
  const enabled = Array.isArray(stackOptions) ? STACK_OPTIONS.filter((option) => stackOptions.includes(option)) : [];
  const selection = { selected: asText(selected), selectedIn: asText(selectedIn) };
  const topState = { ...readOrder(top), search: asText(asRecord(top).search) };
  const choices = { search: asText(search), stackOptions: enabled, top: topState, graph: readGraphOptions(graph) };
  return { tab: asText(tab), ...selection, ...choices, places: Object.fromEntries(validPlaces) };
}

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

