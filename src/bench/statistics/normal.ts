/** The standard normal distribution. */

/** P(X ≤ x), with a relative error of about 1e-14. */
export function normalCdf(x: number): number {
  return complementaryError(-x / Math.SQRT2) / 2;
}

/** The x with P(X ≤ x) = p, by bisection: -∞ for p = 0, exactly 0 for 0.5, ∞ for 1. */
export function normalQuantile(p: number): number {
  if (p === 0.5) return 0;
  if (p <= 0) return -Infinity;
  if (p >= 1) return Infinity;
  if (p > 0.5) return -normalQuantile(1 - p);
  let [low, high] = [-40, 0];
  for (let middle = -20; low < middle && middle < high; middle = (low + high) / 2) {
    if (normalCdf(middle) < p) low = middle;
    else high = middle;
  }
  return high;
}

/** erfc: the series of erf near 0, Laplace's continued fraction elsewhere (Abramowitz and Stegun 7.1.6, 7.1.14). */
function complementaryError(x: number): number {
  if (Number.isNaN(x)) return NaN;
  if (x < 0) return 2 - complementaryError(-x);
  if (x > 28) return 0;
  return x < 1.5 ? 1 - errorSeries(x) : errorFraction(x);
}

function errorSeries(x: number): number {
  let term = x;
  let sum = x;
  for (let n = 1; term > sum * 1e-17; n++) {
    term *= (2 * x * x) / (2 * n + 1);
    sum += term;
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum;
}

function errorFraction(x: number): number {
  let fraction = x;
  for (let n = 120; n >= 1; n--) fraction = x + n / 2 / fraction;
  return Math.exp(-x * x) / (fraction * Math.sqrt(Math.PI));
}
