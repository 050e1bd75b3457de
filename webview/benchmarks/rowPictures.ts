import type { BenchmarksDelta, RelativeChange } from '../../src/bench/comparison/answers';
import { metricCells } from '../../src/profile/text/screen/figure';
import { percentText, withSign } from '../../src/profile/text/screen/share';
import { svgElement } from '../controls/dom';

const WIDTH = 88;
const HEIGHT = 16;
/** Room for the marks of what is cut, on each side. */
const EDGE = 5;

/** What a picture of a change draws, in pixels. */
interface ChangeLayout {
  readonly zero: number;
  readonly bar: { readonly x: number; readonly width: number };
  /** The interval; undefined if there is none. */
  readonly interval: { readonly from: number; readonly to: number } | undefined;
  /** Whether a bar or an interval goes on beyond the left or right end. */
  readonly isCut: { readonly left: boolean; readonly right: boolean };
}

/** Places a change and its interval on a scale from −span to span with zero in the middle. */
export function changeLayout({ at, low, high }: RelativeChange, span: number): ChangeLayout {
  const zero = WIDTH / 2;
  const xOf = (share: number) => zero + (Math.max(-1, Math.min(1, share / span)) * (WIDTH - 2 * EDGE)) / 2;
  const end = xOf(at);
  const [least, most] = [Math.min(at, low ?? at), Math.max(at, high ?? at)];
  return {
    zero,
    bar: { x: Math.min(zero, end), width: Math.abs(end - zero) },
    interval: low === undefined || high === undefined ? undefined : { from: xOf(low), to: xOf(high) },
    isCut: { left: least < -span, right: most > span },
  };
}

/** A change as a bar from zero, with its interval as a line, as in a forest plot. */
export function changePicture(change: RelativeChange, kind: BenchmarksDelta['kind'], span: number): SVGElement {
  const { zero, bar, interval, isCut } = changeLayout(change, span);
  const middle = HEIGHT / 2;
  const line = (className: string, x1: number, x2: number, y1 = middle, y2 = y1) =>
    svgElement('line', { class: className, x1, x2, y1, y2 });
  const ends = interval ? [interval.from, interval.to].map((x) => line('interval', x, x, middle - 3, middle + 3)) : [];
  const beyond = (isAt: boolean, x: number, tip: number) =>
    (isAt ? [svgElement('path', { class: 'beyond', d: `M${x} ${middle - 4}L${tip} ${middle}L${x} ${middle + 4}Z` })] : []);
  return svgElement('svg', {
    class: `change-picture ${kind}`, width: WIDTH, height: HEIGHT, viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': spoken(change),
  },
    svgElement('title', {}, spoken(change)),
    line('zero', zero, zero, 0, HEIGHT),
    svgElement('rect', { class: 'extent', x: bar.x, y: middle - 4, width: bar.width, height: 8 }),
    ...(interval ? [line('interval', interval.from, interval.to), ...ends] : []),
    ...beyond(isCut.left, EDGE, 0),
    ...beyond(isCut.right, WIDTH - EDGE, WIDTH),
  );
}

/** `+12.5 %, interval +10.1 % to +15 %` */
function spoken({ at, low, high }: RelativeChange): string {
  const text = (share: number) => (share > 0 ? withSign(percentText(100 * share), '+') : percentText(100 * share));
  if (low === undefined || high === undefined) return `${text(at)}, too few runs for an interval`;
  return `${text(at)}, 95\u202f% interval ${text(low)} to ${text(high)}`;
}

const TREND_WIDTH = 56;
/** Smaller differences look like noise, so a line of them is nearly flat. */
const LEAST_RANGE = 0.1;

/** The points of a sparkline: `x,y` pairs, from left to right. */
export function trendPoints(values: readonly number[]): (readonly [x: number, y: number])[] {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const middle = (least + most) / 2;
  const range = Math.max(most - least, Math.abs(middle) * LEAST_RANGE) || 1;
  const step = (TREND_WIDTH - 6) / Math.max(1, values.length - 1);
  return values.map((value, i) => [3 + i * step, HEIGHT / 2 - ((value - middle) / range) * (HEIGHT - 6)]);
}

/** Earlier captures of a benchmark as a line, the last one as a dot at its right. */
export function trendPicture(values: readonly number[], unit: string): SVGElement {
  const points = trendPoints(values);
  const [x, y] = points.at(-1)!;
  const [first, last] = metricCells([values[0], values.at(-1)!], unit);
  const label = `${values.length} captures, from ${first} to ${last}`;
  return svgElement('svg', {
    class: 'trend-picture', width: TREND_WIDTH, height: HEIGHT, viewBox: `0 0 ${TREND_WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': label,
  },
    svgElement('title', {}, label),
    svgElement('polyline', { points: points.map(([px, py]) => `${round(px)},${round(py)}`).join(' ') }),
    svgElement('circle', { cx: round(x), cy: round(y), r: 2.5 }),
  );
}

const round = (length: number) => Math.round(length * 10) / 10;
