import type { BenchmarksChart, BenchmarksSeries } from '../../src/pages/protocol/benchmarksPage';
import { metricTitle } from '../../src/profile/text/screen/figure';
import { shortCommit } from '../../src/profile/text/shortCommit';
import { element, svgElement } from '../controls/dom';

interface ChartTick {
  readonly y: number;
  readonly text: string;
}

/** The part of a chart for one input. Lengths are in pixels. */
interface ChartSlot {
  readonly series: BenchmarksSeries;
  /** The horizontal center. */
  readonly x: number;
  readonly centerY: number;
  /** The interval; undefined if there are too few runs. */
  readonly band: { readonly y: number; readonly height: number } | undefined;
  /** The runs from left to right, in the order measured. */
  readonly dots: readonly { readonly x: number; readonly y: number; readonly text: string }[];
}

interface ChartLayout {
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
/** The width for an input: where there is room, and at least. */
const SLOT_WIDTH = { most: 140, least: 64 };
const RIGHT = 10;
/** The part of a slot's width for its dots and its band. */
const USED_SHARE = 0.7;
/** The usual width of a letter below a slot. */
const LETTER = 7.5;

/**
 * Places the inputs side by side, on a scale that includes all runs and intervals.
 * @param room the width that the chart should not exceed
 */
export function chartLayout({ series, scale }: BenchmarksChart, room = Infinity): ChartLayout {
  const perInput = Math.max(SLOT_WIDTH.least, Math.min(SLOT_WIDTH.most, (room - LEFT - RIGHT) / series.length));
  const shownValues = series.flatMap(({ values, low, high, center }) => {
    return [...values, center, low ?? center, high ?? center];
  });
  const { from, to, steps } = axisOf(shownValues.filter(Number.isFinite));
  const yOf = (value: number) => TOP + PLOT_HEIGHT * (1 - (value - from) / (to - from));
  const text = (value: number) => figureText(value, scale);
  const tickScale = { ...scale, decimals: Math.min(scale.decimals, decimalsOf(steps, scale)) };
  return {
    width: LEFT + perInput * series.length + RIGHT,
    height: TOP + PLOT_HEIGHT + LABELS_HEIGHT,
    left: LEFT,
    slotWidth: perInput * USED_SHARE,
    ticks: steps.map((value) => ({ y: yOf(value), text: figureText(value, tickScale) })),
    slots: series.map((entry, i) => {
      const { values, low, high, center } = entry;
      const x = LEFT + perInput * (i + 0.5);
      const step = (perInput * USED_SHARE) / (values.length + 1);
      const dots = values.map((value, run) => ({
        x: x - (perInput * USED_SHARE) / 2 + step * (run + 1), y: yOf(value), text: text(value),
      }));
      const band = low === undefined || high === undefined
        ? undefined
        : { y: yOf(high), height: Math.max(1, yOf(low) - yOf(high)) };
      const finite = dots.filter(({ y }) => Number.isFinite(y));
      return { series: entry, x, centerY: yOf(center), band, dots: finite };
    }),
  };
}

function figureText(value: number, { factor, decimals, unit }: BenchmarksChart['scale']): string {
  return `${(value / factor).toFixed(decimals)}${unit}`;
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

/** With more runs, screen readers get a summary. */
const MAX_SPOKEN_RUNS = 12;

/**
 * The chart of a row: for each input, a dot per run, and a band for the interval of the median.
 * @param room the width that the chart should not exceed
 */
export function rowChart(chart: BenchmarksChart, room: number): HTMLElement {
  const layout = chartLayout(chart, room);
  const { width, height } = layout;
  const order = chart.isByTime ? 'in order of time' : 'in the order of the columns';
  const picture = svgElement('svg', { width, height, viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': accessibleName(chart) },
    ...layout.ticks.flatMap(({ y, text }) => [
      svgElement('line', { class: 'grid', x1: layout.left, x2: width - RIGHT, y1: y, y2: y }),
      svgElement('text', { class: 'tick', x: layout.left - 8, y: y + 4, 'text-anchor': 'end' }, text),
    ]),
    ...layout.slots.flatMap((slot) => drawSlot(slot, layout)));
  return element('figure', {},
    element('figcaption', {}, `${metricTitle(chart.unit)}: each run a dot, the median a line, its interval a band; ${order}${selectionText(chart)}`),
    element('div', { class: 'picture' }, picture));
}

function selectionText({ series }: BenchmarksChart): string {
  const most = Math.max(...series.map(({ values, runs }) => (runs > values.length ? runs : 0)));
  return most <= 0 ? '' : `; an evenly spaced selection of the ${most} runs`;
}

function drawSlot({ series, x, centerY, band, dots }: ChartSlot, { slotWidth, height }: ChartLayout): SVGElement[] {
  const from = x - slotWidth / 2;
  const about = aboutText(series);
  const [label, below] = linesOf(series).map((line) => shorten(line, Math.floor(slotWidth / USED_SHARE / LETTER)));
  const title = (text: string) => svgElement('title', {}, text);
  const area = band === undefined
    ? []
    : [svgElement('rect', { class: 'band', x: from, width: slotWidth, ...band }, title(`${about}\ninterval of the median`))];
  return [
    ...area,
    svgElement('line', { class: 'median', x1: from, x2: from + slotWidth, y1: centerY, y2: centerY }, title(about)),
    ...dots.map((dot, run) =>
      svgElement('circle', { class: 'run', cx: dot.x, cy: dot.y, r: 3.5 }, title(`${dot.text}\nrun ${run + 1}\n${about}`))),
    svgElement('text', { class: 'label', x, y: height - 22, 'text-anchor': 'middle' }, label, title(about)),
    svgElement('text', { class: 'tick', x, y: height - 7, 'text-anchor': 'middle' }, below, title(about)),
  ];
}

/** What is below an input: its label, and its commit or time. The label of a capture may have the commit, too. */
function linesOf({ label, when, commit }: BenchmarksSeries): readonly [string, string] {
  const [name, ofName] = label.split(' · ');
  if (commit !== undefined && ofName?.startsWith(shortCommit(commit))) return [name, ofName];
  return [label, commit?.slice(0, 10) ?? when ?? ''];
}

function aboutText({ label, when, commit }: BenchmarksSeries): string {
  return [label, when, commit === undefined ? undefined : `commit ${commit}`].filter((part) => part !== undefined).join('\n');
}

/** The content of the chart in words, for screen readers. */
function accessibleName({ name, unit, series, scale }: BenchmarksChart): string {
  const text = (value: number) => figureText(value, scale);
  const parts = series.map(({ label, when, commit, values, runs, center, low, high }) => {
    const interval = low === undefined || high === undefined ? '' : `, its interval ${text(low)} to ${text(high)}`;
    const all = runs > MAX_SPOKEN_RUNS
      ? `${runs} runs from ${text(Math.min(...values))} to ${text(Math.max(...values))}`
      : `${runs === 1 ? 'one run' : `${runs} runs`}: ${values.map(text).join(' ')}`;
    const of = [label, when, commit && `commit ${commit.slice(0, 10)}`].filter(Boolean).join(', ');
    return `${of}: median ${text(center)}${interval}; ${all}`;
  });
  return `Runs of ${name}, ${metricTitle(unit)}. ${parts.join('. ')}.`;
}

/** Shortens a text to fit into a slot. The title has the whole text. */
function shorten(text: string, length: number): string {
  const half = Math.floor(length / 2);
  return text.length > length ? `${text.slice(0, length - half - 1)}…${text.slice(-half)}` : text;
}
