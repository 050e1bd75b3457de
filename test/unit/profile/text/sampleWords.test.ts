import assert from 'node:assert/strict';
import test from 'node:test';
import { sampleCount, sampleText } from '../../../../src/profile/text/sampleWords';

const CPU = [{ type: 'samples', unit: 'count' }, { type: 'cpu', unit: 'nanoseconds' }];
const HEAP = [{ type: 'alloc_objects', unit: 'count' }, { type: 'alloc_space', unit: 'bytes' }];

test('a cpu profile says how often it sampled, however few stacks that gave', () => {
  assert.equal(sampleText(sampleCount(CPU, [1234, 12340000000], 6)), '1,234 samples');
});

test('where counts are scaled estimates, the different stacks are counted', () => {
  assert.equal(sampleText(sampleCount(HEAP, [99999, 1e9], 1)), '1 stack');
});
