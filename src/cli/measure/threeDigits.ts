/** A number with three significant digits: `0.0312`, `31.2`, `4312`. */
export function threeDigits(value: number): string {
  return Math.abs(value) >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}
