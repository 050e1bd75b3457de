import { fusedMultiplyAdd } from './fusedMultiplyAdd';

/**
 * Functions of Go's package math, bit for bit as on amd64. JavaScript's functions may differ in the last bit, which
 * matters: benchstat's CSV has all digits of a geometric mean, and its tests compare nearly equal probabilities.
 */

const LN2_HIGH = 6.93147180369123816490e-1;
const LN2_LOW = 1.90821492927058770002e-10;

const float = new Float64Array(1);
const words = new Uint32Array(float.buffer);

/** Natural logarithm by the series of FreeBSD's e_log.c: x = 2^k · (1 + f), s = f / (2 + f). */
export function goLog(x: number): number {
  if (!(x > 0) || x === Infinity) return Math.log(x);
  // Like the assembly of math.Log, this does not normalize a subnormal number.
  float[0] = x;
  let k = ((words[1] >>> 20) & 0x7ff) - 0x3fe;
  words[1] = (words[1] & 0x000fffff) | 0x3fe00000;
  let fraction = float[0];
  if (fraction <= Math.SQRT1_2) {
    k -= 1;
    fraction *= 2;
  }
  const f = fraction - 1;
  const s = f / (2 + f);
  const s2 = s * s;
  const s4 = s2 * s2;
  const odd = s2 * (6.666666666666735130e-1 + s4 * (2.857142874366239149e-1
    + s4 * (1.818357216161805012e-1 + s4 * 1.479819860511658591e-1)));
  const even = s4 * (3.999999999940941908e-1 + s4 * (2.222219843214978396e-1 + s4 * 1.531383769920937332e-1));
  const halfSquare = 0.5 * f * f;
  return k * LN2_HIGH - ((halfSquare - (s * (halfSquare + (odd + even)) + k * LN2_LOW)) - f);
}

/** Taylor coefficients 1/8!, 1/7! … 1/1!. */
const TAYLOR = [
  2.4801587301587301587e-5, 1.9841269841269841270e-4, 1.3888888888888888889e-3, 8.3333333333333333333e-3,
  4.1666666666666666667e-2, 1.6666666666666666667e-1, 0.5, 1,
];

/** e^x by Shibata's method (2010), e^x = 2^k · (e^(r/16))^16, with FMA, as Go computes it on processors with FMA. */
export function goExp(x: number): number {
  if (!Number.isFinite(x)) return Math.exp(x);
  if (x > 7.09782712893384e2) return Infinity;
  const k = roundedHalfToEven(x * Math.LOG2E);
  let r = fusedMultiplyAdd(-k, 0.69314718055966295651160180568695068359375, x);
  r = fusedMultiplyAdd(-k, 0.28235290563031577122588448175013436025525412068e-12, r) * 0.0625;
  let sum = TAYLOR[0];
  for (const coefficient of TAYLOR.slice(1)) sum = fusedMultiplyAdd(r, sum, coefficient);
  // `r` becomes e^r − 1. Each doubling squares e^r: (1 + r)² − 1 = r · (r + 2).
  r *= sum;
  for (let doubling = 0; doubling < 3; doubling++) r *= r + 2;
  const fraction = fusedMultiplyAdd(r + 2, r, 1);
  // Go returns infinity from k = 1024 on, even if the fraction is below 1.
  if (k >= 1024) return Infinity;
  return k > -1023 ? fraction * 2 ** k : fraction * 2 ** (k + 1022) * 2 ** -1022;
}

/** The binomial coefficient; exact up to n = 20, as in go-moremath. */
export function choose(n: number, k: number): number {
  if (k === 0 || k === n) return 1;
  if (k < 0 || n < k) return 0;
  if (n > 20) return goExp(logFactorial(n) - logFactorial(k) - logFactorial(n - k));
  let product = 1;
  // Each product is itself a binomial coefficient, so the division is exact.
  for (let i = 1; i <= k; i++) product = (product * (n - k + i)) / i;
  return product;
}

const SMALL_FACTORIALS = [1, 1, 2, 6, 24, 120, 720];
const STIRLING = [
  4.18938533204672725052e-1, 8.33333333333329678849e-2, -2.77777777728775536470e-3, 7.93650558643019558500e-4,
  -5.95187557450339963135e-4, 8.36339918996282139126e-4, -1.63092934096575273989e-3,
];

/** ln n! = lgamma(n + 1), by the series of FreeBSD's e_lgamma_r.c. */
function logFactorial(n: number): number {
  if (n < SMALL_FACTORIALS.length) return goLog(SMALL_FACTORIALS[n]);
  const x = n + 1;
  const inverse = 1 / x;
  const square = inverse * inverse;
  const [w0, w1, w2, w3, w4, w5, w6] = STIRLING;
  const rest = w0 + inverse * (w1 + square * (w2 + square * (w3 + square * (w4 + square * (w5 + square * w6)))));
  return (x - 0.5) * (goLog(x) - 1) + rest;
}

function roundedHalfToEven(x: number): number {
  const floor = Math.floor(x);
  const rest = x - floor;
  if (rest !== 0.5) return Math.round(x);
  return floor % 2 === 0 ? floor : floor + 1;
}

/** The geometric mean, computed as in go-moremath; NaN if there are no values, or if one is not above 0. */
export function geomean(values: Iterable<number>): number {
  let mean = NaN;
  let count = 0;
  for (const value of values) {
    if (value <= 0) return NaN;
    count++;
    mean = count === 1 ? goLog(value) : mean + (goLog(value) - mean) / count;
  }
  return goExp(mean);
}
