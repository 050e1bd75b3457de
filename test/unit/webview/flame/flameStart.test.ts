import assert from 'node:assert/strict';
import test from 'node:test';
import { placeInstead, startOf } from '../../../../webview/flame/flameStart';
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
  assert.equal(startOf(START, JOIN), 'example.com/m.BenchmarkJoin');
  assert.equal(startOf(START, JOIN, 'everything'), undefined);
  assert.equal(startOf({ ...START, from: 'main.work' }, JOIN), 'main.work');
  assert.equal(startOf({ ...START, from: 'main.work' }, JOIN, 'everything'), 'main.work');
  assert.equal(startOf(START, { ...JOIN, startAt: undefined }), undefined);
});

test('if most of the profile is not under the benchmark, stacks start there only if the user chooses it', () => {
  assert.equal(startOf({ ...START, outside: 'most' }, JOIN), undefined);
  assert.equal(startOf({ ...START, outside: 'most' }, JOIN, 'measured'), JOIN.startAt);
  assert.equal(startOf({ ...START, outside: 'all' }, JOIN, 'measured'), undefined);
});

test('if most of the profile is not under the start, all of it is shown, unless the user chose the start', () => {
  assert.equal(placeInstead(0.5, START, JOIN), undefined);
  assert.deepEqual(placeInstead(0.49, START, JOIN), { ...START, outside: 'most' });
  assert.equal(placeInstead(0.49, START, JOIN, 'measured'), undefined);
  assert.deepEqual(placeInstead(0, START, JOIN, 'measured'), { ...START, outside: 'all' });
  assert.equal(placeInstead(0.01, { ...START, from: 'main.work' }, JOIN), undefined);
  assert.deepEqual(placeInstead(0, { ...START, from: 'main.work' }, JOIN), START);
});
