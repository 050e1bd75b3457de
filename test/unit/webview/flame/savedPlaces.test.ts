import assert from 'node:assert/strict';
import test from 'node:test';
import { INITIAL_PLACE, placeKey, type SavedPlaces, withPlace } from '../../../../webview/flame/flamePlaces';
import type { ProfileState } from '../../../../webview/profileState';
import { readViewState } from '../../../../webview/viewState';

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
  let places: SavedPlaces = {};
  for (let i = 0; i < 40; i++) places = withPlace(places, `profile ${i}`, INITIAL_PLACE);
  const keys = Object.keys(places);
  assert.equal(keys.length, 12);
  assert.equal(keys.at(-1), 'profile 39');
});

test('the share outside the start function is read back, but an unknown share and an empty start are ignored', () => {
  const read = (place: object) => readViewState({ places: { key: { ...INITIAL_PLACE, ...place } } }).places.key;
  assert.deepEqual(read({ outside: 'most' }), { ...INITIAL_PLACE, outside: 'most' });
  assert.deepEqual(read({ outside: 'some', from: '' }), INITIAL_PLACE);
});
