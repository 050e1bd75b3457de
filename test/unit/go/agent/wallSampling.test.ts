import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readWallSampling, wallSamplingText } from '../../../../src/go/agent/wallSampling';

test('what the agent notes of its samples is read; nothing is known without it', () => {
  assert.deepEqual(readWallSampling('0 2000 198 12 3'), { missedMillis: 0, millis: 2000, samples: 198, goroutines: 12, droppedMillis: 3 });
  assert.equal(readWallSampling(''), undefined);
});

test('it is said that many goroutines were sampled less often, and that too many were not sampled', () => {
  const usual = { missedMillis: 0, millis: 10_000, samples: 990, goroutines: 12, droppedMillis: 0 };
  const often = (samples: number, goroutines: number) => wallSamplingText({ ...usual, samples, goroutines });
  const number = (text: string | undefined) => text?.replace(/(\d)\s(\d)/g, '$1$2');
  assert.equal(wallSamplingText(usual), undefined);
  assert.equal(number(often(150, 1200)), 'sampled 15 times a second instead of 100, because of up to 1200 goroutines');
  assert.equal(number(often(10, 9000)), 'sampled once a second instead of 100 times, because of up to 9000 goroutines');
  // A busy machine is not what the program can change.
  assert.equal(often(150, 12), undefined);
  const missed = wallSamplingText({ ...usual, missedMillis: 2500, millis: 9000, samples: 880, goroutines: 12_000 });
  assert.match(missed!, /^not sampled for 2\.5\d?\s?s, while there were more than 10\s000 goroutines$/);
  assert.match(wallSamplingText({ ...usual, missedMillis: 2500, millis: 9000, samples: 9, goroutines: 12_000 })!, /goroutines, and sampled once a second/);
  assert.match(wallSamplingText({ ...usual, droppedMillis: 3000 })!, /^cut by 3\s?s of goroutines, since there were more than 50\s000 different stacks$/);
});
