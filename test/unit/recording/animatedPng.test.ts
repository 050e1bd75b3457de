import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { animatedPng, type Pixels, pixelsOf } from '../../e2e/recording/animatedPng';
import { repoRoot } from '../../host/paths.mjs';

const ICON = pixelsOf(readFileSync(path.join(repoRoot, 'media', 'icon.png')));

/** The data of a PNG file's chunks of one type. */
function chunks(png: Buffer, type: string): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12) {
    if (png.toString('latin1', at + 4, at + 8) === type) found.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  return found;
}

/** The icon with another pixel in two corners of an area. */
function iconWith(x: number, y: number, width: number, height: number): Pixels {
  const rgb = ICON.rgb.slice();
  for (const [column, row] of [[x, y], [x + width - 1, y + height - 1]] as const) {
    const at = 3 * (row * ICON.width + column);
    rgb[at] = rgb[at]! ^ 0xff;
  }
  return { ...ICON, rgb };
}

test('the first frame is the whole picture, without loss', () => {
  const png = animatedPng([{ pixels: ICON, milliseconds: 10 }]);
  assert.deepEqual(pixelsOf(png), ICON);
});

test('a later frame is the area that has changed, and has its own duration', () => {
  const png = animatedPng([
    { pixels: ICON, milliseconds: 500 },
    { pixels: iconWith(20, 30, 10, 5), milliseconds: 1200 },
  ]);
  const controls = chunks(png, 'fcTL').map((data) => {
    const [sequence, width, height, x, y] = [0, 4, 8, 12, 16].map((at) => data.readUInt32BE(at));
    return { sequence, width, height, x, y, milliseconds: data.readUInt16BE(20) };
  });
  assert.deepEqual(controls, [
    { sequence: 0, width: ICON.width, height: ICON.height, x: 0, y: 0, milliseconds: 500 },
    { sequence: 1, width: 10, height: 5, x: 20, y: 30, milliseconds: 1200 },
  ]);
  assert.deepEqual(chunks(png, 'fdAT').map((data) => data.readUInt32BE(0)), [2]);
  const [frameCount, playCount] = [0, 4].map((at) => chunks(png, 'acTL')[0]!.readUInt32BE(at));
  assert.deepEqual([frameCount, playCount], [2, 0], 'it repeats without end');
});

test('a frame without a change prolongs the frame before', () => {
  const png = animatedPng([{ pixels: ICON, milliseconds: 500 }, { pixels: ICON, milliseconds: 250 }]);
  assert.deepEqual(chunks(png, 'fcTL').map((data) => data.readUInt16BE(20)), [750]);
});
