import assert from 'node:assert/strict';
import test from 'node:test';
import { shortDuration } from '../../../src/pprofText/time';

test('a short duration is the first four characters of what Go prints', () => {
  const durations: readonly [number, string][] = [
    [5, '5ns'],
    [1500, '1.5µ'],
    [2000, '2µs'],
    [80_200_000, '80.2'],
    [150_000_000, '150m'],
    [1_500_000_000, '1.5s'],
    [1_050_000_000, '1.05'],
    [10_000_000_000, '10s'],
    [60_000_000_000, '1m0s'],
    [3_600_000_000_000, '1h0m'],
    [-2_000_000_000, '-2s'],
  ];
  for (const [nanos, text] of durations) assert.equal(shortDuration(BigInt(nanos)), text);
  assert.equal(shortDuration(2n ** 63n - 1n), '2562');
});
