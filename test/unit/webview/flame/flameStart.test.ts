import assert from 'node:assert/strict';
import test from 'node:test';
import { fallbackPlace, startFunction } from '../../../../webview/flame/flameStart';
import { START, type ProfileState } from '../../../../webview/viewState';

const JOIN: ProfileState = {
  id: 3,
  captured: 3,
  capture: 'run 1',
  title: 'BenchmarkJoin',
  sampleTypes: [{ type: 'cpu', unit: 'nanoseconds' }],
  sampleType: 0,
  totals: [12],
  samples: '9 samples',
  durationNanos: 0,
  siblings: [],
  startAt: 'example.com/m.BenchmarkJoin',
};

test('stacks start at the benchmark until the user chooses otherwise', () => {
  assert.equal(startFunction(START, JOIN), 'example.com/m.BenchmarkJoin');
  assert.equal(startFunction(START, JOIN, 'everything'), undefined);
  assert.equal(startFunction({ ...START, from: 'main.work' }, JOIN), 'main.work');
  assert.equal(startFunction({ ...START, from: 'main.work' }, JOIN, 'everything'), 'main.work');
  assert.equal(startFunction(START, { ...JOIN, startAt: undefined }), undefined);
});

test('if most of the profile is not under the benchmark, stacks start there only if the user chooses it', () => {
  assert.equal(startFunction({ ...START, outside: 'most' }, JOIN), undefined);
  assert.equal(startFunction({ ...START, outside: 'most' }, JOIN, 'measured'), JOIN.startAt);
  assert.equal(startFunction({ ...START, outside: 'all' }, JOIN, 'measured'), undefined);
});

test('if most of the profile is not under the start, all of it is shown, unless the user chose the start', () => {
  assert.equal(fallbackPlace(0.5, START, JOIN), undefined);
  assert.deepEqual(fallbackPlace(0.49, START, JOIN), { ...START, outside: 'most' });
  assert.equal(fallbackPlace(0.49, START, JOIN, 'measured'), undefined);
  assert.deepEqual(fallbackPlace(0, START, JOIN, 'measured'), { ...START, outside: 'all' });
  assert.equal(fallbackPlace(0.01, { ...START, from: 'main.work' }, JOIN), undefined);
  assert.deepEqual(fallbackPlace(0, { ...START, from: 'main.work' }, JOIN), START);
});
