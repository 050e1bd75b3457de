import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Trends } from '../../../../webview/benchmarks/trends';

test('when the figures of a row arrive, only a cell that is still in the table is filled', async (context) => {
  const filled: object[] = [];
  const createElement = () => {
    const cell = { isConnected: true, setAttribute: () => undefined, append: () => undefined };
    return Object.assign(cell, { replaceChildren: () => void filled.push(cell) });
  };
  Object.assign(globalThis, { document: { createElement } });
  context.after(() => Reflect.deleteProperty(globalThis, 'document'));
  let answer: (trends: number[][]) => void = () => undefined;
  const ask = () => new Promise((resolve) => (answer = resolve));
  const trends = new Trends(0, 'sec/op', ask as never);
  const [gone, drawn] = ['Join', 'Sum'].map((name) => trends.cellOf(name) as { isConnected: boolean });
  Object.assign(gone!, { isConnected: false });
  filled.length = 0;
  trends.update(['Join', 'Sum']);
  answer([[1], [2]]);
  await new Promise(setImmediate);
  assert.deepEqual(filled, [drawn]);
});
