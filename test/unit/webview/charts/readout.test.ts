import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TimelineWindow } from '../../../../src/timeline/window';
import { readoutOf } from '../../../../webview/charts/readout';

test('the figures of a range that read alike are one figure', () => {
  const figures = [[0.2001, 0.2002, 7]];
  const window = { times: [0, 1, 2], low: figures, high: figures } as unknown as TimelineWindow;
  const options = { series: [{ name: 'share', column: 0 }], write: (value: number) => `${value.toFixed(2)}\u202f%` };
  const textOf = (last: number) => readoutOf(options as never, window, { first: 0, last })[0];
  assert.equal(textOf(1), '0.20\u202f%');
  assert.equal(textOf(2), '0.20–7.00\u202f%');
});
