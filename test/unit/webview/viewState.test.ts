import assert from 'node:assert/strict';
import test from 'node:test';
import { readViewState, type ViewState } from '../../../webview/viewState';
import { INITIAL_PLACE, withPlace } from '../../../webview/flame/flamePlaces';

const TOP: ViewState['top'] = { sort: 'flat', direction: 'firm' };
const GRAPH: ViewState['graph'] = { nodeCount: 80, callTree: false, trim: true };
const DEFAULT_STATE: ViewState = {
  tab: '', selected: '', selectedIn: '', search: '', stackOptions: [], top: TOP, graph: GRAPH, places: {}, strip: { chart: '' },
};

test('a saved state is read back unchanged', () => {
  const place = { ...INITIAL_PLACE, from: 'main.main', callers: true, root: 4, path: ['all', 'main.main'], focus: 4, scroll: 120 };
  const top = { sort: 'cum', direction: 'ascending' } as const;
  const texts = { tab: 'top', selected: 'main.main', selectedIn: 'capture 1', search: 'json' };
  const graph = { nodeCount: 160, callTree: true, trim: false };
  const places = withPlace({}, 'key', place);
  const strip = { chart: 'Heap', isCollapsed: true };
  const state: ViewState = { ...DEFAULT_STATE, ...texts, stackOptions: ['hideTestingFrames'], top, graph, places, strip };
  assert.deepEqual(readViewState(JSON.parse(JSON.stringify(state))), state);
});

test('a missing or malformed state gives the default state', () => {
  for (const saved of [undefined, null, 'text', 5, { places: 7 }, { search: 4, places: { key: { root: 'a' } } }]) {
    assert.deepEqual(readViewState(saved), DEFAULT_STATE);
  }
});

test('invalid options of the call graph become the defaults', () => {
  assert.deepEqual(readViewState({ graph: { nodeCount: 1_000_000, callTree: 'yes', trim: 'no' } }).graph, GRAPH);
});

test('unknown stack options are ignored', () => {
  const saved = { ...DEFAULT_STATE, stackOptions: ['foldWrappers', 'sortByAge', 3] };
  assert.deepEqual(readViewState(saved).stackOptions, ['foldWrappers']);
});
