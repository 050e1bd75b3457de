import assert from 'node:assert/strict';
import test from 'node:test';
import { HEAT_LEVELS, heatLevel } from '../../../src/editor/heat';

test('heat grows with the share of the total and ends at half of it', () => {
  const levels = [0, 0.004, 0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1].map((share) => heatLevel(share * 1000, 1000));
  assert.deepEqual(levels, [0, 0, 1, 2, 3, 4, 5, 6, 6]);
  assert.equal(levels.at(-1), HEAT_LEVELS);
});

test('a negative value, as in a difference, is as hot as its size', () => {
  assert.equal(heatLevel(-300, 1000), heatLevel(300, 1000));
});

test('a profile without a total has no heat', () => {
  assert.equal(heatLevel(5, 0), 0);
});
