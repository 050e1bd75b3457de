/** The middle value, or the mean of the two in the middle; NaN if there are no values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The median of the ratios over[i] / under[i], for pairs that were measured one right after the other. */
export function pairedRatio(over: readonly number[], under: readonly number[]): number {
  const pairs = Math.min(over.length, under.length);
  return median(Array.from({ length: pairs }, (_, i) => over[i]! / under[i]!));
}

/** The exponent k of y = c · x^k by least squares on logarithms: 1 is linear growth, 0 is none. */
export function growth(x: readonly number[], y: readonly number[]): number {
  const [logX, logY] = [x.map(Math.log), y.map(Math.log)];
  const [meanX, meanY] = [mean(logX), mean(logY)];
  const over = logX.reduce((sum, value, i) => sum + (value - meanX) * (logY[i]! - meanY), 0);
  return over / logX.reduce((sum, value) => sum + (value - meanX) ** 2, 0);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
