import { changeText, TIME } from './changeWords';
import { CUT_OFF_REASON, cutOffUnits } from './cutOff';
import { intervalText } from './intervalWords';
import { changeOfPairs } from './pairedSamples';
import type { BenchmarkResult } from './parseOutput';
import type { BenchmarkValue } from './resultLine';
import { printedUnit } from './reportedFigures';
import { ascending } from './statistics/ascending';
import { compareSamples } from './statistics/compareSamples';
import { groupByName } from './resultsByCase';
import { slowBuildShortSign, slowBuildSign } from './slowBuild';

/**
 * The results of one name as one line: `312.4 ns/op  53 B/op  2 allocs/op`. Several results, as with `-count`, give
 * each unit's median, followed by `(median of 5)`. Numbers are written as Go's testing package writes
 * them (testing.BenchmarkResult.String, MemString).
 */
export function formatResult(results: readonly Pick<BenchmarkResult, 'values'>[]): string {
  const figures = mediansOf(results).map(({ value, unit }) => `${formatValue(value, unit)} ${unit}`);
  return figures.join('  ') + (results.length > 1 ? `  (median of ${results.length})` : '');
}

/**
 * The change of the results of one name: `1465 → 1615 ns/op (10.2 % slower)  53 B/op  2 allocs/op`; an unchanged or
 * new unit has one number, and a unit that `now` lacks is left out. Several results give each unit's median;
 * `(median of 5)` counts the results in `now`. A change is not quantified if there are enough results to tell that it
 * may be chance, `1465 → 1615 ns/op (within the noise)`, or if it may be only one of decimals that `go test` cuts off.
 * @param areInTurns whether the results are pairs: then the change of the time has its interval, as in the verdict
 */
export function formatChange(
  before: readonly Pick<BenchmarkResult, 'values'>[],
  now: readonly Pick<BenchmarkResult, 'values'>[],
  areInTurns = false,
): string {
  const earlier = columnsOf(before);
  const current = columnsOf(now);
  const cutOff = cutOffUnits([...current].flatMap(([unit, column]) => {
    const oldColumn = earlier.get(unit);
    return oldColumn ? [{ unit, before: median(oldColumn), now: median(column) }] : [];
  }));
  const figures = [...current].map(([unit, column]) => {
    const text = formatValue(median(column), unit);
    const oldColumn = earlier.get(unit);
    if (oldColumn === undefined) return { text: `${text} ${unit}` };
    const old = median(oldColumn);
    if (formatValue(old, unit) === text) return { text: `${text} ${unit}` };
    const share = (median(column) - old) / Math.abs(old);
    const change = { text: `${formatValue(old, unit)} → ${text} ${unit}` };
    const { interval, isUnconfirmed = false } = areInTurns ? changeOfPairs({ before: oldColumn, now: column }) : {};
    if (isUnconfirmed || isNoise(oldColumn, column)) return { ...change, amount: 'within the noise' };
    if (cutOff.has(unit)) return { ...change, amount: `may be no change: ${CUT_OFF_REASON}` };
    if (interval && unit === TIME) return { ...change, amount: intervalText(interval, unit) };
    return { ...change, ...(Number.isFinite(share) && { amount: changeText(share, unit) }) };
  });
  return joined(figures) + (now.length > 1 ? `  (median of ${now.length})` : '');
}

interface FigureText {
  readonly text: string;
  readonly amount?: string;
}

/** A sentence that holds for neighbors is there once: `319 → 320 B/op and 9 → 10 allocs/op (may be no change: …)`. */
function joined(figures: readonly FigureText[]): string {
  const texts = figures.map(({ text, amount }, i) => {
    const isLast = i === figures.length - 1;
    const isCutOff = amount?.includes(CUT_OFF_REASON) === true;
    if (isCutOff && figures[i + 1]?.amount === amount) return `${text} and `;
    return `${text}${amount === undefined ? '' : ` (${amount})`}${isLast ? '' : '  '}`;
  });
  return texts.join('');
}

/** Whether two samples do not differ significantly, although they are large enough to show a difference. */
function isNoise(before: readonly number[], now: readonly number[]): boolean {
  const { isChanged, warnings } = compareSamples(before, now);
  return !isChanged && warnings.length === 0;
}

/** The median of each unit's values, in the order printed. */
export function mediansOf(results: readonly Pick<BenchmarkResult, 'values'>[]): BenchmarkValue[] {
  return [...columnsOf(results)].map(([unit, column]) => ({ unit, value: median(column) }));
}

function columnsOf(results: readonly Pick<BenchmarkResult, 'values'>[]): Map<string, number[]> {
  const columns = new Map<string, number[]>();
  for (const { value, unit } of results.flatMap((result) => result.values)) {
    const column = columns.get(unit);
    if (column === undefined) columns.set(unit, [value]);
    else column.push(value);
  }
  return columns;
}

/** NaN for an empty column. */
export function median(column: readonly number[]): number {
  const sorted = ascending(column);
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1]) + upper) / 2;
}

/** A number as `go test` prints it before its unit. */
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

/** All figures of one name; `40 results` for 40 names; empty for none. A slow build is named after them. */
export function summaryOf(results: readonly BenchmarkResult[]): string {
  return figuresOf(results) + slowBuildSign(results);
}

/** The first figure of one name, `1465 ns/op`, and a slow build; `40 results` for 40 names; empty for none. */
export function shortSummaryOf(results: readonly BenchmarkResult[]): string {
  const [first = ''] = figuresOf(results).split('  ');
  return first + slowBuildShortSign(results);
}

function figuresOf(results: readonly BenchmarkResult[]): string {
  const groups = groupByName(results);
  return groups.length > 1 ? `${groups.length} results` : formatResult(results);
}
