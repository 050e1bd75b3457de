import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inputsKey, readView } from '../../../../webview/benchmarks/savedView';

const INPUT = { id: 'a', label: 'old', short: 'old', about: '', count: 3, skipped: [], skippedCount: 0 };

test('a view that was saved as JSON is read back unchanged', () => {
  const view = {
    filter: 'Join',
    of: inputsKey([INPUT], undefined),
    tables: [{ order: { column: 'delta-1', direction: 'ascending' }, open: [2, 0] }, { open: [] }],
  };
  assert.deepEqual(readView(JSON.parse(JSON.stringify(view))), view);
});

test('a malformed view is ignored, and so are malformed parts of a view', () => {
  for (const view of [undefined, null, 'x', [], { tables: 3 }]) {
    assert.deepEqual(readView(view), { filter: '', of: '', tables: [] });
  }
  const partlyInvalid = { filter: 7, of: 'x', tables: [null, { order: { column: 'x', direction: 'ascending' }, open: [-1, 1.5, '2', 3] }] };
  assert.deepEqual(readView(partlyInvalid), { filter: '', of: 'x', tables: [{ open: [] }, { open: [3] }] });
});

test('at most fifty open charts of a saved view are restored', () => {
  const open = Array.from({ length: 90 }, (_, i) => i);
  assert.equal(readView({ tables: [{ open }] }).tables[0]!.open.length, 50);
});

test('the key of a view depends on the inputs, their results, and whether GOMAXPROCS is ignored', () => {
  const key = inputsKey([INPUT], undefined);
  assert.equal(inputsKey([{ ...INPUT, about: 'yesterday' }], false), key);
  const otherKeys = [inputsKey([], false), inputsKey([{ ...INPUT, id: 'b' }], false), inputsKey([{ ...INPUT, count: 4 }], false), inputsKey([INPUT], true)];
  assert.equal(new Set([key, ...otherKeys]).size, 5);
});
