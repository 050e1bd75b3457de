/** The largest int64; no float is equal to it. */
const MOST = 2n ** 63n - 1n;

/** A float of 2^63 stands for an integer that was rounded up: no int64 is as large. */
export function within64(value: bigint): bigint {
  return value > MOST ? MOST : value;
}
