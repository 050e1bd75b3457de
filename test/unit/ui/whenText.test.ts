import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agoText, timeInFull, whenText } from '../../../src/ui/whenText';

const at = (text: string) => new Date(text).getTime();
const when = (time: string) => whenText(at(time), at('2026-03-01T09:30'));

test('a time of today is shown alone, a time of yesterday with that word, and other times with the date', () => {
  assert.equal(when('2026-03-01T00:05'), '00:05');
  assert.equal(when('2026-02-28T23:59'), 'yesterday 23:59');
  assert.equal(when('2026-02-27T14:05'), '27 Feb, 14:05');
});

test('a date in another year has the year', () => {
  assert.equal(when('2025-12-31T14:05'), '31 Dec 2025, 14:05');
});

test('agoText counts the days since a recent day, and gives the date of an older or future day', () => {
  const ago = (time: string) => agoText(at(time), at('2026-03-01T09:30'));
  assert.equal(ago('2026-03-01T00:05'), 'today 00:05');
  assert.equal(ago('2026-02-28T23:59'), 'yesterday 23:59');
  assert.equal(ago('2026-02-26T23:59'), '3 days ago');
  assert.equal(ago('2025-11-19T14:05'), 'on 19 Nov 2025');
  assert.equal(ago('2026-03-02T00:01'), 'on 2 Mar 2026');
});

test('timeInFull has the date, the year and the seconds', () => {
  assert.equal(timeInFull(at('2026-03-01T09:05:07')), '1 Mar 2026, 09:05:07');
});
