import { median } from './medians';
import type { Samples } from './pairedSamples';
import { ascending } from './statistics/ascending';

/** Quantile of the normal distribution for a two-sided level of 5 %. */
const Z_LEVEL = 1.959964;
/** Quantile of the normal distribution for a power of 80 %. */
const Z_POWER = 0.841621;
/** Efficiency of the Mann-Whitney U test for normal noise, compared with the t-test. */
const EFFICIENCY = 3 / Math.PI;
/** The standard deviation of normal noise, divided by the first quartile of the distances between two values. */
const PER_PAIR_DISTANCE = 2.2219;
/** The standard deviation of normal noise, divided by its mean absolute deviation. */
const PER_MEAN_DEVIATION = 1.2533;
/** Corrections of the quartile for 2 to 9 values (Croux and Rousseeuw 1992). */
const FEW_VALUES = [0.399, 0.994, 0.512, 0.844, 0.611, 0.857, 0.669, 0.872];
/** The noise estimated from n runs is multiplied by 1 + MARGIN / n, since it is a rough estimate; from simulations. */
const MARGIN = 2.2;

/**
 * The smallest difference, as a share of the figure, that `runs` runs on each side would show in at least 4 of 5 tries.
 *
 * For two samples of n values, a shift δ in noise σ is found by the t-test if n = 2 (z₀.₉₇₅ + z₀.₈)² (σ / δ)²; the U
 * test needs π/3 times as many. So δ = σ √(2 (1.96 + 0.84)² π / (3 n)) = 4.05 σ / √n. σ comes from the runs
 * themselves (see `relativeSpread`), and δ has a margin because σ is an estimate.
 * @returns undefined if the runs do not vary, or if a median is 0 or not a finite number
 */
export function detectable(samples: Pick<Samples, 'before' | 'now'>, runs: number): number | undefined {
  const measured = Math.min(samples.before.length, samples.now.length);
  const spread = relativeSpread(samples) * (1 + MARGIN / measured);
  const share = spread * Math.sqrt((2 * (Z_LEVEL + Z_POWER) ** 2) / (EFFICIENCY * runs));
  return share > 0 && Number.isFinite(share) ? share : undefined;
}

/**
 * The standard deviation of the noise as a share of the median: the root mean square of both sides. See `spreadOf`.
 */
export function relativeSpread({ before, now }: Pick<Samples, 'before' | 'now'>): number {
  const [a, b] = [before, now].map((values) => spreadOf(values) / Math.abs(median(values)));
  return Math.sqrt((a ** 2 + b ** 2) / 2);
}

/**
 * The standard deviation of normal noise, estimated from about the first quartile of the distances between any two
 * values (the estimator Qn), which a few disturbed runs hardly change. If the quartile is 0, the mean distance from the
 * median is used instead.
 */
function spreadOf(values: readonly number[]): number {
  const { length: n } = values;
  const distances = ascending(values.flatMap((a, i) => values.slice(i + 1).map((b) => Math.abs(a - b))));
  const half = Math.floor(n / 2) + 1;
  const quartile = distances[(half * (half - 1)) / 2 - 1] ?? 0;
  const correction = FEW_VALUES[n - 2] ?? n / (n + (n % 2 === 1 ? 1.4 : 3.8));
  if (quartile > 0) return PER_PAIR_DISTANCE * correction * quartile;
  const center = median(values);
  return (PER_MEAN_DEVIATION * values.reduce((sum, value) => sum + Math.abs(value - center), 0)) / n;
}

/** With fewer values on each side, no difference is significant at the level of 5 %. */
export const MIN_RUNS = 4;
/** How many times Measure Again runs each program if the setting is unset or invalid. */
export const DEFAULT_RUNS = 10;
/** The highest number of runs that `linecost.measureAgain.runs` allows. */
export const MAX_RUNS = 100;

/** The number of runs to propose after `runs` runs, which halves the detectable difference; at most MAX_RUNS. */
export function proposedRuns(runs: number): number {
  return Math.min(MAX_RUNS, 4 * runs);
}
