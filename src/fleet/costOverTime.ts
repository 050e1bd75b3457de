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

/** With fewer distances between profiles, nothing is known of how often there is one. */
const FEWEST_GAPS = 3;
/** The part of these distances that is not longer. */
const COMMON = 0.75;

interface Bins {
  readonly sums: Float64Array;
  readonly counts: Float64Array;
}

interface NamedBins {
  readonly name: string;
  readonly total: number;
  readonly bins: Bins;
}

/**
 * Adds up the points of a store's series by step and value of the label. Memory is that of the largest values, however
 * many there are.
 */
export function* costOverTime(series: readonly FleetSeries[], options: CostOptions): Steps<CostOverTime> {
  const { range, isDelta, split, most } = options;
  const byName = new Map<string, FleetSeries[]>();
  for (const each of series) {
    if (each.points.length === 0) continue;
    const name = split !== undefined && Object.hasOwn(each.labels, split) ? each.labels[split] : '';
    const own = byName.get(name);
    if (own) own.push(each);
    else byName.set(name, [each]);
  }
  const count = Math.ceil((range.to - range.from) / (options.stepSeconds * 1000));
  const all = newBins(count);
  const largest: NamedBins[] = [];
  let [names, spare] = [0, newBins(count)];
  for (const [name, own] of byName) {
    const bins = spare;
    bins.sums.fill(0);
    bins.counts.fill(0);
    const total = addPoints(bins, own, options);
    let hasPoint = false;
    for (let bin = 0; bin < count; bin++) {
      if (bins.counts[bin] === 0) continue;
      hasPoint = true;
      all.sums[bin] += isDelta ? bins.sums[bin] : bins.sums[bin] / bins.counts[bin];
      all.counts[bin] = 1;
    }
    if (hasPoint) {
      names++;
      const place = largest.findIndex((each) => each.total < total);
      largest.splice(place < 0 ? largest.length : place, 0, { name, total, bins });
      // The bins of the one that is no longer among the largest are filled anew.
      spare = (largest.length > most ? largest.pop()?.bins : undefined) ?? newBins(count);
    }
    yield;
  }
  const joined = isDelta ? stepsOfProfile(all, options) : 1;
  const step = options.stepSeconds * joined * 1000;
  const total = joinBins(all, joined);
  const filled = [...total.counts.keys()].filter((bin) => total.counts[bin] > 0);
  const figuresOf = ({ sums, counts }: Bins) => filled.map((bin) => {
    if (counts[bin] === 0) return null;
    if (!isDelta) return sums[bin] / counts[bin];
    // The last step may be cut by the end of the range. What a rare profile has is of the whole step.
    const isCut = joined === 1;
    return sums[bin] / ((isCut ? Math.min(step, range.to - range.from - bin * step) : step) / 1000);
  });
  return {
    range,
    stepSeconds: step / 1000,
    times: filled.map((bin) => range.from + bin * step),
    series: largest.map(({ name, bins }) => ({ name, values: figuresOf(joinBins(bins, joined)) })),
    all: figuresOf(total),
    others: Math.max(0, names - most),
  };
}

/**
 * How many steps it takes to have a profile as a rule: more than one if a service is profiled less often, such as once
 * a minute. Otherwise a cost per second would grow with a shorter step.
 */
function stepsOfProfile({ counts }: Bins, { stepSeconds }: CostOptions): number {
  const filled = [...counts.keys()].filter((bin) => counts[bin] > 0);
  const gaps = filled.slice(1).map((bin, i) => bin - filled[i]).sort((a, b) => a - b);
  if (gaps.length < FEWEST_GAPS) return 1;
  // Most gaps are at most this long; longer ones are silence.
  const steps = gaps[Math.floor(gaps.length * COMMON)];
  if (steps === 1) return 1;
  const seconds = STEPS.find((step) => step >= steps * stepSeconds && step % stepSeconds === 0);
  return seconds === undefined ? steps : seconds / stepSeconds;
}

/** Adds up each `steps` bins. */
function joinBins(bins: Bins, steps: number): Bins {
  if (steps === 1) return bins;
  const joined = newBins(Math.ceil(bins.counts.length / steps));
  for (let bin = 0; bin < bins.counts.length; bin++) {
    joined.sums[Math.floor(bin / steps)] += bins.sums[bin];
    joined.counts[Math.floor(bin / steps)] += bins.counts[bin];
  }
  return joined;
}

/** Returns the sum of what was added. */
function addPoints(
  { sums, counts }: Bins,
  series: readonly FleetSeries[],
  { range, stepSeconds }: CostOptions,
): number {
  const step = stepSeconds * 1000;
  let total = 0;
  for (const { points } of series) {
    for (const { at, value } of points) {
      const bin = Math.floor((at - range.from) / step);
      // A store may answer with a point at the end of the range.
      const known = bin === counts.length && at === range.to ? bin - 1 : bin;
      if (known < 0 || known >= counts.length || !Number.isFinite(value)) continue;
      sums[known] += value;
      counts[known]++;
      total += value;
    }
  }
  return total;
}

function newBins(count: number): Bins {
  return { sums: new Float64Array(count), counts: new Float64Array(count) };
}

/** Distances between points, in seconds; stores rarely have more than a profile in 15 seconds. */
const STEPS = [15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400];
const MOST_POINTS = 300;

/** The distance between the points of a chart that has at most 300 of them, in seconds. */
export function stepSecondsOf({ from, to }: TimeRange): number {
  const least = (to - from) / 1000 / MOST_POINTS;
  return STEPS.find((step) => step >= least) ?? Math.ceil(least / 86_400) * 86_400;
}
