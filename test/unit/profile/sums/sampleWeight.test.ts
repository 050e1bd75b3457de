import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Profile } from '../../../../src/profile/model';
import { perOperation } from '../../../../src/profile/refine/relativeValues';
import { subtractBase } from '../../../../src/profile/refine/subtractBase';
import { sampleWeight } from '../../../../src/profile/sums/sampleWeight';
import { decodeProfile } from '../../../../src/profile/wire/decode';
import { heapProfile } from '../../../shared/heapProfile';
import { profileFromText } from '../../../shared/profileFromText';

/** A CPU profile with some samples of 10 ms in each of several functions. */
function cpuProfile(...samples: readonly number[]): Profile {
  const stacks = samples.map((count, i) => `${count} ${count * 1e7} | f${i} a.go:${i + 1}`).join('\n');
  return decodeProfile(profileFromText({ types: 'samples/count cpu/nanoseconds', stacks }));
}

test('a sample of a CPU profile stands for its period, and the number of samples is exact', () => {
  assert.deepEqual([0, 1].map((type) => sampleWeight(cpuProfile(30, 10), type)), [0, 1e7]);
  assert.equal(sampleWeight(perOperation(cpuProfile(30, 10), 1000), 1), 1e4);
});

test('a sample of small allocations stands for as many bytes as are between two; at rate 1, nothing is left to chance', () => {
  const rows = [{ stack: 'a@a.go:1', size: 64, samples: 7 }];
  assert.deepEqual([0, 1].map((type) => Math.round(sampleWeight(heapProfile(rows), type)!)), [8192, 524288]);
  assert.equal(sampleWeight(heapProfile(rows, 1), 1), 0);
});

test('in a difference, a sample is that of the profile with the larger ones, as a share where shares are compared', () => {
  const [now, before] = [cpuProfile(480, 330, 90), cpuProfile(160, 20, 20)];
  const options = { mode: 'diff_base', normalize: false, keepSamples: true } as const;
  assert.equal(sampleWeight(subtractBase(now, before, options), 1), 1e7);
  assert.equal(sampleWeight(subtractBase(now, before, { ...options, shares: true }), 1), 0.5);
});
