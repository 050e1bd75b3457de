import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  changeArrow, changeCell, changePercent, changeText, signOf,
} from '../../../../../src/profile/text/screen/change';
import { isRounding, percentText, sharePart, shareText } from '../../../../../src/profile/text/screen/share';
import { plainSpaces } from '../../../../shared/plainSpaces';

const NS = 'nanoseconds';

test('every change has a sign, and no change has none', () => {
  assert.deepEqual([1.2e9, -340e6, 0].map((value) => plainSpaces(changeText(value, NS))), ['+1.20 s', '−340 ms', '0']);
  assert.deepEqual([5, -7, 0].map((value) => changeCell(value, 'count')), ['+5', '−7', '.']);
  assert.deepEqual([5, -7, 0].map(signOf), ['+', '−', '±']);
});

test('a change per operation that is too small to print is shown as no change', () => {
  const cells = [150, 0.25, 0.004, -0.004].map((value) => plainSpaces(changeCell(value, `${NS}/op`)));
  assert.deepEqual(cells, ['+150 ns/op', '+0.250 ns/op', '.', '.']);
  assert.deepEqual([1, -1, 0, 0.004].map((value) => changeArrow(value, 'bytes/op')), ['▲', '▼', '', '']);
});

test('a change is a percentage of the earlier value, or from about twice on a factor, as in a verdict', () => {
  const percent = (change: number, before: number) => plainSpaces(changePercent(change, before));
  assert.deepEqual([25, -200, 300, -119].map((change) => percent(change, 200)), ['+12.5 %', '−100 %', '2.5×', '−59.5 %']);
  assert.deepEqual([-99_960, -99_999, -99_700].map((change) => percent(change, 1e5)), ['−99.9 %', '−99.9 %', '−99.7 %']);
  assert.deepEqual([percent(5, 0), percent(0, 200), percent(2468, 200)], ['new', '', '13×']);
  assert.deepEqual([94, 95, 1100, 719_900].map((change) => percent(change, 100)), ['+94 %', '1.9×', '12×', '7 200×']);
  assert.deepEqual([percent(5, -10), percent(50, -10)], ['+50 %', '+500 %'], 'of a negative value');
  assert.equal(plainSpaces(changePercent(59.6, 100, 2)), '+60 %', 'of few samples');
  assert.deepEqual([100, 13_600].map((change) => changePercent(change, 100, 2)), ['2.0×', '140×'], 'of few samples');
});

test('a share has three digits, at most two decimals, and a sign only in a difference', () => {
  const shares = [[1, 1], [123, 1000], [1, 300], [1, 100_000], [0, 5], [5, 0], [-1, 4], [-31, 1000]] as const;
  assert.deepEqual(shares.map(([value, total]) => plainSpaces(sharePart(value, total))), [
    '100 %', '12.3 %', '0.33 %', '<0.01 %', '0 %', '0 %', '25 %', '3.10 %',
  ]);
  assert.equal(plainSpaces(shareText(-31, 1000, false)), '−3.10 %');
  assert.equal(plainSpaces(shareText(31, 1000, true)), '+3.10 %');
  assert.equal(plainSpaces(shareText(1e-9, 1, true)), '0 %');
  assert.ok(isRounding(1e-9, 1) && !isRounding(1e-3, 1));
});

test('a share of few samples has few digits, but is 100 % only if nothing is left', () => {
  assert.equal(plainSpaces(sharePart(7, 300, 1)), '2 %');
  assert.equal(plainSpaces(sharePart(128, 300, 1)), '43 %');
  assert.equal(plainSpaces(sharePart(997, 1000, 1)), '99.7 %');
});

test('a percentage too small to print says so', () => {
  assert.deepEqual([12.5, 0.0004, -0.0004, 0].map((value) => plainSpaces(percentText(value))), ['12.5 %', '<0.01 %', '>−0.01 %', '0 %']);
});

test('a change too small to write has its sign at the number', () => {
  assert.deepEqual([changePercent(1, 1e6), changePercent(-1, 1e6)].map(plainSpaces), ['<+0.01 %', '>−0.01 %']);
  assert.deepEqual([1, -1].map((value) => plainSpaces(shareText(value, 1e5, true))), ['<+0.01 %', '>−0.01 %']);
});
