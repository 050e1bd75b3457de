import assert from 'node:assert/strict';
import { test } from 'node:test';
import type * as vscode from 'vscode';
import { RememberedSession } from '../../../src/workbench/rememberedSession';
import { RememberedFlameStarts } from '../../../src/workbench/rememberedFlameStarts';
import { ResultBook } from '../../../src/workbench/resultBook';

/** Workspace state with the same value for every key. */
function holding(value: unknown): vscode.Memento {
  return { keys: () => [], get: () => value as never, update: async () => undefined };
}

const ODD = [null, 5, 'x', {}, [], [null], [5], [['a']], [['a', 5]], { id: 5 }, { id: 'a' }, { id: 'a', mode: 'x' }];

test('stored values of another shape are ignored', () => {
  for (const value of ODD) {
    const memory = new RememberedSession(holding(value));
    const seen = [memory.capture, memory.baseline, memory.sampleTypeOf('a'), new RememberedFlameStarts(holding(value)).all];
    assert.deepEqual(seen, [undefined, undefined, undefined, {}], JSON.stringify(value));
    assert.equal(memory.file, value === 'x' ? 'x' : undefined);
    new ResultBook(holding(value)).restore([]);
  }
});

test('valid stored values are read', () => {
  const capture = { id: 'a', profile: 'cpu', sampleType: 'samples' };
  assert.deepEqual(new RememberedSession(holding(capture)).capture, capture);
  const baseline = { id: 'a', mode: 'diff_base', normalize: false, totals: true, chosenFor: undefined };
  assert.deepEqual(new RememberedSession(holding(baseline)).baseline, baseline);
  const pairs = holding([['a', 'cpu'], 5, ['b', 'measured']]);
  assert.equal(new RememberedSession(pairs).sampleTypeOf('a'), 'cpu');
  assert.deepEqual(new RememberedFlameStarts(pairs).all, { b: 'measured' });
});
