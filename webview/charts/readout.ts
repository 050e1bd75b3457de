import { nearestIndex, type TimeRange, type TimelineWindow } from '../../src/timeline/window';
import { THIN_SPACE } from '../../src/profile/text/screen/digits';
import { figureText } from '../../src/profile/text/screen/figure';
import type { ChartOptions } from './chartSource';

/** The points of a window that a moment or a range names: those from `first` to `last`. */
interface Points {
  readonly first: number;
  readonly last: number;
}

/** The point nearest to a moment, or the points of a range; undefined without points. */
export function pointsOf({ times }: TimelineWindow, { from, to }: TimeRange): Points | undefined {
  if (times.length === 0) return undefined;
  const [first, last] = [nearestIndex(times, times.length, from), nearestIndex(times, times.length, to)];
  return { first, last };
}

/** The figures of a chart's series at a moment, or the least and the largest of a range; empty where there are none. */
export function readoutOf(
  { series, unit, write = (value) => figureText(value, unit) }: ChartOptions,
  { low, high }: TimelineWindow,
  { first, last }: Points,
): string[] {
  return series.map(({ column, shape }) => {
    const least = extreme(low[column], first, last, Math.min);
    const most = extreme(high[column], first, last, Math.max);
    if (least === undefined || most === undefined) return '';
    if (shape === 'mark') return most === 0 ? '' : '✓';
    const [leastText, mostText] = [write(least), write(most)];
    return leastText === mostText ? leastText : rangeText(leastText, mostText);
  });
}

/** `3–7 MiB`: the unit once, if both have it. */
function rangeText(least: string, most: string): string {
  const unit = most.slice(most.lastIndexOf(THIN_SPACE));
  return `${unit !== most && least.endsWith(unit) ? least.slice(0, -unit.length) : least}–${most}`;
}

function extreme(
  values: readonly (number | null)[], first: number, last: number, of: (a: number, b: number) => number,
): number | undefined {
  let found: number | undefined;
  for (let i = first; i <= last; i++) {
    const value = values[i];
    if (value !== null) found = found === undefined ? value : of(found, value);
  }
  return found;
}
