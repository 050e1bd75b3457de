import type { BenchmarksChart, BenchmarksSeries } from '../../src/pages/protocol/benchmarksPage';

export interface ChartTick {
  readonly y: number;
  readonly text: string;
}

/** The part of a chart for one input. Lengths are in pixels. */
export interface ChartSlot {
  readonly series: BenchmarksSeries;
  /** The horizontal center. */
  readonly x: number;
  readonly centerY: number;
  /** The interval; undefined if there are too few runs. */
  readonly band: { readonly y: number; readonly height: number } | undefined;
  /** The runs from left to right, in the order measured. */
  readonly dots: readonly { readonly x: number; readonly y: number; readonly text: string }[];
}

export interface ChartLayout {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly slotWidth: number;
  readonly slots: readonly ChartSlot[];
  readonly ticks: readonly ChartTick[];
}

const LEFT = 76;
const TOP = 10;
const PLOT_HEIGHT = 150;
const LABELS_HEIGHT = 40;
const SLOT_WIDTH = 140;
/** The part of a slot's width for its dots and its band. */
const USED_SHARE = 0.7;

/** Places the inputs side by side, on a scale that includes all runs and intervals. */
export function chartLayout({ series, scale }: BenchmarksChart): ChartLayout {
  const shownValues = series.flatMap(({ values, low, high, center }) => {
    return [...values, center, low ?? center, high ?? center];
  });
  const { from, to, steps } = axisOf(shownValues.filter(Number.isFinite));
  const yOf = (value: number) => TOP + PLOT_HEIGHT * (1 - (value - from) / (to - from));
  const text = (value: number) => figureText(value, scale);
  const tickScale = { ...scale, decimals: Math.min(scale.decimals, decimalsOf(steps, scale)) };
  return {
    width: LEFT + SLOT_WIDTH * series.length + 10,
    height: TOP + PLOT_HEIGHT + LABELS_HEIGHT,
    left: LEFT,
    slotWidth: SLOT_WIDTH * USED_SHARE,
    ticks: steps.map((value) => ({ y: yOf(value), text: figureText(value, tickScale) })),
    slots: series.map((entry, i) => {
      const { values, low, high, center } = entry;
      const x = LEFT + SLOT_WIDTH * (i + 0.5);
      const step = (SLOT_WIDTH * USED_SHARE) / (values.length + 1);
      const dots = values.map((value, run) => ({
        x: x - (SLOT_WIDTH * USED_SHARE) / 2 + step * (run + 1), y: yOf(value), text: text(value),
      }));
      const band = low === undefined || high === undefined
        ? undefined
        : { y: yOf(high), height: Math.max(1, yOf(low) - yOf(high)) };
      const finite = dots.filter(({ y }) => Number.isFinite(y));
      return { series: entry, x, centerY: yOf(center), band, dots: finite };
    }),
  };
}

export function figureText(value: number, { factor, decimals, prefix }: BenchmarksChart['scale']): string {
  return `${(value / factor).toFixed(decimals)}${prefix}`;
}

/** The decimals that the ticks of an axis need. */
function decimalsOf(steps: readonly number[], { factor }: BenchmarksChart['scale']): number {
  const distance = (steps[1] - steps[0]) / factor;
  return Math.max(0, -Math.floor(Math.log10(distance) + 1e-9));
}

/** An axis with round bounds that contain all values. If all values are equal, they are in the middle. */
function axisOf(values: readonly number[]): { readonly from: number; readonly to: number; readonly steps: number[] } {
  let [min, max] = [Infinity, -Infinity];
  for (const value of values) [min, max] = [Math.min(min, value), Math.max(max, value)];
  if (min > max) [min, max] = [0, 1];
  const spread = max - min || Math.abs(max) * 0.1 || 1;
  const step = roundStep(spread / 3);
  const from = Math.floor((min - spread * 0.05) / step);
  const to = Math.max(from + 1, Math.ceil((max + spread * 0.05) / step));
  const start = min >= 0 ? Math.max(0, from) : from;
  const steps = Array.from({ length: to - start + 1 }, (_, i) => (start + i) * step);
  return { from: start * step, to: to * step, steps };
}

/** The smallest number, at least `size`, that is 1, 2 or 5 times a power of ten. */
function roundStep(size: number): number {
  const power = 10 ** Math.floor(Math.log10(size));
  const factor = [1, 2, 5].find((each) => each * power >= size * 0.999) ?? 10;
  return factor * power;
}
