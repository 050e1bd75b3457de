import { median } from './formatResult';
import type { Samples } from './pairedSamples';

/** Quantile of the normal distribution for a two-sided level of 5 %. */
const Z_LEVEL = 1.959964;
/** Quantile of the normal distribution for a power of 80 %. */
const Z_POWER = 0.841621;
/** Efficiency of the Mann-Whitney U test for normal noise, compared with the t-test. */
const EFFICIENCY = 3 / Math.PI;
/** The standard deviation of normal noise, divided by its median absolute deviation. */
const PER_MEDIAN_DEVIATION = 1.4826;
/** The standard deviation of normal noise, divided by its mean absolute deviation. */
const PER_MEAN_DEVIATION = 1.2533;

/**
 * The smallest difference, as a share of the figure, that `runs` runs on each side would show in 4 of 5 tries.
 *
 * For two samples of n values, a shift δ in noise σ is found by the t-test if n = 2 (z₀.₉₇₅ + z₀.₈)² (σ / δ)²; the U
 * test needs π/3 times as many. So δ = σ √(2 (1.96 + 0.84)² π / (3 n)) = 4.05 σ / √n. σ comes from the runs
 * themselves: see `relativeSpread`.
 * @returns undefined if the runs do not vary, or if a median is 0 or not a finite number
 */
export function detectable(samples: Pick<Samples, 'before' | 'now'>, runs: number): number | undefined {
  const spread = relativeSpread(samples);
  const share = spread * Math.sqrt((2 * (Z_LEVEL + Z_POWER) ** 2) / (EFFICIENCY * runs));
  return share > 0 && Number.isFinite(share) ? share : undefined;
}

/**
 * The noise of the runs as a share of their figure: the median distance from the median of each side, scaled to the
 * standard deviation of normal noise. A few disturbed runs hardly change it. If the median distance is 0, the mean
 * distance replaces it. With few runs the distances come out too small, hence n / (n − 0.8)
 * (Croux and Rousseeuw 1992).
 */
export function relativeSpread({ before, now }: Pick<Samples, 'before' | 'now'>): number {
  const distances = [before, now].flatMap((values) => {
    const center = median(values);
    return values.map((value) => Math.abs(value / center - 1));
  });
  const fromMedian = PER_MEDIAN_DEVIATION * median(distances);
  const fromMean = (PER_MEAN_DEVIATION * distances.reduce((sum, each) => sum + each, 0)) / distances.length;
  const runs = Math.min(before.length, now.length);
  return (fromMedian > 0 ? fromMedian : fromMean) * (runs > 1 ? runs / (runs - 0.8) : 1);
}
