import assert from 'node:assert/strict';
import test from 'node:test';
import '../../../shared/someVscode';
import type { CostPicture } from '../../../../src/editor/columns/costPicture';
import { CostsByLine } from '../../../../src/editor/columns/costsByLine';
import { ALL_HEAT } from '../../../../src/editor/columns/heat';
import { marginHeat } from '../../../../src/editor/columns/marginHeat';
import { LineMap } from '../../../../src/sources/lineMatching/lineMap';
import { fileCosts } from '../../../shared/fileCosts';
import { contrast, PALETTES, rgb } from '../../../shared/palettes';

interface Icons {
  readonly dark: { readonly gutterIconPath: { toString(): string } };
  readonly light: { readonly gutterIconPath: { toString(): string } };
}

/** Draws lines 1, 2 … that cost these parts of 1000. @returns the marks, as `lines svg` of the dark icon */
function drawn(cum: readonly number[], more: Partial<CostPicture> = {}) {
  const lines = cum.map((_, i) => i + 1);
  const costs = { ...fileCosts(lines), total: 1000, flat: new Float64Array(cum.length), cum: Float64Array.from(cum) };
  const byLine = new CostsByLine(costs, ['', ...lines.map(String)]);
  const picture: CostPicture = { style: 'margin', costs, byLine, map: LineMap.unchanged, heading: undefined, ...more };
  return [...marginHeat(picture, { from: 1, to: cum.length + 1 }).values()].map(({ options, at }) => ({
    lines: at.map((range) => ('range' in range ? range.range : range).start.line + 1),
    ...svgs(options as unknown as Icons),
  }));
}

function svgs({ dark, light }: Icons): { readonly dark: string; readonly light: string } {
  const text = (icon: Icons['dark']) => decodeURIComponent(String(icon.gutterIconPath));
  return { dark: text(dark), light: text(light) };
}

/** The left edge of a bar, its width, and whether it is in one piece. */
function barOf(svg: string): { readonly left: number; readonly width: number; readonly isWhole: boolean } {
  const [, left, width] = /M(\d+) \d+h(\d+)v/.exec(svg)!;
  return { left: Number(left), width: Number(width), isWhole: svg.match(/M/g)!.length === 1 };
}

test('the bar in the margin widens with the cost, and lines without heat have none', () => {
  const marks = drawn([0, 4, 10, 30, 70, 150, 300, 600]);
  assert.deepEqual(marks.map(({ lines }) => lines), [[3], [4], [5], [6], [7], [8]]);
  const bars = marks.map(({ dark }) => barOf(dark));
  assert.ok(bars.every(({ left, isWhole }) => left === 0 && isWhole));
  const widths = bars.map(({ width }) => width);
  assert.deepEqual(widths, [...new Set(widths)].sort((a, b) => a - b));
  assert.ok(widths.at(-1)! <= 16);
});

test('bars of shrinkage are at the right edge', () => {
  const [grown, shrunk] = drawn([300, -300]).map(({ dark }) => barOf(dark));
  assert.deepEqual([grown!.left, shrunk!.left + shrunk!.width], [0, 16]);
});

test('bars of figures that rest on few samples are dashed, and as narrow as the lowest level', () => {
  const faded = { flat: new Set<number>(), cum: new Set([2]) };
  const [lowest, few] = drawn([10, 600], { faded });
  assert.deepEqual(few!.lines, [2]);
  assert.deepEqual(barOf(few!.dark), { ...barOf(lowest!.dark), isWhole: false });
});

for (const [name, { kind, editor }] of Object.entries(PALETTES)) {
  test(`every bar in the margin has a contrast of 3: ${name}`, () => {
    const levels = [10, 30, 70, 150, 300, 600];
    const marks = drawn([...levels, ...levels.map((cost) => -cost)]);
    assert.equal(marks.length, ALL_HEAT.length);
    for (const icons of marks) {
      const svg = icons[kind === 'dark' || kind === 'highContrast' ? 'dark' : 'light'];
      const color = /#[0-9a-f]{6}/.exec(svg)![0];
      const ratio = contrast(rgb(color), rgb(editor));
      assert.ok(ratio >= 3, `${color}: ${ratio.toFixed(2)}`);
    }
  });
}
