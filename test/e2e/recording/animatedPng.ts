import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** A picture of an animation, and how long it is shown. */
export interface Frame {
  readonly pixels: Pixels;
  readonly milliseconds: number;
}

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue of each pixel, row by row. */
  readonly rgb: Uint8Array;
}

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * An animated PNG that repeats, without loss. Each frame contains only the pixels that differ from the frame before;
 * frames without a difference prolong the frame before. All frames must have the same size.
 */
export function animatedPng(frames: readonly Frame[]): Buffer {
  const unchanged = unusedColor(frames);
  const parts: { readonly area: Area; readonly rows: Buffer; milliseconds: number }[] = [];
  let shown: Pixels | undefined;
  for (const { pixels, milliseconds } of frames) {
    const area = changedArea(shown, pixels);
    if (area) parts.push({ area, rows: packed(changedRows(shown, pixels, area, unchanged), area), milliseconds });
    else parts[parts.length - 1].milliseconds += milliseconds;
    shown = pixels;
  }
  const { width, height } = shown!;
  let sequence = 0;
  const chunks = parts.flatMap(({ area, rows, milliseconds }, i) => {
    const control = frameControl(sequence++, area, milliseconds);
    if (i === 0) return [control, chunk('IDAT', rows)];
    return [control, chunk('fdAT', Buffer.concat([numbers(sequence++), rows]))];
  });
  // 8 bits per channel, red, green and blue; no interlacing.
  const header = chunk('IHDR', Buffer.concat([numbers(width, height), Buffer.from([8, 2, 0, 0, 0])]));
  const transparent = chunk('tRNS', Buffer.from(unchanged.flatMap((value) => [0, value])));
  const animation = chunk('acTL', numbers(parts.length, 0));
  return Buffer.concat([SIGNATURE, header, transparent, animation, ...chunks, chunk('IEND', Buffer.alloc(0))]);
}

/** A picture of one byte a pixel: the index of its color in the palette. Colors are 0xRRGGBB. */
interface Indexed {
  readonly width: number;
  readonly height: number;
  readonly indexes: Uint8Array;
  readonly palette: readonly number[];
}

/** A PNG file with a palette. */
export function pngOf({ width, height, indexes, palette }: Indexed): Buffer {
  const header = chunk('IHDR', Buffer.concat([numbers(width, height), Buffer.from([8, 3, 0, 0, 0])]));
  const colors = Buffer.from(palette.flatMap((color) => [color >> 16, (color >> 8) & 0xff, color & 0xff]));
  const rows = Buffer.alloc((width + 1) * height);
  for (let row = 0; row < height; row++) {
    rows.set(indexes.subarray(row * width, (row + 1) * width), row * (width + 1) + 1);
  }
  const data = chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 }));
  return Buffer.concat([SIGNATURE, header, chunk('PLTE', colors), data, chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([numbers(data.length), content, numbers(crc32(content))]);
}

function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, i) => bytes.writeUInt32BE(value, 4 * i));
  return bytes;
}

/** The frame stays when the next one is drawn over it. */
function frameControl(sequence: number, { x, y, width, height }: Area, milliseconds: number): Buffer {
  const delay = Buffer.alloc(4);
  delay.writeUInt16BE(milliseconds, 0);
  delay.writeUInt16BE(1000, 2);
  const dispose = 0;
  const blendOver = 1;
  return chunk('fcTL', Buffer.concat([numbers(sequence, width, height, x, y), delay, Buffer.from([dispose, blendOver])]));
}

/** @returns the smallest area with all differences; undefined if there are none */
function changedArea(before: Pixels | undefined, { width, height, rgb }: Pixels): Area | undefined {
  if (!before) return { x: 0, y: 0, width, height };
  if (before.width !== width || before.height !== height) throw new Error('The frames have different sizes.');
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let at = 0, pixel = 0; at < rgb.length; at += 3, pixel++) {
    if (isEqual(before.rgb, rgb, at)) continue;
    const x = pixel % width;
    const y = (pixel - x) / width;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = y;
  }
  return right < 0 ? undefined : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

function isEqual(a: Uint8Array, b: Uint8Array, at: number): boolean {
  return a[at] === b[at] && a[at + 1] === b[at + 1] && a[at + 2] === b[at + 2];
}

