import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeLayout, trendPoints } from '../../../../webview/benchmarks/rowPictures';
import { summaryOf, tallyText } from '../../../../webview/benchmarks/tallyText';

test('the bar of a change starts at zero, which is at the same place for growth and shrinkage', () => {
  const growth = changeLayout({ at: 0.1, low: 0.05, high: 0.15 }, 0.2);
  const shrinkage = changeLayout({ at: -0.1 }, 0.2);
  assert.equal(growth.zero, shrinkage.zero);
  assert.equal(growth.bar.x, growth.zero);
  assert.equal(shrinkage.bar.x + shrinkage.bar.width, shrinkage.zero);
  assert.equal(growth.bar.width, shrinkage.bar.width);
  const { from, to } = growth.interval!;
  assert.ok(from > growth.zero && from < growth.zero + growth.bar.width && to > growth.zero + growth.bar.width);
  assert.equal(shrinkage.interval, undefined);
});

test('what is beyond the scale is cut and marked', () => {
  const { interval, isCut } = changeLayout({ at: 0.1, low: -0.5, high: 0.12 }, 0.2);
  assert.deepEqual(isCut, { left: true, right: false });
  assert.ok(interval!.from >= 0);
  assert.deepEqual(changeLayout({ at: 3 }, 1).isCut, { left: false, right: true });
});

test('a line of captures goes from left to right, higher figures are above, and small differences are small', () => {
  const points = trendPoints([100, 200, 150]);
  assert.ok(points[0]![0] < points[1]![0] && points[1]![0] < points[2]![0]);
  assert.ok(points[1]![1] < points[2]![1] && points[2]![1] < points[0]![1]);
  const [[, a], [, b]] = trendPoints([100, 101]) as [[number, number], [number, number]];
  assert.ok(Math.abs(a - b) < 2, `${a} ${b}`);
  assert.ok(trendPoints([0, 0]).flat().every(Number.isFinite));
});

const TALLY = { better: 1, worse: 0, changed: 0, none: 6, untested: 0 };

/** Breaks only after a dot between two counts. */
const unbroken = (words: string) => words.replaceAll(' ', '\u00a0').replaceAll('\u00a0·\u00a0', '\u00a0· ');

test('the summary counts the rows of the time of all packages in words, each count in one line', () => {
  assert.equal(tallyText(TALLY, 'sec/op'), unbroken('1 faster · 6 no difference'));
  assert.equal(tallyText({ better: 0, worse: 2, changed: 1, none: 0, untested: 0 }, 'B/op'), unbroken('2 worse · 1 changed'));
  assert.equal(tallyText({ ...TALLY, better: 0, none: 0, untested: 3 }, 'sec/op'), unbroken('3 with too few runs to tell'));
  const tables = [{ unit: 'B/op', tallies: [TALLY] }, { unit: 'sec/op', tallies: [TALLY] }, { unit: 'sec/op', tallies: [TALLY] }];
  assert.equal(summaryOf(tables), unbroken('2 faster · 12 no difference'));
  assert.equal(summaryOf([{ unit: 'sec/op', tallies: [] }]), '');
});
