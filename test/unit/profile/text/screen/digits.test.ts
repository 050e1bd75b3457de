import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  carriedDigits, countText, inCells, numberText, THIN_SPACE,
} from '../../../../../src/profile/text/screen/digits';
import { plainSpaces } from '../../../../shared/plainSpaces';

const plain = (...args: Parameters<typeof numberText>) => plainSpaces(numberText(...args));

test('a figure has as many digits as its samples carry: one below 10 samples, two below 2500, then three', () => {
  const ofSamples = (samples: number) => carriedDigits(samples * 1e7, 1e7);
  assert.deepEqual([1, 7, 9, 10, 71, 2499, 2500, 1e6].map(ofSamples), [1, 1, 1, 2, 2, 2, 3, 3]);
  assert.equal(carriedDigits(-7e7, 1e7), 1, 'a change');
  assert.equal(carriedDigits(0, 1e7), 1);
  assert.deepEqual([carriedDigits(7, 0), carriedDigits(7, undefined)], [3, 3], 'exact, and of unknown samples');
  assert.equal(carriedDigits(9.999_999 * 10, 10), 2, 'a figure per operation is rounded');
});

test('a number is rounded to its digits, and keeps zeros that it carries', () => {
  const three = [1.2, 48.46, 412.4, 999.5, 0.256, 0.0412, 9.996].map((value) => plain(value, { digits: 3 }));
  assert.deepEqual(three, ['1.20', '48.5', '412', '1 000', '0.256', '0.0412', '10.0']);
  assert.deepEqual([567, 73.2, 1.49].map((value) => plain(value, { digits: 1 })), ['600', '70', '1']);
  assert.deepEqual([567, 73.2, 1.49].map((value) => plain(value, { digits: 2 })), ['570', '73', '1.5']);
});

test('small numbers have at most four decimals, and what rounds to nothing is 0', () => {
  assert.deepEqual([0.0004, 0.000412, 0.00001, -0.00001].map((value) => plain(value)), ['0.0004', '0.0004', '0', '0']);
});

test('an exact whole number has all its digits below ten thousand', () => {
  assert.deepEqual([5, 1028, 9999, -1028].map((value) => plain(value)), ['5', '1 028', '9 999', '−1 028']);
  assert.equal(plain(1028, { digits: 2 }), '1 000', 'a sampled one has not');
});

test('what is no number is a question mark', () => {
  assert.deepEqual([NaN, Infinity, -Infinity, -0].map((value) => plain(value)), ['?', '∞', '−∞', '0']);
});

test('counts have groups of three digits, with a thin space at which no line breaks', () => {
  assert.equal(countText(1_234_567), `1${THIN_SPACE}234${THIN_SPACE}567`);
  const texts = [0, 7, 999, 1000, 12_345, -98_765_432_101, 1234.5, -0.25, 1e6 / 3].map(countText).map(plainSpaces);
  assert.deepEqual(texts, ['0', '7', '999', '1 000', '12 345', '−98 765 432 101', '1 234.5', '−0.25', '333 333.333']);
});

test('in the editor, all spaces of a figure are as wide as a digit', () => {
  assert.equal(inCells(`1${THIN_SPACE}028 µs/op`), '1\u00a0028\u00a0µs/op');
});
