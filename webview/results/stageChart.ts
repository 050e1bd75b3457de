import { changePercent } from '../../src/profile/text/screen/change';
import { metricTitle } from '../../src/profile/text/screen/figure';
import { percentText } from '../../src/profile/text/screen/share';
import { element, svgElement } from '../controls/dom';
import type { StageLevel } from './stageLevels';

interface ChartPoint {
  readonly stage: StageLevel;
  readonly x: number;
  readonly y: number;
  readonly bar: { readonly top: number; readonly bottom: number } | undefined;
  /** Of the stage that the last step begins at. */
  readonly from: { readonly x: number; readonly y: number } | undefined;
}

interface StageLayout {
  readonly width: number;
  readonly height: number;
  readonly points: readonly ChartPoint[];
  readonly ticks: readonly { readonly y: number; readonly text: string }[];
  /** Whether equal distances are equal ratios. Otherwise, the axis begins at 0. */
  readonly isLogarithmic: boolean;
}

const LEFT = 64;
const TOP = 10;
const PLOT_HEIGHT = 96;
const LABELS_HEIGHT = 20;
const SLOT_WIDTH = 44;
/** The axis spans at least this factor, so that noise does not fill it. */
const MIN_FACTOR = 1.2;

/** Places the stages side by side, as shares of the first one: on a logarithmic scale, unless a figure is 0. */
export function stageLayout(stages: readonly StageLevel[]): StageLayout {
  const isLogarithmic = stages.every(({ level }) => level > 0 && Number.isFinite(level));
  const shares = isLogarithmic ? stages : stages.map(shareOfLargest);
  const all = shares.flatMap(({ level, interval }) => [level, ...(interval ? [interval.lo, interval.hi] : [])]);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const grow = Math.sqrt(Math.max(1, MIN_FACTOR / (most / least)));
  const [from, to] = isLogarithmic ? [least / grow, most * grow] : [0, 1];
  const place = (level: number) => {
    return isLogarithmic ? Math.log(level / from) / Math.log(to / from) : (level - from) / (to - from);
  };
  const yOf = (level: number) => TOP + PLOT_HEIGHT * (1 - place(level));
  const xOf = (i: number) => LEFT + SLOT_WIDTH * (i + 0.5);
  return {
    width: LEFT + SLOT_WIDTH * stages.length + 8,
    height: TOP + PLOT_HEIGHT + LABELS_HEIGHT,
    isLogarithmic,
    ticks: ticksOf(from, to, isLogarithmic).map((level) => ({ y: yOf(level), text: percentText(100 * level) })),
    points: shares.map((stage, i) => ({
      stage,
      x: xOf(i),
      y: yOf(stage.level),
      bar: stage.interval && { top: yOf(stage.interval.hi), bottom: yOf(stage.interval.lo) },
      from: stage.from === undefined ? undefined : { x: xOf(stage.from), y: yOf(shares[stage.from].level) },
    })),
  };
}

/** Figures of which some are 0 have no ratios: they are shown as measured, as shares of the largest. */
function shareOfLargest({ interval: _, ...stage }: StageLevel, __: number, all: readonly StageLevel[]): StageLevel {
  const largest = Math.max(...all.map(({ value }) => value), Number.MIN_VALUE);
  return { ...stage, level: stage.value / largest };
}

/** The first stage, round shares, and the ends of the axis, as far as there is room. */
function ticksOf(from: number, to: number, isLogarithmic: boolean): number[] {
  if (!isLogarithmic) return [0, 0.5, 1];
  const place = (level: number) => Math.log(level / from) / Math.log(to / from);
  const isFree = (level: number, others: readonly number[]) => {
    return others.every((other) => Math.abs(place(level) - place(other)) > 0.16);
  };
  const [low, high] = [Math.floor(Math.log10(from)), Math.ceil(Math.log10(to))];
  const powers = Array.from({ length: high - low + 1 }, (_, i) => 10 ** (low + i));
  const round = [...powers, ...[2, 5].flatMap((factor) => powers.map((power) => factor * power))];
  const inside = [...round, from, to].filter((level) => level >= from && level <= to);
  return inside.reduce((ticks, level) => (isFree(level, ticks) ? [...ticks, level] : ticks), [1]);
}

export interface StageChartOptions {
  readonly unit: string;
  readonly selected: readonly string[];
  nameOf(stage: StageLevel): string;
  /** Called with the id of the capture of a point that is clicked. */
  select(id: string): void;
}

