import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LocalAxis } from '../../../../webview/fleet/localTime';

test('a range of the chart has its day once, and both days if it ends on another', () => {
  const begin = new Date(2026, 10, 29, 14, 5).getTime();
  const axis = new LocalAxis(begin);
  const secondsOf = (...time: [day: number, hour: number, minute: number]) => {
    const [day, hour, minute] = time;
    return axis.secondsOf(new Date(2026, 10, day, hour, minute).getTime());
  };
  assert.equal(axis.range(secondsOf(29, 14, 5), secondsOf(29, 14, 20), 5), '29 Nov, 14:05:00–14:20:00');
  assert.equal(axis.range(secondsOf(29, 23, 50), secondsOf(30, 0, 10), 60), '29 Nov, 23:50–30 Nov, 00:10');
});
