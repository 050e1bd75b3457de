/**
 * Values and percentages as pprof prints them: `1.50kB`, `16.93s`, `100%`.
 * Source of units, aliases and rules: google/pprof internal/measurement and internal/report (selectOutputUnit).
 */
import { within64 } from '../wideNumbers';
import {
  isAllocationsPer, isPerOperation, isShare, LONG_OPERATION, operationDigits, perWork, SHARE_UNIT, withoutOperation,
} from './relativeUnits';

interface Unit {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly factor: number;
}

/** Units that convert into each other, smallest first; `fallback` is used for values below the smallest unit. */
interface UnitFamily {
  readonly units: readonly Unit[];
  readonly fallback: Unit;
}

export interface Measurement {
  readonly value: number;
  /** As printed after the value; empty if pprof prints none (counts). */
  readonly unit: string;
}

const unit = (name: string, factor: number, ...aliases: string[]): Unit => ({ name, aliases, factor });

const families: readonly UnitFamily[] = [
  {
    units: [
      unit('B', 1, 'b', 'byte'),
      unit('kB', 2 ** 10, 'kb', 'kbyte', 'kilobyte'),
      unit('MB', 2 ** 20, 'mb', 'mbyte', 'megabyte'),
      unit('GB', 2 ** 30, 'gb', 'gbyte', 'gigabyte'),
      unit('TB', 2 ** 40, 'tb', 'tbyte', 'terabyte'),
      unit('PB', 2 ** 50, 'pb', 'pbyte', 'petabyte'),
    ],
    fallback: unit('B', 1),
  },
  {
    units: [
      unit('ns', 1, 'ns', 'nanosecond'),
      unit('us', 1e3, 'μs', 'us', 'microsecond'),
      unit('ms', 1e6, 'ms', 'millisecond'),
      unit('s', 1e9, 's', 'sec', 'second'),
      unit('hrs', 3600e9, 'hour', 'hr'),
    ],
    fallback: unit('s', 1e9),
  },
  {
    units: [
      unit('n*GCU', 1e-9, 'nanogcu'),
      unit('u*GCU', 1e-6, 'microgcu'),
      unit('m*GCU', 1e-3, 'milligcu'),
      unit('GCU', 1, 'gcu'),
      unit('k*GCU', 1e3, 'kilogcu'),
      unit('M*GCU', 1e6, 'megagcu'),
      unit('G*GCU', 1e9, 'gigagcu'),
      unit('T*GCU', 1e12, 'teragcu'),
      unit('P*GCU', 1e15, 'petagcu'),
    ],
    fallback: unit('GCU', 1),
  },
];

const isAutomatic = (name: string): boolean => name === 'minimum' || name === 'auto';

function findUnit(family: UnitFamily, name: string): Unit | undefined {
  let alias = name.toLowerCase();
  // pprof compares the length in bytes, so that its alias "μs" matches only "μss".
  if (alias.length > 2 || /[^ -~]/.test(alias)) alias = alias.replace(/s$/, '');
  return family.units.find(({ aliases }) => aliases.includes(alias));
}

/** Whether values in one unit can be expressed in the other. */
export function areConvertible(a: string, b: string): boolean {
  if (isPerOperation(a) && isPerOperation(b)) {
    return areConvertible(withoutOperation(a), withoutOperation(b));
  }
  return a === b || families.some((family) => findUnit(family, a) && findUnit(family, b));
}

/** The largest unit in which `base` (in the unit with factor 1) is at least 1; the fallback if there is none. */
function naturalUnit(family: UnitFamily, base: number): Unit {
  let best: Unit | undefined;
  for (const candidate of family.units) {
    if (base / candidate.factor >= 1) best = candidate;
  }
  return best ?? family.fallback;
}

/**
 * Converts `value` from `fromUnit` to `toUnit`. `auto` and `minimum` choose the natural unit of the value. For a unit
 * of another family, the result is in the fallback unit of `fromUnit`'s family. Values in units unknown to pprof are
 * not scaled.
 */
