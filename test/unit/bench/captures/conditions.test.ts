import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedConditions, changedInShort, changedSentence, type Conditions } from '../../../../src/bench/captures/conditions';

const CURRENT: Conditions = { goVersion: 'go1.26.8', maxProcs: 8, cpu: 'Model A', flags: [] };

test('conditions that are equal, or that a capture did not record, are not listed', () => {
  assert.deepEqual(changedConditions(CURRENT, CURRENT), []);
  assert.deepEqual(changedConditions(undefined, CURRENT), []);
  assert.deepEqual(changedConditions({ goVersion: 'go1.26.8' }, CURRENT), []);
});

test('a different Go version, experiment, processor, GOMAXPROCS or flag is named', () => {
  const earlier = { goVersion: 'go1.25.1', goExperiment: 'greenteagc', maxProcs: 4, cpu: 'Model B', flags: ['-tags=a', '-v'] };
  assert.deepEqual(changedConditions(earlier, CURRENT), [
    'Go 1.25.1, now 1.26.8',
    'GOEXPERIMENT greenteagc, now none',
    'cpu Model B, now Model A',
    'GOMAXPROCS 4, now 8',
    'flags -tags=a -v, now none',
  ]);
});

test('a different benchtime, count or commit is not a different condition', () => {
  const before = { ...CURRENT, flags: ['-benchtime=1s', '-count=1'], git: { commit: 'a' } };
  assert.deepEqual(changedConditions(before, { ...CURRENT, flags: ['-benchtime=100x'], git: { commit: 'b' } }), []);
});

test('the short text names a single difference, and says "other conditions" for several', () => {
  assert.equal(changedInShort(CURRENT, CURRENT), undefined);
  assert.equal(changedInShort({ ...CURRENT, goVersion: 'go1.25.1' }, CURRENT), 'other Go version');
  assert.equal(changedInShort({ ...CURRENT, maxProcs: 4 }, CURRENT), 'other GOMAXPROCS');
  assert.equal(changedInShort({ ...CURRENT, maxProcs: 4, cpu: 'Model B' }, CURRENT), 'other conditions');
});

test('the sentence names the capture and lists its other conditions', () => {
  assert.equal(changedSentence('The baseline', CURRENT, CURRENT), undefined);
  const sentence = changedSentence('The baseline', { ...CURRENT, goVersion: 'go1.25.1', maxProcs: 4 }, CURRENT);
  assert.equal(sentence, 'The baseline had other conditions: Go 1.25.1, now 1.26.8; GOMAXPROCS 4, now 8.');
});
