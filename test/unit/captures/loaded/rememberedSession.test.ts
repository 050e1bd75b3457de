import assert from 'node:assert/strict';
import { test } from 'node:test';
import type * as vscode from 'vscode';
import { RememberedSession } from '../../../../src/captures/loaded/rememberedSession';
import { RememberedFlameStarts } from '../../../../src/captures/loaded/rememberedFlameStarts';
import { LatestResults } from '../../../../src/captures/loaded/latestResults';

/** Workspace state with the same value for every key. */
function mementoOf(value: unknown): vscode.Memento {
  return { keys: () => [], get: () => value as never, update: async () => undefined };
}

const MALFORMED = [null, 5, 'x', {}, [], [null], [5], [['a']], [['a', 5]], { id: 5 }, { id: 'a' }, { id: 'a', mode: 'x' }];

test('malformed stored values are ignored', () => {
  for (const value of MALFORMED) {
    const remembered = new RememberedSession(mementoOf(value));
    const starts = new RememberedFlameStarts(mementoOf(value)).all;
    const values = [remembered.capture, remembered.baselines, remembered.viewOf('a'), starts];
    assert.deepEqual(values, [undefined, [], {}, {}], JSON.stringify(value));
    assert.equal(remembered.file, value === 'x' ? 'x' : undefined);
    new LatestResults(mementoOf(value)).restore([]);
  }
});

test('baselines that an earlier version stored keep what they are compared with', () => {
  const options = { id: 'a', mode: 'diff_base', normalize: false };
  const stored = [{ ...options, chosenFor: 'BenchmarkA' }, { ...options, onlyFor: 'b' }];
  assert.deepEqual(new RememberedSession(mementoOf(stored)).baselines, [
    { ...options, comparedSubject: 'BenchmarkA' },
    { ...options, comparedCapture: 'b' },
  ]);
});

test('valid stored values are read', () => {
  const capture = { id: 'a', profile: 'cpu', sampleType: 'samples' };
  assert.deepEqual(new RememberedSession(mementoOf(capture)).capture, capture);
  const baseline = { id: 'a', mode: 'diff_base', normalize: false, totals: true, comparedSubject: undefined };
  assert.deepEqual(new RememberedSession(mementoOf([baseline, { id: 5 }])).baselines, [baseline]);
  // Earlier versions stored a single one.
  assert.deepEqual(new RememberedSession(mementoOf(baseline)).baselines, [baseline]);
  const pairs = mementoOf([['a', 'cpu'], 5, ['b', 'measured']]);
  assert.deepEqual(new RememberedSession(pairs).viewOf('a'), { sampleType: 'cpu' });
  const ofTrace = new RememberedSession(mementoOf([['a', 'sync\0delay']]));
  assert.deepEqual(ofTrace.viewOf('a'), { kind: 'sync', sampleType: 'delay' });
  assert.deepEqual(new RememberedFlameStarts(pairs).all, { b: 'measured' });
});