export function scale(value: number, fromUnit: string, toUnit: string): Measurement {
  if (value < 0) {
    const { value: size, unit: name } = scale(-value, fromUnit, toUnit);
    return { value: -size, unit: name };
  }
  if (isShare(fromUnit)) return { value, unit: SHARE_UNIT };
  if (isAllocationsPer(fromUnit)) return { value, unit: fromUnit };
  if (isPerOperation(fromUnit)) return scaledPerOperation(value, fromUnit, withoutOperation(toUnit));
  for (const family of families) {
    const from = findUnit(family, fromUnit);
    if (from === undefined) continue;
    const base = value * from.factor;
    const to = isAutomatic(toUnit) ? naturalUnit(family, base) : (findUnit(family, toUnit) ?? family.fallback);
    return { value: base / to.factor, unit: to.name };
  }
  const hasNoUnit = isAutomatic(toUnit) || ['count', 'sample', 'unit'].includes(toUnit);
  return { value, unit: hasNoUnit ? '' : toUnit };
}

/** Keeps ns/op and B/op up to LONG_OPERATION, so that the costs of lines compare with the results of `go test`. */
function scaledPerOperation(value: number, unitName: string, toUnit: string): Measurement {
  const fromUnit = withoutOperation(unitName);
  const smallest = families.find((family) => findUnit(family, fromUnit))?.units[0];
  const isShort = smallest !== undefined && scale(value, fromUnit, smallest.name).value < LONG_OPERATION;
  const outputUnit = isAutomatic(toUnit) && isShort ? smallest.name : toUnit;
  const scaled = scale(value, fromUnit, outputUnit);
  return { value: scaled.value, unit: `${scaled.unit}${perWork(unitName)}` };
}

/** All digits of a whole number; JavaScript replaces the last digits of numbers past 2^53 by zeros. */
export function wholeText(value: number): string {
  return Number.isSafeInteger(value) || !Number.isInteger(value) ? String(value) : within64(BigInt(value)).toString();
}

/** Go's `%.2f`: like toFixed(2), but a tie goes to the even digit (1.125 → 1.12). */
export function fixed2(value: number): string {
  const size = Math.abs(value);
  if (size >= 2 ** 53) return Number.isFinite(value) ? `${BigInt(value)}.00` : `${value}`;
  // Ties at the second decimal are odd eighths; toFixed rounds two of them, .125 and .625, to the odd digit.
  const eighths = (size % 1) * 8;
  if (eighths !== 1 && eighths !== 5) return value.toFixed(2);
  return `${value < 0 ? '-' : ''}${Math.trunc(size)}.${eighths === 1 ? '12' : '62'}`;
}

/** Go's `%.2g` for 0 ≤ value < 1: two significant digits, ties to even, trailing zeros dropped. */
export function significant2(value: number): string {
  if (value === 0) return '0';
  const [rounded, exponent] = value.toExponential(1).split('e') as [string, string];
  let digits = rounded;
  // The ties that toExponential rounds to the odd digit; it rounds 0.375 and 0.875 to the even one.
  if (value === 0.125) digits = '1.2';
  if (value === 0.625 || value === 0.0625) digits = '6.2';
  digits = digits.replace('.0', '');
  const power = -Number(exponent);
  if (power > 4) return `${digits}e-${String(power).padStart(2, '0')}`;
  return power === 0 ? digits : `0.${'0'.repeat(power - 1)}${digits.replace('.', '')}`;
}

/**
 * `value` in `toUnit` as pprof prints it: two decimals, `.00` dropped, `0` without a unit. Costs per operation are as
 * `go test` prints them: `53 B/op`.
 */
export function scaledLabel(value: number, fromUnit: string, toUnit: string): string {
  const scaled = scale(value, fromUnit, toUnit);
  const suffix = perWork(fromUnit);
  const digits = suffix ? operationDigits(scaled.value) : fixed2(scaled.value).replace(/\.00$/, '');
  if (digits === '0' || digits === '-0') return '0';
  return suffix && scaled.unit !== suffix ? `${digits} ${scaled.unit}` : digits + scaled.unit;
}

/** Limit in characters for a unit that pprof does not know. */
const MAX_FOREIGN = 24;

/** A unit that pprof does not know, and does not print: `steps`; empty for other units, and for counts. */
export function foreignUnit(unitName: string): string {
  const name = unitName.trim();
  const isCount = /^(?:count|sample|unit)s?$|^$/i.test(name);
  if (isCount || isPerOperation(unitName) || isShare(unitName) || isAutomatic(name)) return '';
  if (families.some((family) => findUnit(family, name))) return '';
  return name.length > MAX_FOREIGN ? `${name.slice(0, MAX_FOREIGN)}…` : name;
}

/** A value divided as by pprof's option divide_by: truncated to a whole number. */
export function divided(value: number, divideBy: number): number {
  return divideBy === 1 ? value : Math.trunc(value * (1 / divideBy));
}
