import type { Steps } from '../profile/common/guard';
import type { TimeRange } from './fleetQuery';
import type { FleetSeries } from './fleetStore';

/** The cost over time, for a chart: of all that matches, or of each of the largest values of a label. */
export interface CostOverTime {
  readonly range: TimeRange;
  readonly stepSeconds: number;
  /** The beginnings of the steps that have figures, in milliseconds since the epoch, ascending. */
  readonly times: readonly number[];
  /** Largest first. */
  readonly series: readonly CostSeries[];
  /** Of all values of the label, also those that are not in `series`: what shares are of. */
  readonly all: readonly (number | null)[];
  /** The number of values that are not in `series`. */
  readonly others: number;
}

export interface CostSeries {
  /** The value of the label; empty for series without it, and if there is no label. */
  readonly name: string;
  /**
   * By step: in the type's unit, for one second of what lasts while it is measured, and the mean of what is in use at a
   * moment. null without data.
   */
  readonly values: readonly (number | null)[];
}

interface CostOptions {
  readonly range: TimeRange;
  readonly stepSeconds: number;
  /** See FleetType. */
  readonly isDelta: boolean;
  readonly split?: string | undefined;
  /** The number of series, at most. */
  readonly most: number;
}

interface Bins {
  readonly sums: Float64Array;
  readonly counts: Float64Array;
  total: number;
}

/** Adds up the points of a store's series by step and value of the label. */
export function* costOverTime(
  series: readonly FleetSeries[],
  { range, stepSeconds, isDelta, split, most }: CostOptions,
): Steps<CostOverTime> {
  const step = stepSeconds * 1000;
  const count = Math.ceil((range.to - range.from) / step);
  const byName = new Map<string, Bins>();
  const all = newBins(count);
  for (const { labels, points } of series) {
    const name = split !== undefined && Object.hasOwn(labels, split) ? labels[split] : '';
    const bins = byName.get(name) ?? newBins(count);
    byName.set(name, bins);
    for (const { at, value } of points) {
      const bin = Math.floor((at - range.from) / step);
      // A store may answer with a point at the end of the range.
      const known = bin === count && at === range.to ? count - 1 : bin;
      if (known < 0 || known >= count || !Number.isFinite(value)) continue;
      bins.sums[known] += value;
      bins.counts[known]++;
      bins.total += value;
    }
    yield;
  }
  for (const { sums, counts } of byName.values()) {
    for (let bin = 0; bin < count; bin++) {
      if (counts[bin] === 0) continue;
      all.sums[bin] += isDelta ? sums[bin] : sums[bin] / counts[bin];
      all.counts[bin] = 1;
    }
    yield;
  }
  const filled = Array.from({ length: count }, (_, bin) => bin).filter((bin) => all.counts[bin] > 0);
  const figuresOf = ({ sums, counts }: Bins) => filled.map((bin) => {
    if (counts[bin] === 0) return null;
    if (!isDelta) return sums[bin] / counts[bin];
    // The last step may be cut by the end of the range.
    return sums[bin] / (Math.min(step, range.to - range.from - bin * step) / 1000);
  });
  const largest = [...byName].filter(([, { counts }]) => counts.some((n) => n > 0))
    .sort(([, a], [, b]) => b.total - a.total);
  return {
    range,
    stepSeconds,
    times: filled.map((bin) => range.from + bin * step),
    series: largest.slice(0, most).map(([name, bins]) => ({ name, values: figuresOf(bins) })),
    all: figuresOf(all),
    others: Math.max(0, largest.length - most),
  };
}

function newBins(count: number): Bins {
  return { sums: new Float64Array(count), counts: new Float64Array(count), total: 0 };
}

/** Distances between points, in seconds; stores rarely have more than a profile in 15 seconds. */
const STEPS = [15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400];
const MOST_POINTS = 300;

/** The distance between the points of a chart that has at most 300 of them, in seconds. */
export function stepSecondsOf({ from, to }: TimeRange): number {
  const least = (to - from) / 1000 / MOST_POINTS;
  return STEPS.find((step) => step >= least) ?? Math.ceil(least / 86_400) * 86_400;
}
