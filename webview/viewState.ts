import { readGraphOptions } from './callGraph/graphOptions';
import { asRecord, asText } from './savedValue';
import { STACK_OPTIONS, type StackOption } from './flame/flameActions';
import { readOrder, type TopOrder } from './top/topOrder';
import type { CallGraphOptions } from '../src/pages/protocol/profilePage';
import { readPlaces, type SavedPlaces } from './flame/flamePlaces';

/** The state that survives hiding the page and reloading the window. */
export interface ViewState {
  /** Id of the visible tab; an unknown id means the first tab. */
  readonly tab: string;
  /** Name of the selected function; empty if none is selected. */
  readonly selected: string;
  /** The capture in which the function was selected. */
  readonly selectedIn: string;
  /** Search text of all tabs. */
  readonly search: string;
  /** The options of the flame graph that are on. */
  readonly stackOptions: readonly StackOption[];
  /** Sort order of Top. */
  readonly top: TopOrder;
  /** Options of the call graph. */
  readonly graph: CallGraphOptions;
  readonly places: SavedPlaces;
  /** The strip: the title of its chart, and whether it is one line; if unset, a low page decides. */
  readonly strip: { readonly chart: string; readonly isCollapsed?: boolean };
}

/** Reads a saved state. Ignores values of another shape, which other versions may have saved. */
export function readViewState(saved: unknown): ViewState {
  const { tab, selected, selectedIn, search, stackOptions, top, graph, places, strip } = asRecord(saved);
  const enabled = Array.isArray(stackOptions) ? STACK_OPTIONS.filter((option) => stackOptions.includes(option)) : [];
  const selection = { selected: asText(selected), selectedIn: asText(selectedIn) };
  const choices = { search: asText(search), stackOptions: enabled, top: readOrder(top) };
  const { chart, isCollapsed } = asRecord(strip);
  const stripState = { chart: asText(chart), ...(typeof isCollapsed === 'boolean' && { isCollapsed }) };
  const tabs = { graph: readGraphOptions(graph), places: readPlaces(places) };
  return { tab: asText(tab), ...selection, ...choices, ...tabs, strip: stripState };
}
