import { divided, scale } from '../measurement';
import { isPerOperation, isShare } from '../relativeUnits';
import { carriedDigits, MINUS, MOST_DIGITS, type NumberFormat, numberText, roundedTo, THIN_SPACE } from './digits';
import { COUNTS, metricUnits, type Step, stepFor, type Units, unitsOf } from './units';
import { percentText } from './share';

/** What decides how a figure is written, besides its value. */
export interface Reading {
  /** Of the figures that are read together, in the unit of the figure: all have the unit of this one. */
  readonly largest?: number | undefined;
  /** See sampleWeight. */
  readonly weight?: number | undefined;
  /** If the digits do not depend on the weight. */
  readonly digits?: number;
}

/** Of exact whole numbers. */
const ALL_DIGITS = 12;
/** A figure per operation below this, in its smallest unit, is as good as none. */
const NOTHING_PER_OPERATION = 0.005;
/** A smaller share of a total, in percent, is due to rounding. */
const NO_SHARE = 1e-4;
/** Decimals of a figure in another's unit; one that needs more has its own unit. */
const SHARED_DECIMALS = 3;

/**
 * A figure: `1.20 s`, `48.5 MiB`, `349 µs/op`, `12 allocs/op`, `12.3 k steps`, of shares of a total `12.5 %`; `0`
 * without a unit.
 * @param unitName of a sample type: `nanoseconds`, `bytes/op`, `%`
 */
export function figureText(
  value: number,
  unitName: string,
  { largest = 0, weight, digits = carriedDigits(value, weight) }: Reading = {},
): string {
  if (isShare(unitName)) return Math.abs(value) < NO_SHARE ? '0' : percentText(value, digits);
  const units = unitsOf(unitName);
  const size = value * units.factor;
  if (isPerOperation(unitName) && Math.abs(size) < NOTHING_PER_OPERATION) return '0';
  const written = { digits, largest: largest * units.factor, isExact: !weight && digits === MOST_DIGITS };
  return textIn(units, size, written);
}

/** Whether a figure is written as zero. */
export function isNothing(value: number, unitName: string): boolean {
  return value === 0 || figureText(value, unitName) === '0';
}

interface Written {
  readonly digits: number;
  readonly isExact: boolean;
  /** In the smallest unit. */
  readonly largest?: number;
}

function textIn({ steps, after }: Units, value: number, { digits, isExact, largest = 0 }: Written): string {
  if (value === 0) return '0';
  const own = stepFor(steps, Math.abs(value), isExact && Number.isInteger(value) ? ALL_DIGITS : digits);
  const isShared = steps !== COUNTS && Math.abs(largest) > Math.abs(value);
  const shared = isShared ? stepFor(steps, Math.abs(largest), digits) : own;
  const step = isSeenIn(shared, value, digits) ? shared : own;
  const mostDecimals = step === own ? {} : { mostDecimals: SHARED_DECIMALS };
  return withUnit(numberText(value / step.factor, { digits, isExact, ...mostDecimals }), step.name, after);
}

/** Whether a few decimals show all digits of a value in another's unit. */
function isSeenIn({ factor }: Step, value: number, digits: number): boolean {
  return digits - 1 - Math.floor(Math.log10(Math.abs(value) / factor)) <= SHARED_DECIMALS;
}

function withUnit(number: string, name: string, after: string): string {
  const unit = name + (name === '' ? after.trimStart() : after.replace(/^ /, THIN_SPACE));
  if (number === '0' || unit === '') return number;
  return unit.startsWith('/') ? number + unit : `${number}${THIN_SPACE}${unit}`;
}

/** A figure of a column, `.` for zero, as in `pprof -list`. */
export function cellText(value: number, unitName: string, reading?: Reading): string {
  const text = figureText(value, unitName, reading);
  return text === '0' ? '.' : text;
}

