import assert from 'node:assert/strict';
import test from 'node:test';
import { withPlace, placeKey, readViewState, INITIAL_PLACE, type ProfileState, type ViewState } from '../../../webview/viewState';

const PROFILE: ProfileState = {
  id: 3,
  captured: 3,
  capture: 'capture 1',
  title: 'BenchmarkJoin',
  sampleTypes: [
    { type: 'alloc_objects', unit: 'count' },
    { type: 'alloc_space', unit: 'bytes' },
  ],
  sampleType: 1,
  totals: [12, 4096],
  samples: '9 samples',
  durationNanos: 0,
  siblings: [],
  startAt: 'example.com/m.BenchmarkJoin',
};

const TOP: ViewState['top'] = { sort: 'flat', direction: 'size', search: '' };
const GRAPH: ViewState['graph'] = { nodeCount: 80, callTree: false, trim: true };
const DEFAULT_STATE: ViewState = {
  tab: '', selected: '', selectedIn: '', search: '', stackOptions: [], top: TOP, graph: GRAPH, places: {},
};

test('a saved state is read back unchanged', () => {
  const place = { ...INITIAL_PLACE, from: 'main.main', callers: true, root: 4, path: ['all', 'main.main'], focus: 4, scroll: 120 };
  const top = { sort: 'cum', direction: 'ascending', search: 'json' } as const;
  const texts = { tab: 'top', selected: 'main.main', selectedIn: 'capture 1', search: 'json' };
  const graph = { nodeCount: 160, callTree: true, trim: false };
  const state = withPlace({ ...DEFAULT_STATE, ...texts, stackOptions: ['hideTestingFrames'], top, graph }, 'key', place);
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

test('a place belongs to a profile and sample type, even if the id of the profile changes', () => {
  assert.equal(placeKey({ ...PROFILE, id: 99 }), placeKey(PROFILE));
  assert.notEqual(placeKey({ ...PROFILE, sampleType: 0 }), placeKey(PROFILE));
});

test('totals and costs per operation share a place', () => {
  const sampleTypes = [{ type: 'alloc_objects', unit: 'allocs/op' }, { type: 'alloc_space', unit: 'bytes/op' }];
  const divided = { ...PROFILE, sampleTypes, totals: [12 / 7, 585.142857], operations: 7 };
  assert.equal(placeKey(divided), placeKey(PROFILE));
  assert.notEqual(placeKey({ ...divided, totals: [12 / 7, 600] }), placeKey(PROFILE));
});

test('only the twelve newest places are kept', () => {
  let state = readViewState(undefined);
  for (let i = 0; i < 40; i++) state = withPlace(state, `profile ${i}`, INITIAL_PLACE);
  const keys = Object.keys(state.places);
  assert.equal(keys.length, 12);
  assert.equal(keys.at(-1), 'profile 39');
});

test('the share outside the start function is read back, but an unknown share and an empty start are ignored', () => {
  const read = (place: object) => readViewState({ places: { key: { ...INITIAL_PLACE, ...place } } }).places.key;
  assert.deepEqual(read({ outside: 'most' }), { ...INITIAL_PLACE, outside: 'most' });
  assert.deepEqual(read({ outside: 'some', from: '' }), INITIAL_PLACE);
});