/** The chart of a figure over the stages. The table has the same figures, and what acts on a stage. */
export function stageChart(stages: readonly StageLevel[], options: StageChartOptions): HTMLElement {
  const layout = stageLayout(stages);
  const { width, height, points, ticks, isLogarithmic } = layout;
  const label = accessibleName(stages, options, isLogarithmic);
  const viewBox = `0 0 ${width} ${height}`;
  const picture = svgElement('svg', { width, height, viewBox, role: 'img', 'aria-label': label },
    ...ticks.flatMap(({ y, text }) => [
      svgElement('line', { class: 'grid', x1: LEFT, x2: width - 8, y1: y, y2: y }),
      svgElement('text', { class: 'tick', x: LEFT - 8, y: y + 4, 'text-anchor': 'end' }, text),
    ]),
    ...points.flatMap((point) => drawStep(point)),
    ...points.map((point) => drawPoint(point, layout, options)));
  const frame = element('div', { class: 'picture' }, picture);
  queueMicrotask(() => {
    // The newest stages are the ones that the user works on.
    frame.scrollLeft = frame.scrollWidth;
    // Arrow keys scroll what has the focus.
    if (frame.scrollWidth > frame.clientWidth) frame.tabIndex = 0;
  });
  return element('figure', { class: 'stages' }, frame, element('figcaption', {}, captionOf(stages, isLogarithmic)));
}

function captionOf(stages: readonly StageLevel[], isLogarithmic: boolean): string {
  const scale = isLogarithmic
    ? 'Share of the first stage, by the changes from stage to stage, on a logarithmic scale.'
    : 'As measured, as a share of the largest.';
  const bars = isLogarithmic && stages.some(({ interval }) => interval)
    ? ' Bars: 95\u202f% interval of the change, measured in turns.'
    : '';
  const hollow = stages.some(({ isStepInTurns }) => !isStepInTurns)
    ? ' Hollow and dashed: not measured in turns, so the machine may have changed too.'
    : '';
  return scale + bars + hollow;
}

function drawStep({ stage, x, y, bar, from }: ChartPoint): SVGElement[] {
  const kind = stage.isStepInTurns ? 'step' : 'step loose';
  const line = from ? [svgElement('line', { class: kind, x1: from.x, y1: from.y, x2: x, y2: y })] : [];
  if (!bar) return line;
  const barLine = (x1: number, x2: number, y1: number, y2: number) => svgElement('line', { class: 'bar', x1, x2, y1, y2 });
  const ends = [bar.top, bar.bottom].map((at) => barLine(x - 4, x + 4, at, at));
  return [...line, barLine(x, x, bar.top, bar.bottom), ...ends];
}

function drawPoint({ stage, x, y }: ChartPoint, { height }: StageLayout, options: StageChartOptions): SVGElement {
  const { capture: { id }, number, isStepInTurns } = stage;
  const isSelected = options.selected.includes(id);
  const classes = ['point', !isStepInTurns && 'loose', isSelected && 'selected'].filter(Boolean).join(' ');
  const group = svgElement('g', { class: classes },
    svgElement('title', {}, spoken(stage, options)),
    svgElement('rect', { class: 'slot', x: x - SLOT_WIDTH / 2, y: 0, width: SLOT_WIDTH, height }),
    svgElement('circle', { cx: x, cy: y, r: isSelected ? 6 : 4 }),
    svgElement('text', { class: 'tick', x, y: height - 6, 'text-anchor': 'middle' }, String(number)));
  group.addEventListener('click', () => options.select(id));
  return group;
}

function spoken(stage: StageLevel, { unit, nameOf }: StageChartOptions): string {
  const { number, level, isInTurns } = stage;
  const isSame = number === 1 || level === 1;
  const change = isSame ? '' : `: ${metricTitle(unit)} ${changePercent(level - 1, 1)} since the first stage`;
  return `${number}. ${nameOf(stage)}${change}${change !== '' && !isInTurns ? ', not all in turns' : ''}`;
}

/** With more stages, screen readers get the last ones: the table has them all. */
const MAX_SPOKEN = 12;

function accessibleName(stages: readonly StageLevel[], options: StageChartOptions, isLogarithmic: boolean): string {
  const last = stages.slice(-MAX_SPOKEN).map((stage) => spoken(stage, options));
  return `${metricTitle(options.unit)} of ${stages.length} stages. ${captionOf(stages, isLogarithmic)} ${last.join('. ')}.`;
}