/** Figures that are read together, in the unit of the largest: `92.6 µs/op` and `159 µs/op`. */
export function figureTexts(
  values: readonly number[],
  unitName: string,
  { largest = 0, ...reading }: Reading = {},
): string[] {
  const most = Math.max(Math.abs(largest), ...values.map(Math.abs));
  return values.map((value) => figureText(value, unitName, { ...reading, largest: most }));
}

/** The format of a table's figures, as in TableFormat. */
interface Format {
  readonly unit: string;
  readonly outputUnit: string;
  readonly divideBy: number;
  readonly weight?: number | undefined;
}

/** A figure in the unit that the user chose: `0.0012 s`. */
export function chosenUnitText(value: number, { unit, outputUnit, divideBy, weight }: Format): string {
  const shown = divided(value, divideBy);
  const { value: size, unit: name } = scale(shown, unit, outputUnit);
  const written = NAMES.get(name) ?? name;
  return withUnit(numberText(size, { digits: carriedDigits(shown, weight), isExact: !weight }), written, '');
}

/** The units that pprof writes otherwise. */
const NAMES = new Map([
  ['us', 'µs'], ['kB', 'KiB'], ['MB', 'MiB'], ['GB', 'GiB'], ['TB', 'TiB'], ['PB', 'PiB'], ['hrs', 'h'],
]);

/**
 * A benchmark's figure: `349 µs/op`, `4.15 MiB/op`, `12 allocs/op`, `117 MB/s`, `349 p99-µs`.
 * @param unit as `go test` or benchstat prints it
 */
export function metricText(value: number, unit: string): string {
  return metricTexts([value], unit)[0];
}

/** The figures of a benchmark for a table whose heading is metricTitle: `349 µs`, `4.15 MiB`, of allocations `12`. */
export function metricCells(values: readonly number[], unit: string): string[] {
  const { before, after } = metricUnits(unit);
  return metricNumbers(values, unit).map(({ number, unit: name }) => {
    return joinUnit(number, name.slice(before.length, name.length - after.trimStart().length).trim());
  });
}

/** How metricCells writes values that share a unit, with three digits of the smallest. */
export function metricScale(values: readonly number[], unit: string) {
  const { steps, factor } = metricUnits(unit);
  const sizes = values.map((value) => Math.abs(value * factor)).filter((size) => size > 0 && Number.isFinite(size));
  const step = stepFor(steps, Math.max(0, ...sizes), MOST_DIGITS);
  const smallest = Math.min(...sizes, step.factor * 10 ** MOST_DIGITS) / step.factor;
  const areWhole = steps === COUNTS && step.factor === 1 && sizes.every(Number.isInteger);
  const needed = MOST_DIGITS - 1 - Math.floor(Math.log10(smallest));
  const decimals = areWhole ? 0 : Math.min(MOST_CHANGE_DIGITS, Math.max(0, needed));
  return { factor: step.factor / factor, decimals, unit: step.name && THIN_SPACE + step.name };
}

/** A benchmark's unit above a column of metricCells: `time/op`, `B/op`; `B/s` for MB/s, whose cells say `991 MB`. */
export function metricTitle(unit: string): string {
  return unit.replace(/^MB\/s$/, 'B/s').replace(/\b(?:ns|sec)\/op$/, 'time/op');
}

/** The figures of a benchmark that are read together, in the unit of the largest. */
export function metricTexts(values: readonly number[], unit: string): string[] {
  return metricNumbers(values, unit).map(({ number, unit: name }) => joinUnit(number, name));
}

/** `349 → 138 µs/op`, with as many digits as tell the two apart. */
export function metricChange(before: number, now: number, unit: string): string {
  return changeOf(metricNumbers([before, now], unit), before !== now);
}

/** Two digits are all that the bounds of an interval need. */
const BOUND_DIGITS = 2;

/** `48–52 MiB`, `980 ms–1.2 s`: an interval of two figures. */
export function figureRange(from: number, to: number, unitName: string, largest = 0): string {
  const [low, high] = figureTexts([from, to], unitName, { largest, digits: BOUND_DIGITS }).map(splitUnit);
  const isShared = low.unit === high.unit || low.number === '0';
  return `${isShared ? low.number : joinUnit(low.number, low.unit)}–${joinUnit(high.number, high.unit)}`;
}