/** The pixels of an area, with the transparent color where nothing has changed. */
function changedRows(before: Pixels | undefined, now: Pixels, area: Area, unchanged: readonly number[]): Uint8Array {
  const { width, rgb } = now;
  const pixels = new Uint8Array(3 * area.width * area.height);
  for (let row = 0, to = 0; row < area.height; row++) {
    const from = 3 * ((area.y + row) * width + area.x);
    for (let at = from; at < from + 3 * area.width; at += 3, to += 3) {
      pixels.set(before && isEqual(before.rgb, rgb, at) ? unchanged : rgb.subarray(at, at + 3), to);
    }
  }
  return pixels;
}

/** Compresses rows of pixels with the filter that makes them smallest: none, or the difference to the left or above. */
function packed(pixels: Uint8Array, { width, height }: Area): Buffer {
  const length = 3 * width;
  const attempts = [0, 1, 2].map((filter) => {
    const rows = Buffer.alloc((length + 1) * height);
    for (let row = 0; row < height; row++) {
      const to = row * (length + 1);
      rows[to] = filter;
      for (let i = 0; i < length; i++) {
        const at = row * length + i;
        const predicted = filter === 1 && i >= 3 ? pixels[at - 3] : filter === 2 && row > 0 ? pixels[at - length] : 0;
        rows[to + 1 + i] = pixels[at] - predicted;
      }
    }
    return deflateSync(rows, { level: 9 });
  });
  return attempts.reduce((smallest, attempt) => (attempt.length < smallest.length ? attempt : smallest));
}

/** @throws an Error if all colors are used */
function unusedColor(frames: readonly Frame[]): [red: number, green: number, blue: number] {
  const isUsed = new Uint8Array(1 << 24);
  for (const { pixels: { rgb } } of frames) {
    for (let at = 0; at < rgb.length; at += 3) isUsed[(rgb[at] << 16) | (rgb[at + 1] << 8) | rgb[at + 2]] = 1;
  }
  const color = isUsed.indexOf(0);
  if (color < 0) throw new Error('The frames use all colors.');
  return [color >> 16, (color >> 8) & 0xff, color & 0xff];
}

/** Reads a PNG file with 8 bits per channel and no interlacing, such as a screenshot. Alpha is ignored. */
export function pixelsOf(png: Buffer): Pixels {
  const [width, height, depth, colorType] = [png.readUInt32BE(16), png.readUInt32BE(20), png[24], png[25]];
  const channels = colorType === 2 ? 3 : 4;
  if (depth !== 8 || (colorType !== 2 && colorType !== 6)) throw new Error('This kind of PNG file cannot be read.');
  const data: Buffer[] = [];
  for (let at = SIGNATURE.length; at < png.length; at += png.readUInt32BE(at) + 12) {
    const start = at + 8;
    if (png.toString('latin1', at + 4, start) === 'IDAT') data.push(png.subarray(start, start + png.readUInt32BE(at)));
  }
  const rows = unfiltered(inflateSync(Buffer.concat(data)), channels * width, height, channels);
  const rgb = new Uint8Array(3 * width * height);
  for (let from = 0, to = 0; to < rgb.length; from += channels, to += 3) rgb.set(rows.subarray(from, from + 3), to);
  return { width, height, rgb };
}

/** Undoes the filters of PNG: each byte is the difference to a prediction from the bytes to the left and above. */
function unfiltered(data: Buffer, length: number, height: number, channels: number): Uint8Array {
  const rows = new Uint8Array(length * height);
  for (let row = 0; row < height; row++) {
    const filter = data[row * (length + 1)];
    for (let i = 0; i < length; i++) {
      const at = row * length + i;
      const left = i >= channels ? rows[at - channels] : 0;
      const above = row > 0 ? rows[at - length] : 0;
      const corner = row > 0 && i >= channels ? rows[at - length - channels] : 0;
      const predicted = [0, left, above, (left + above) >> 1, nearest(left, above, corner)][filter];
      rows[at] = data[row * (length + 1) + 1 + i] + predicted;
    }
  }
  return rows;
}

/** PNG's Paeth predictor. */
function nearest(left: number, above: number, corner: number): number {
  const estimate = left + above - corner;
  const [toLeft, toAbove, toCorner] = [left, above, corner].map((value) => Math.abs(estimate - value));
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}
