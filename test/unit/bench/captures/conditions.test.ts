import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedConditions, changedInShort, changedSentence, type Conditions } from '../../../../src/bench/captures/conditions';

const HERE: Conditions = { goVersion: 'go1.26.8', maxProcs: 8, cpu: 'Model A', flags: [] };

test('conditions that are equal, or that a capture did not record, are not mentioned', () => {
  assert.deepEqual(changedConditions(HERE, HERE), []);
  assert.deepEqual(changedConditions(undefined, HERE), []);
  assert.deepEqual(changedConditions({ goVersion: 'go1.26.8' }, HERE), []);
});

test('a different Go version, experiment, processor, GOMAXPROCS or flag is named', () => {
  const there = { goVersion: 'go1.25.1', goExperiment: 'greenteagc', maxProcs: 4, cpu: 'Model B', flags: ['-tags=a', '-v'] };
  assert.deepEqual(changedConditions(there, HERE), [
    'Go 1.25.1, now 1.26.8',
    'GOEXPERIMENT greenteagc, now none',
    'cpu Model B, now Model A',
    'GOMAXPROCS 4, now 8',
    'flags -tags=a -v, now none',
  ]);
});

test('a different benchtime, count or commit is not a different condition', () => {
  const before = { ...HERE, flags: ['-benchtime=1s', '-count=1'], git: { commit: 'a' } };
  assert.deepEqual(changedConditions(before, { ...HERE, flags: ['-benchtime=100x'], git: { commit: 'b' } }), []);
});

test('the short text names a single difference, and says "other conditions" for several', () => {
  assert.equal(changedInShort(HERE, HERE), undefined);
  assert.equal(changedInShort({ ...HERE, goVersion: 'go1.25.1' }, HERE), 'other Go version');
  assert.equal(changedInShort({ ...HERE, maxProcs: 4 }, HERE), 'other GOMAXPROCS');
  assert.equal(changedInShort({ ...HERE, maxProcs: 4, cpu: 'Model B' }, HERE), 'other conditions');
});

test('a sentence names what had the other conditions', () => {
  assert.equal(changedSentence('The baseline', HERE, HERE), undefined);
  const sentence = changedSentence('The baseline', { ...HERE, goVersion: 'go1.25.1', maxProcs: 4 }, HERE);
  assert.equal(sentence, 'The baseline had other conditions: Go 1.25.1, now 1.26.8; GOMAXPROCS 4, now 8.');
});
