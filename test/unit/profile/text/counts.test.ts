import assert from 'node:assert/strict';
import test from 'node:test';
import { sampleCount, sampleText, withThousands } from '../../../../src/profile/text/counts';

const CPU = [{ type: 'samples', unit: 'count' }, { type: 'cpu', unit: 'nanoseconds' }];
const HEAP = [{ type: 'alloc_objects', unit: 'count' }, { type: 'alloc_space', unit: 'bytes' }];

test('commas separate thousands, as in English', () => {
  const integers = [0, 7, -12, 999, 1000, -1000, 12_345, 123_456, 1_234_567, -98_765_432_101, 2 ** 53];
  const counts = [...integers, 1234.5, -0.25, 1e6 / 3];
  for (const count of counts) assert.equal(withThousands(count), count.toLocaleString('en'));
});

test('a CPU profile counts its samples, not its stacks', () => {
  assert.equal(sampleText(sampleCount(CPU, [1234, 12340000000], 6)), '1,234 samples');
});

test('a heap profile, whose sample counts are scaled estimates, counts its stacks', () => {
  assert.equal(sampleText(sampleCount(HEAP, [99999, 1e9], 1)), '1 stack');
});
