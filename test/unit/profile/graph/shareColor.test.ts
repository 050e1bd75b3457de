import assert from 'node:assert/strict';
import test from 'node:test';
import { changeColor, shareColor } from '../../../../src/profile/graph/dot';

test('colors range from green through gray to red', () => {
  const borders = [-1, -0.5, 0, 0.1, 1, 2, NaN].map((share) => shareColor(share, 'border'));
  assert.deepEqual(borders, ['#00b200', '#21b200', '#b2b2b2', '#b28559', '#b20000', '#b20000', '#b20000']);
  assert.equal(shareColor(1, 'fill'), '#edd5d5');
});

test('a change is orange or blue, gray if it is 0, and stronger the larger it is', () => {
  assert.deepEqual([0, 0.5, -0.5].map((share) => changeColor(share, 'fill')), ['#ededed', '#fadebe', '#c6defa']);
  assert.deepEqual([0, 0.5, -0.5].map((share) => changeColor(share, 'border')), ['#b2b2b2', '#be6e00', '#1e69b4']);
  assert.deepEqual([0.001, 0.1].map((share) => changeColor(share, 'border')), ['#b69e7d', '#b89059']);
});
