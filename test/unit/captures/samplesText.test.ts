import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chanceDifference, samplesText, shortSamplesText } from '../../../src/captures/samplesText';
import { plainSpaces } from '../../shared/plainSpaces';

test('the heading says how many samples there are, and which differences may be chance', () => {
  const text = samplesText({ samples: 71, share: 14 / 71, hottest: 14, within: 0.5 });
  assert.equal(plainSpaces(text), '71 samples: differences below 23 % of the total may be chance');
  const much = samplesText({ samples: 25_000, share: 0.1, hottest: 2500, within: 0.04 });
  assert.equal(plainSpaces(much), '25 000 samples: differences below 1.2 % of the total may be chance');
});

test('beside the total, the text does not say again what differences are a part of', () => {
  const text = shortSamplesText({ samples: 71, share: 14 / 71, hottest: 14, within: 0.5 });
  assert.equal(plainSpaces(text), '71 samples: differences below 23 % may be chance');
  assert.equal(shortSamplesText({ samples: 3, share: 1, hottest: 3, within: 1 }), '3 samples: too few to tell lines apart');
});

test('with too few samples, lines are not told apart', () => {
  assert.equal(samplesText({ samples: 3, share: 1, hottest: 3, within: 1 }), '3 samples: too few to tell lines apart');
  assert.equal(samplesText({ samples: 1, share: 1, hottest: 1, within: 2 }), '1 sample: too few to tell lines apart');
  assert.equal(samplesText({ samples: 0, share: 0, hottest: 0, within: Infinity }), '');
});

test('of two lines with the same cost, at least 95 % of simulated profiles differ by less, and 95 % if each has half', () => {
  const random = numbers(7);
  for (const [n, share] of [[71, 0.2], [100, 0.4], [200, 0.5]] as const) {
    let below = 0;
    const tries = 4000;
    for (let i = 0; i < tries; i++) {
      const counts = [0, 0];
      for (let sample = 0; sample < n; sample++) {
        const at = random();
        if (at < share) counts[0]!++;
        else if (at < 2 * share) counts[1]!++;
      }
      const hottest = 0.08;
      const limit = chanceDifference({ share: hottest, hottest: hottest * n });
      if (Math.abs(counts[0]! - counts[1]!) / n <= limit) below++;
    }
    const part = below / tries;
    assert.ok(part > 0.93 && (share < 0.5 || part < 0.975), `${n} samples: ${part}`);
  }
});

/** Numbers from 0 to 1, the same each time: mulberry32. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
