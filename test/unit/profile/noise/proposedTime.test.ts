import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countInterval } from '../../../../src/profile/noise/interval';
import { proposedTime } from '../../../../src/profile/noise/neededTime';

const certainty = (count: number) => ({ count, interval: countInterval(count), isFew: false });

test('the proposed time is long enough for ±10%, and is rounded up to a round number of seconds', () => {
  assert.deepEqual(proposedTime(31, certainty(31), 1), { seconds: 15, within: 0.1 });
  assert.deepEqual(proposedTime(31, certainty(31), 4), { seconds: 60, within: 0.1 });
  // 31 samples in 4 s are 465 in 60 s.
  const [from, to] = countInterval(465);
  assert.ok((to - from) / 2 / 465 <= 0.1);
});

test('if ±10% takes more than a minute, ±25% is proposed, or no run', () => {
  assert.deepEqual(proposedTime(10, certainty(10), 3), { seconds: 30, within: 0.25 });
  assert.equal(proposedTime(1, certainty(1), 3), 'tooRare');
});

test('nothing is proposed for a reliable figure, or if the figure, its interval or its time is missing', () => {
  assert.equal(proposedTime(100, certainty(100), 1), undefined);
  assert.equal(proposedTime(3, { count: 3, isFew: false }, 1), undefined);
  assert.equal(proposedTime(0, certainty(0), 1), undefined);
  assert.equal(proposedTime(31, certainty(31), 0), undefined);
});
