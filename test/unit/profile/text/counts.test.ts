import assert from 'node:assert/strict';
import test from 'node:test';
import { sampleCount, sampleText } from '../../../../src/profile/text/counts';

const CPU = [{ type: 'samples', unit: 'count' }, { type: 'cpu', unit: 'nanoseconds' }];
const HEAP = [{ type: 'alloc_objects', unit: 'count' }, { type: 'alloc_space', unit: 'bytes' }];

test('a CPU profile counts its samples, not its stacks', () => {
  assert.equal(sampleText(sampleCount(CPU, [1234, 12340000000], 6)), '1\u202f234 samples');
});

test('a heap profile, whose sample counts are scaled estimates, counts its stacks', () => {
  assert.equal(sampleText(sampleCount(HEAP, [99999, 1e9], 1)), '1 stack');
});
