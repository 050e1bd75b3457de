import type { BenchmarksChart, BenchmarksSeries } from '../../src/pages/protocol/benchmarksPage';
import { element, svgElement } from '../controls/dom';
import { chartLayout, type ChartLayout, type ChartSlot, figureText } from './chartLayout';

/** With more runs, screen readers get a summary. */
const MAX_SPOKEN_RUNS = 12;

/** The chart of a row: for each input, a dot per run, and a band for the interval of the median. */
export function rowChart(chart: BenchmarksChart): HTMLElement {
  const layout = chartLayout(chart);
  const { width, height } = layout;
  const order = chart.isByTime ? 'in order of time' : 'in the order of the columns';
  const picture = svgElement('svg', { width, height, viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': accessibleName(chart) },
    ...layout.ticks.flatMap(({ y, text }) => [
      svgElement('line', { class: 'grid', x1: layout.left, x2: width - 10, y1: y, y2: y }),
      svgElement('text', { class: 'tick', x: layout.left - 8, y: y + 4, 'text-anchor': 'end' }, text),
    ]),
    ...layout.slots.flatMap((slot) => drawSlot(slot, layout)));
  return element('figure', {},
    element('figcaption', {}, `${chart.unit}: each run a dot, the median a line, its interval a band; ${order}${selectionText(chart)}`),
    element('div', { class: 'picture' }, picture));
}

function selectionText({ series }: BenchmarksChart): string {
  const most = Math.max(...series.map(({ values, runs }) => (runs > values.length ? runs : 0)));
  return most <= 0 ? '' : `; an evenly spaced selection of the ${most} runs`;
}

function drawSlot({ series, x, centerY, band, dots }: ChartSlot, { slotWidth, height }: ChartLayout): SVGElement[] {
  const from = x - slotWidth / 2;
  const about = aboutText(series);
  const title = (text: string) => svgElement('title', {}, text);
  const area = band === undefined
    ? []
    : [svgElement('rect', { class: 'band', x: from, width: slotWidth, ...band }, title(`${about}\ninterval of the median`))];
  return [
    ...area,
    svgElement('line', { class: 'median', x1: from, x2: from + slotWidth, y1: centerY, y2: centerY }, title(about)),
    ...dots.map((dot, run) =>
      svgElement('circle', { class: 'run', cx: dot.x, cy: dot.y, r: 3.5 }, title(`${dot.text}\nrun ${run + 1}\n${about}`))),
    svgElement('text', { class: 'label', x, y: height - 22, 'text-anchor': 'middle' }, shorten(series.label), title(about)),
    svgElement('text', { class: 'tick', x, y: height - 7, 'text-anchor': 'middle' },
      shorten(series.commit?.slice(0, 10) ?? series.when ?? ''), title(about)),
  ];
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
  return `Runs of ${name} in ${unit}. ${parts.join('. ')}.`;
}

/** Shortens a text to fit into a slot. The title has the whole text. */
function shorten(text: string): string {
  return text.length > 18 ? `${text.slice(0, 8)}…${text.slice(-9)}` : text;
}
