import { scale } from './measurement';
import { isPerOperation, withoutOperation } from './relativeUnits';

/** From this value on, a number gets a prefix, such as `k`. */
const LONG_COUNT = 10_000;
/** From this value on, a time per operation gets a larger unit: `8019ns` above `3.20ms` would look larger. */
const LONG_TIME = 1000;
const THOUSANDS = ['', 'k', 'M', 'G', 'T', 'P', 'E'];
/** Units with more characters are left out. */
const MAX_UNIT = 2;

/**
 * A cost with up to four digits, in at most six characters and a sign: `48.5MB`, `412ms`, `1.23M`; `.` if it rounds to
 * zero.
 * The unit of costs per operation is written without `/op`.
 */
export function shortCost(value: number, unitName: string): string {
  const size = Math.abs(value);
  const { value: scaled, unit } = scaledShort(size, unitName);
  const [digits, prefix] = shortNumber(scaled);
  if (digits === '0') return '.';
  return `${value < 0 ? '-' : ''}${digits}${prefix}${unit}`;
}

/** A share of the total with up to three digits: `12.5%`, `<0.1%`, `100%`, `>999%`; `.` for zero. */
export function shortShare(value: number, total: number): string {
  if (value === 0 || total === 0) return '.';
  const percent = Math.abs(value / total) * 100;
  const sign = value < 0 ? '-' : '';
  return percent < 0.1 ? `${sign}<0.1%` : `${sign}${percent > 999 ? '>999' : shortDigits(percent)}%`;
}

function scaledShort(size: number, unitName: string): { readonly value: number; readonly unit: string } {
  const usual = scale(size, unitName, 'auto');
  // For costs per operation, `scale` keeps the smallest unit even for large numbers.
  const longest = withoutOperation(unitName) === 'nanoseconds' ? LONG_TIME : LONG_COUNT;
  const isLong = isPerOperation(unitName) && usual.value >= longest;
  const { value, unit } = isLong ? scale(size, withoutOperation(unitName), 'auto') : usual;
  const short = withoutOperation(unit);
  const shortUnit = short === 'hrs' ? 'h' : short;
  return { value, unit: shortUnit.length > MAX_UNIT ? '' : shortUnit };
}

function shortNumber(value: number): [digits: string, prefix: string] {
  if (value < LONG_COUNT) return [shortDigits(value), ''];
  const power = Math.min(THOUSANDS.length - 1, Math.floor(Math.log10(value) / 3));
  const scaled = value / 1000 ** power;
  return scaled >= 999.5 ? [shortDigits(scaled / 1000), THOUSANDS[power + 1] ?? ''] : [shortDigits(scaled), THOUSANDS[power]];
}

/** At most two decimals, one from 10 on and none from 100 on: `0.25`, `1.20`, `48.5`, `412`, `1465`. */
function shortDigits(value: number): string {
  const decimals = value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
  return value.toFixed(decimals).replace(/\.0+$/, '');
}
