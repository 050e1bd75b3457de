import { printedUnit } from './reportedFigures';

/** A number as `go test` prints it before its unit, for reports in a terminal; on screen, see metricText. */
export function formatValue(value: number, unit: string): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
  const printed = printedUnit(unit);
  if (printed === 'MB/s') return value.toFixed(2);
  if ((printed === 'B/op' || printed === 'allocs/op') && Number.isInteger(value)) return String(value);
  return fourDigits(value);
}

/** Like testing.prettyPrint: a whole number from 999.95 on, else four significant digits, at most seven decimals. */
function fourDigits(value: number): string {
  const size = Math.abs(value);
  if (size === 0 || size >= 999.95) return value.toFixed(0);
  const decimals = [99.995, 9.9995, 0.99995, 0.099995, 0.0099995, 0.00099995].findIndex((bound) => size >= bound);
  return value.toFixed(decimals === -1 ? 7 : decimals + 1);
}
