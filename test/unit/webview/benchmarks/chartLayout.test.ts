import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BenchmarksSeries } from '../../../../src/pages/protocol/benchmarksPage';
import { chartLayout } from '../../../../webview/benchmarks/rowChart';

const SCALE = { factor: 1, decimals: 1, unit: '' };

function layout(...series: Omit<BenchmarksSeries, 'label' | 'runs'>[]) {
  const labeled = series.map((one, i) => ({ label: String(i), runs: one.values.length, ...one }));
  return chartLayout({ name: 'A', unit: 'sec/op', isByTime: false, series: labeled, scale: SCALE });
}

test('larger values are higher, the median is within its band, and all runs are within the ticks', () => {
  const withInterval = { values: [10, 12, 14], center: 12, low: 10, high: 14 };
  const { slots: [old, now], ticks } = layout(withInterval, { values: [20], center: 20 });
  assert.ok(now!.dots[0]!.y < old!.dots[2]!.y && old!.dots[2]!.y < old!.dots[0]!.y);
  const { y, height } = old!.band!;
  assert.ok(Math.abs(y - old!.dots[2]!.y) < 1e-6 && Math.abs(y + height - old!.dots[0]!.y) < 1e-6);
  assert.ok(y < old!.centerY && old!.centerY < y + height);
  assert.equal(now!.band, undefined);
  assert.deepEqual(ticks.map(({ text }) => text), ['5', '10', '15', '20', '25']);
  assert.ok(old!.dots.every(({ y: dot }) => dot <= ticks[0]!.y && dot >= ticks.at(-1)!.y));
});

test('runs are drawn from left to right within their slot', () => {
  const { slots: [slot], slotWidth } = layout({ values: [3, 1, 2], center: 2 });
  const [first, second, third] = slot!.dots.map(({ x }) => x);
  assert.ok(first! < second! && second! < third! && third! - first! < slotWidth);
  assert.equal(second, slot!.x);
});

test('a chart of equal, zero, negative or missing values has a scale', () => {
  for (const values of [[5, 5], [0], [-3, 2], [NaN], []]) {
    const { slots, ticks } = layout({ values, center: values[0] ?? 0 });
    assert.ok(ticks.length >= 2 && ticks.length < 12, `${values}: ${ticks.length} ticks`);
    assert.ok(ticks.every(({ y }) => Number.isFinite(y)));
    assert.equal(slots[0]!.dots.length, values.filter(Number.isFinite).length);
  }
  assert.equal(layout({ values: [0.1, 10], center: 1 }).ticks[0]!.text, '0', 'no tick below zero');
});

test('ticks have only the decimals that they need', () => {
  const ticksOf = (from: number, to: number, factor = 1) => {
    const series = [{ label: 'A', runs: 2, values: [from, to], center: from }];
    const scale = { factor, decimals: 3, unit: 'µ' };
    return chartLayout({ name: 'A', unit: 'sec/op', isByTime: false, series, scale }).ticks.map(({ text }) => text);
  };
  assert.deepEqual(ticksOf(1e-6, 26e-6, 1e-6), ['0µ', '10µ', '20µ', '30µ']);
  assert.deepEqual(ticksOf(1.2, 1.5), ['1.1µ', '1.2µ', '1.3µ', '1.4µ', '1.5µ', '1.6µ']);
  assert.deepEqual(ticksOf(1, 1.06), ['0.98µ', '1.00µ', '1.02µ', '1.04µ', '1.06µ', '1.08µ']);
});
