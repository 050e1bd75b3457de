import assert from 'node:assert/strict';
import test from 'node:test';
import { withThousands } from '../../../../src/profile/text/thousands';

test('thousands are set apart as English does', () => {
  const whole = [0, 7, -12, 999, 1000, -1000, 12_345, 123_456, 1_234_567, -98_765_432_101, 2 ** 53];
  const counts = [...whole, 1234.5, -0.25, 1e6 / 3];
  for (const count of counts) assert.equal(withThousands(count), count.toLocaleString('en'));
});