/** `250 → 100 µs/op`, in the larger one's unit. */
export function figureChange(before: number, now: number, unitName: string, weight?: number): string {
  const [old, current] = figureTexts([before, now], unitName, { weight }).map(splitUnit);
  return changeOf([old, current], false);
}

interface NumberAndUnit {
  readonly number: string;
  readonly unit: string;
  readonly more?: (digits: number) => string;
}

function changeOf([before, now]: readonly NumberAndUnit[], areDifferent: boolean): string {
  let [old, current] = [before.number, now.number];
  const isSame = () => areDifferent && sizeOf(old) === sizeOf(current);
  for (let digits = MOST_DIGITS + 1; isSame() && digits <= MOST_CHANGE_DIGITS; digits++) {
    [old, current] = [before, now].map(({ number, more }) => more?.(digits) ?? number);
  }
  if (before.unit === now.unit || old === '0') return `${old} → ${joinUnit(current, now.unit)}`;
  if (current === '0') return `${old} → ${joinUnit(current, before.unit)}`;
  // `12 → 43.5 k allocs/op`
  const prefix = [before.unit, now.unit].map((unit) => /^[kMGTPE](?=\u202f|$)/.exec(unit)?.[0] ?? '');
  const [ofOld, ofNow] = [before.unit, now.unit].map((unit, i) => unit.slice(prefix[i].length).trimStart());
  const shownOld = joinUnit(old, ofOld === ofNow ? prefix[0] : before.unit);
  return `${shownOld} → ${joinUnit(current, now.unit)}`;
}

const sizeOf = (number: string) => Number(number.replaceAll(THIN_SPACE, '').replace(MINUS, '-'));

/** Digits, at most, to tell two figures apart. */
const MOST_CHANGE_DIGITS = 7;

function splitUnit(text: string): NumberAndUnit {
  const [, number, unit] = /^([\d\u202f.\u2212∞?]*[\d∞?])\u202f?(.*)$/.exec(text) ?? ['', text, ''];
  return { number, unit };
}

function joinUnit(number: string, unit: string): string {
  if (unit === '') return number;
  return unit.startsWith('/') ? number + unit : `${number}${THIN_SPACE}${unit}`;
}

function metricNumbers(values: readonly number[], unit: string): NumberAndUnit[] {
  const { steps, factor, before, after } = metricUnits(unit);
  const sizes = values.map((value) => value * factor);
  const finite = sizes.map(Math.abs).filter(Number.isFinite);
  const largest = Math.max(0, ...finite);
  const common = stepFor(steps, largest, MOST_DIGITS);
  return sizes.map((size) => {
    const own = stepFor(steps, Math.abs(size), Number.isInteger(size) ? ALL_DIGITS : MOST_DIGITS);
    const isShared = size === 0 || (steps !== COUNTS && isSeenIn(common, size, MOST_DIGITS));
    const step = isShared ? common : own;
    const isRounded = step !== own && size !== 0;
    // `9.02 → 5.00 KiB/op`: only in the smallest unit, a figure is a whole number of it.
    const isExact = step.factor === 1;
    const text = (digits: number) => {
      return plainNumber(size / step.factor, { digits, isExact, ...(isRounded && { mostDecimals: digits }) });
    };
    return { number: text(MOST_DIGITS), unit: unitText(before, step.name, after), more: text };
  });
}

/** Metrics of the user's own may be tiny: `1.2e−7`. */
function plainNumber(value: number, { digits, isExact, mostDecimals = digits + 1 }: NumberFormat): string {
  const size = Math.abs(value);
  if (!(size > 0 && size < 1e-3)) return numberText(value, { isExact, digits, mostDecimals });
  return roundedTo(value, digits).toExponential().replaceAll('-', MINUS);
}

function unitText(before: string, name: string, after: string): string {
  const unit = name === '' ? after.trimStart() : name + after.replace(/^ /, THIN_SPACE);
  return before + unit;
}
