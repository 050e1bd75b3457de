import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortCost, shortShare } from '../../../../src/profile/text/shortCost';

test('a cost has at most four digits and a unit', () => {
  const ms = 1e6;
  const short = (value: number) => shortCost(value, 'nanoseconds');
  assert.deepEqual([412 * ms, 1204 * ms, 16930 * ms, 7200e9].map(short), ['412ms', '1.20s', '16.9s', '2h']);
  const bytes = [512, 1536, 50_855_936, 1023 * 1024].map((value) => shortCost(value, 'bytes'));
  assert.deepEqual(bytes, ['512B', '1.50kB', '48.5MB', '1023kB']);
  assert.equal(shortCost(-50_855_936, 'bytes'), '-48.5MB');
});

test('large counts have a prefix, and zero is a dot', () => {
  const counts = [0, 7, 9999, 10_000, 1_234_567, 999_999_999].map((value) => shortCost(value, 'count'));
  assert.deepEqual(counts, ['.', '7', '9999', '10k', '1.23M', '1G']);
});

test('a cost per operation leaves out /op, and is a dot if it rounds to zero', () => {
  assert.deepEqual([1465, 98_765, 0.25, 0.001].map((value) => shortCost(value, 'nanoseconds/op')), ['1.47us', '98.8us', '0.25ns', '.']);
  assert.deepEqual([2, 0.5].map((value) => shortCost(value, 'allocs/op')), ['2', '0.50']);
  assert.equal(shortCost(53, 'bytes/op'), '53B');
});

test('a unit that is too long is left out', () => {
  assert.equal(shortCost(5, 'nanogcu'), '5');
});

test('no figure is wider than six characters and a sign', () => {
  for (const unit of ['nanoseconds', 'bytes', 'count', 'nanoseconds/op', 'bytes/op', 'allocs/op', 'widgets', 'gcu']) {
    for (let value = 1e-4; value < 1e18; value *= 1.37) {
      const [text, negative] = [shortCost(value, unit), shortCost(-value, unit)];
      assert.ok(text.length <= 6 && negative.length <= 7, `${value} ${unit}: ${text}`);
    }
  }
  for (let share = 1e-7; share < 100; share *= 1.37) {
    const text = shortShare(share, 1);
    assert.ok(text.length <= 6, text);
  }
});

test('a share has at most three digits, or is shown as <0.1% or >999%', () => {
  const shares = [0, 0.0004, 0.0123, 0.125, 1, -0.031, 12].map((share) => shortShare(share, 1));
  assert.deepEqual(shares, ['.', '<0.1%', '1.23%', '12.5%', '100%', '-3.10%', '>999%']);
});
