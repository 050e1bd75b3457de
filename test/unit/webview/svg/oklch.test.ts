import assert from 'node:assert/strict';
import test from 'node:test';
import { oklchToHex } from '../../../../webview/svg/palette';

test('colors equal those of CSS', () => {
  // From the samples of CSS Color 4: https://www.w3.org/TR/css-color-4/#ok-lab
  assert.equal(oklchToHex(0, 0, 0), '#000000');
  assert.equal(oklchToHex(1, 0, 0), '#ffffff');
  assert.equal(oklchToHex(0.62796, 0.25768, 29.23), '#ff0000');
  assert.equal(oklchToHex(0.51975, 0.17686, 142.5), '#008000');
  assert.equal(oklchToHex(0.45201, 0.31321, 264.05), '#0000ff');
});

test('colors outside sRGB are clipped', () => {
  assert.match(oklchToHex(0.9, 0.4, 140), /^#[0-9a-f]{6}$/);
});
