/** The value, but at most `maximum`, if it is a whole number that is at least `minimum`. */
export function wholeNumber(value: unknown, minimum: number, maximum = Infinity): number | undefined {
  const isUsable = typeof value === 'number' && Number.isInteger(value) && value >= minimum;
  return isUsable ? Math.min(value, maximum) : undefined;
}
