import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LiveRows } from '../../../../webview/charts/liveRows';
import { momentText, timeTicks } from '../../../../webview/charts/timeAxis';

test('the ticks of a time axis are minutes and seconds, and times with a unit below a second', () => {
  assert.deepEqual(timeTicks([0, 30, 60, 3660], 30), ['0:00', '0:30', '1:00', '1:01:00']);
  assert.deepEqual(timeTicks([0, 0.2, 1.4], 0.2), ['0', '200\u202fms', '1.40\u202fs']);
});

test('a moment has the decimals that tell it from the pixels beside it, and carries into the minutes', () => {
  assert.equal(momentText(62.345, 0.1), '1:02.3');
  assert.equal(momentText(62.345, 10), '1:02');
  assert.equal(momentText(59.996, 0.01), '1:00.00');
});

test('rows that are appended past the first room keep all figures', () => {
  const rows = new LiveRows(1);
  for (let i = 0; i < 3000; i++) rows.append(i, [i * 2]);
  assert.deepEqual(rows.span, { from: 0, to: 2999 });
  assert.deepEqual(rows.window({ from: 2998, to: 2999 }, 10).high, [[5994, 5996, 5998]]);
});
