export type Interval = readonly [from: number, to: number];

/** 95 % of a normal distribution is within this many standard deviations. */
export const Z = 1.959963984540054;

/**
 * Wilson's 95 % interval for a share, as a fraction of 1, that `k` of `n` samples estimate: 3 of 100 gives 0.010 to
 * 0.085.
 * Source: E. B. Wilson, Probable Inference, 1927.
 */
export function shareInterval(k: number, n: number): Interval {
  if (n <= 0) return [0, 1];
  const share = Math.min(1, k / n);
  const center = share + Z ** 2 / (2 * n);
  const reach = Z * Math.sqrt((share * (1 - share)) / n + Z ** 2 / (4 * n ** 2));
  const scale = 1 + Z ** 2 / n;
  return [k === 0 ? 0 : Math.max(0, (center - reach) / scale), share === 1 ? 1 : Math.min(1, (center + reach) / scale)];
}

/**
 * The 95 % interval for a count of rare events, of which `k` were seen: Wilson's interval for n → ∞. Its half-width is
 * about 1.96·√k.
 * @param k may be a fraction: see effectiveSamples
 */
export function countInterval(k: number): Interval {
  if (k === Infinity) return [Infinity, Infinity];
  const center = k + Z ** 2 / 2;
  const reach = Z * Math.sqrt(k + Z ** 2 / 4);
  return [Math.max(0, center - reach), center + reach];
}

/**
 * The number of samples of equal weight that would give the figure the same relative variance: k for k samples of one
 * size; less where a few large samples dominate; Infinity where nothing is left to chance.
 */
export function effectiveSamples(value: number, variance: number): number {
  if (value === 0) return 0;
  return variance === 0 ? Infinity : value ** 2 / variance;
}

/** Half of the interval's width, as a part of the value: 0.1 for 90 to 110 around 100. Infinity for the value 0. */
export function relativeReach(value: number, [from, to]: Interval): number {
  return value === 0 ? Infinity : (to - from) / 2 / Math.abs(value);
}

/** A figure that rests on fewer samples is mostly chance. */
const MIN_SAMPLES = 5;
/** MIN_SAMPLES in sentences. */
export const MIN_SAMPLES_WORD = 'five';

/** Whether a figure with this many effective samples is mostly chance. */
export function isFew(effective: number): boolean {
  // The allowance is for figures per operation, which are rounded.
  return effective < MIN_SAMPLES - 1e-6;
}
