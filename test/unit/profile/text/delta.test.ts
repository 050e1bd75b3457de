import assert from 'node:assert/strict';
import test from 'node:test';
import { deltaArrow, deltaLabel, deltaPercentage } from '../../../../src/profile/text/delta';

test('a difference has a sign, and a difference of 0 is a dot', () => {
  const texts = [1.2e9, -340e6, 0].map((value) => deltaLabel(value, 'nanoseconds'));
  assert.deepEqual(texts, ['+1.20s', '-340ms', '.']);
  assert.deepEqual([5, -7, 0].map((value) => deltaLabel(value, 'count')), ['+5', '-7', '.']);
});

test('a change is a percentage of the earlier value', () => {
  assert.equal(deltaPercentage(25, 200), '+12.50%');
  assert.equal(deltaPercentage(-200, 200), '-100%');
  assert.deepEqual([-99_960, -99_999, -99_700].map((delta) => deltaPercentage(delta, 100_000)), ['-99.96%', '-99.99%', '-99.70%']);
  assert.equal(deltaPercentage(300, 200), '+150.00%');
  assert.equal(deltaPercentage(5, 0), 'new');
  assert.equal(deltaPercentage(0, 200), '');
});

test('an arrow shows an increase or a decrease without color', () => {
  assert.deepEqual([1, -1, 0].map((delta) => deltaArrow(delta, 'count')), ['▲', '▼', '']);
});

test('a change per operation that is too small to print is shown as no change', () => {
  assert.deepEqual([150, 0.25, 0.004, -0.004].map((delta) => deltaLabel(delta, 'nanoseconds/op')), [
    '+150 ns/op', '+0.25 ns/op', '.', '.',
  ]);
  assert.deepEqual([0.25, 0.004].map((delta) => deltaArrow(delta, 'bytes/op')), ['▲', '']);
});
