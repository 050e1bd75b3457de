/**
 * x · y + z, rounded once, like the FMA instruction. Only for numbers far from overflow and underflow. Algorithm: Boldo
 * and Melquiond, "Emulation of a FMA and correctly rounded sums: proved algorithms using rounding to odd" (2008).
 */
export function fusedMultiplyAdd(x: number, y: number, z: number): number {
  const high = x * y;
  const low = productError(x, y, high);
  const tail = z + low;
  const sum = high + tail;
  return sum + roundedToOdd(sumError(z, low, tail), sumError(high, tail, sum));
}

/** 2^27 + 1 splits a number into two halves of 26 bits, whose products are exact. */
const SPLITTER = 134217729;

/** The rounding error of `product` = x · y, exactly. */
function productError(x: number, y: number, product: number): number {
  const [xHigh, xLow] = halves(x);
  const [yHigh, yLow] = halves(y);
  return xLow * yLow - (product - xHigh * yHigh - xLow * yHigh - xHigh * yLow);
}

function halves(x: number): [high: number, low: number] {
  const scaled = SPLITTER * x;
  const high = scaled - (scaled - x);
  return [high, x - high];
}

/** The rounding error of `sum` = x + y, exactly. */
function sumError(x: number, y: number, sum: number): number {
  const part = sum - x;
  return x - (sum - part) + (y - part);
}

const float = new Float64Array(1);
const bits = new BigInt64Array(float.buffer);

/** x + y; if the sum is inexact, the one of the two nearest floats whose last bit is odd. */
function roundedToOdd(x: number, y: number): number {
  const sum = x + y;
  const error = sumError(x, y, sum);
  if (error === 0) return sum;
  float[0] = sum;
  if ((bits[0] & 1n) === 0n) bits[0] += error > 0 === sum > 0 ? 1n : -1n;
  return float[0];
}
