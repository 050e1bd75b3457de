import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedConditions, type Conditions } from '../../../../src/bench/captures/conditions';

const HERE: Conditions = { goVersion: 'go1.26.8', maxProcs: 8, cpu: 'Model A', flags: [] };

test('the same conditions, and those that a capture did not record, say nothing', () => {
  assert.deepEqual(changedConditions(HERE, HERE), []);
  assert.deepEqual(changedConditions(undefined, HERE), []);
  assert.deepEqual(changedConditions({ goVersion: 'go1.26.8' }, HERE), []);
});

test('another Go version, experiment, processor, GOMAXPROCS or flag is named', () => {
  const there = { goVersion: 'go1.25.1', goExperiment: 'greenteagc', maxProcs: 4, cpu: 'Model B', flags: ['-tags=a', '-v'] };
  assert.deepEqual(changedConditions(there, HERE), [
    'Go 1.25.1, now 1.26.8',
    'GOEXPERIMENT greenteagc, now none',
    'cpu Model B, now Model A',
    'GOMAXPROCS 4, now 8',
    'flags -tags=a -v, now none',
  ]);
});

test('how long and how often a benchmark ran is no difference, and neither is the commit', () => {
  const before = { ...HERE, flags: ['-benchtime=1s', '-count=1'], git: { commit: 'a' } };
  assert.deepEqual(changedConditions(before, { ...HERE, flags: ['-benchtime=100x'], git: { commit: 'b' } }), []);
});
