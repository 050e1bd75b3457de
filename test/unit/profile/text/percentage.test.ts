import assert from 'node:assert/strict';
import test from 'node:test';
import { percentage } from '../../../../src/profile/text/reportColumns';

test('a percentage has two decimals from 1% up, two significant digits below 1%, and no decimals at 100%', () => {
  for (const [value, total, text] of [
    [1, 1, '100%'],
    [99.95, 100, '100%'],
    [99.94, 100, '99.94%'],
    [1005, 10, '10050.00%'],
    [123, 1000, '12.30%'],
    [1, 100, '1.00%'],
    [-1, 4, '25.00%'],
    [1, 300, '0.33%'],
    [1, 800, '0.12%'],
    [5, 800, '0.62%'],
    [1, 1600, '0.062%'],
    [1, 1000, '0.1%'],
    [999, 100000, '1%'],
    [1, 10_000_000, '1e-05%'],
    [12, 100_000_000, '1.2e-05%'],
    [0, 5, '0%'],
    [5, 0, '0%'],
  ] as const) {
    assert.equal(percentage(value, total), text, `${value} of ${total}`);
  }
});
