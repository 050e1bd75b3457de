import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conditionDifferences, differencesInShort, differencesSentence, type Conditions } from '../../../../src/captures/disk/conditions';

const CURRENT: Conditions = { goVersion: 'go1.26.8', maxProcs: 8, cpu: 'Model A', flags: [] };

test('conditions that are equal, or that a capture did not record, are not listed', () => {
  assert.deepEqual(conditionDifferences(CURRENT, CURRENT), []);
  assert.deepEqual(conditionDifferences(undefined, CURRENT), []);
  assert.deepEqual(conditionDifferences({ goVersion: 'go1.26.8' }, CURRENT), []);
});

test('a different Go version, experiment, processor, GOMAXPROCS or flag is named', () => {
  const earlier = { goVersion: 'go1.25.1', goExperiment: 'greenteagc', maxProcs: 4, cpu: 'Model B', flags: ['-tags=a', '-v'] };
  assert.deepEqual(conditionDifferences(earlier, CURRENT), [
    'Go 1.25.1 instead of 1.26.8',
    'GOEXPERIMENT greenteagc instead of none',
    'CPU Model B instead of Model A',
    'GOMAXPROCS 4 instead of 8',
    'flags -tags=a -v instead of none',
  ]);
});

test('a different benchtime, count or commit is not a different condition', () => {
  const earlier = { ...CURRENT, flags: ['-benchtime=1s', '-count=1'], git: { commit: 'a' } };
  assert.deepEqual(conditionDifferences(earlier, { ...CURRENT, flags: ['-benchtime=100x'], git: { commit: 'b' } }), []);
});

test('the short text names a single difference, and says "different conditions" for several', () => {
  assert.equal(differencesInShort(CURRENT, CURRENT), undefined);
  assert.equal(differencesInShort({ ...CURRENT, goVersion: 'go1.25.1' }, CURRENT), 'different Go version');
  assert.equal(differencesInShort({ ...CURRENT, cpu: 'Model B' }, CURRENT), 'different CPU');
  assert.equal(differencesInShort({ ...CURRENT, maxProcs: 4 }, CURRENT), 'different GOMAXPROCS');
  assert.equal(differencesInShort({ ...CURRENT, maxProcs: 4, cpu: 'Model B' }, CURRENT), 'different conditions');
});

test('the sentence names the capture and lists its different conditions', () => {
  assert.equal(differencesSentence('The baseline', CURRENT, CURRENT), undefined);
  const start = 'The baseline was measured under different conditions: ';
  const sentence = differencesSentence('The baseline', { ...CURRENT, goVersion: 'go1.25.1', maxProcs: 4 }, CURRENT);
  assert.equal(sentence, `${start}Go 1.25.1 instead of 1.26.8; GOMAXPROCS 4 instead of 8.`);
});
