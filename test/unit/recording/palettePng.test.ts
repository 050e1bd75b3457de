import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import type { Pixels } from '../../e2e/recording/animatedPng';
import { palettePng } from '../../e2e/recording/palettePng';

/** The pixels of a PNG with a palette and rows without filters. */
function decoded(png: Buffer): { readonly colors: number; readonly rgb: Uint8Array } {
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12) {
    chunks.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  const [palette, rows] = [chunks.get('PLTE')!, inflateSync(chunks.get('IDAT')!)];
  const width = png.readUInt32BE(16);
  const indexes = rows.filter((_, i) => i % (width + 1) !== 0);
  const rgb = [...indexes].flatMap((i) => [...palette.subarray(3 * i, 3 * i + 3)]);
  return { colors: palette.length / 3, rgb: Uint8Array.from(rgb) };
}

function picture(width: number, height: number, colorOf: (pixel: number) => readonly number[]): Pixels {
  return { width, height, rgb: Uint8Array.from(Array.from({ length: width * height }, (_, i) => colorOf(i)).flat()) };
}

test('a picture of few colors keeps each of them', () => {
  const few = picture(20, 10, (i) => [i, 255 - i, 7]);
  const { colors, rgb } = decoded(palettePng(few));
  assert.equal(colors, 200);
  assert.deepEqual(rgb, few.rgb);
});

test('of many colors, 256 are left: those of large areas, and near ones for the rest', () => {
  const many = picture(100, 100, (i) => (i < 5000 ? [30, 31, 32] : [i % 251, (i * 7) % 241, (i * 13) % 239]));
  const { colors, rgb } = decoded(palettePng(many));
  assert.equal(colors, 256);
  assert.deepEqual([...rgb.subarray(0, 3)], [30, 31, 32]);
  const distances = many.rgb.map((value, i) => Math.abs(value - rgb[i]!));
  assert.ok(distances.reduce((sum, distance) => sum + distance, 0) / distances.length < 10);
});
