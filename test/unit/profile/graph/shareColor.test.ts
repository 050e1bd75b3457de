import assert from 'node:assert/strict';
import test from 'node:test';
import { shareColor } from '../../../../src/profile/graph/shareColor';

test('colors range from green through gray to red', () => {
  const borders = [-1, -0.5, 0, 0.1, 1, 2, NaN].map((share) => shareColor(share, 'border'));
  assert.deepEqual(borders, ['#00b200', '#21b200', '#b2b2b2', '#b28559', '#b20000', '#b20000', '#b20000']);
  assert.equal(shareColor(1, 'fill'), '#edd5d5');
});
