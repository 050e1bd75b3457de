import assert from 'node:assert/strict';
import test from 'node:test';
import { fallbackPlace, INITIAL_PLACE, startFunction } from '../../../../webview/flame/flamePlaces';
import { JOIN } from '../../../shared/joinProfile';

test('stacks start at the benchmark until the user chooses otherwise', () => {
  assert.equal(startFunction(INITIAL_PLACE, JOIN), 'example.com/m.BenchmarkJoin');
  assert.equal(startFunction(INITIAL_PLACE, JOIN, 'everything'), undefined);
  assert.equal(startFunction({ ...INITIAL_PLACE, from: 'main.work' }, JOIN), 'main.work');
  assert.equal(startFunction({ ...INITIAL_PLACE, from: 'main.work' }, JOIN, 'everything'), 'main.work');
  assert.equal(startFunction(INITIAL_PLACE, { ...JOIN, startAt: undefined }), undefined);
});

test('if most of the profile is not under the benchmark, stacks start there only if the user chooses it', () => {
  assert.equal(startFunction({ ...INITIAL_PLACE, outside: 'most' }, JOIN), undefined);
  assert.equal(startFunction({ ...INITIAL_PLACE, outside: 'most' }, JOIN, 'measured'), JOIN.startAt);
  assert.equal(startFunction({ ...INITIAL_PLACE, outside: 'all' }, JOIN, 'measured'), undefined);
});

test('if most of the profile is not under the start, all of it is shown, unless the user chose the start', () => {
  assert.equal(fallbackPlace(0.5, INITIAL_PLACE, JOIN), undefined);
  assert.deepEqual(fallbackPlace(0.49, INITIAL_PLACE, JOIN), { ...INITIAL_PLACE, outside: 'most' });
  assert.equal(fallbackPlace(0.49, INITIAL_PLACE, JOIN, 'measured'), undefined);
  assert.deepEqual(fallbackPlace(0, INITIAL_PLACE, JOIN, 'measured'), { ...INITIAL_PLACE, outside: 'all' });
  assert.equal(fallbackPlace(0.01, { ...INITIAL_PLACE, from: 'main.work' }, JOIN), undefined);
  assert.deepEqual(fallbackPlace(0, { ...INITIAL_PLACE, from: 'main.work' }, JOIN), INITIAL_PLACE);
});
