/** The value, if it is a whole number that is at least `minimum`. */
export function wholeNumber(value: unknown, minimum: number): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= minimum ? value : undefined;
}
