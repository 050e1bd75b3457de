import { changeText, TIME } from './changeWords';
import { CUT_OFF_REASON, cutOffUnits } from './cutOff';
import { intervalText } from './intervalWords';
import { MIN_RUNS } from './detectableDifference';
import { columnsOf, median, mediansOf } from './medians';
import { changeOfPairs } from './pairedSamples';
import type { BenchmarkResult } from './parseOutput';
import { metricChange, metricText } from '../profile/text/screen/figure';
import { compareSamples } from './statistics/compareSamples';
import { groupByName } from './resultsByCase';
import { slowBuildShortSign, slowBuildSign } from './slowBuild';

/**
 * The results of one name as one line: `312 ns/op  53 B/op  2 allocs/op`. Several results, as with `-count`, give each
 * unit's median, followed by `(median of 5)`.
 */
export function formatResult(results: readonly Pick<BenchmarkResult, 'values'>[]): string {
  const figures = mediansOf(results).map(({ value, unit }) => metricText(value, unit));
  return figures.join('  ') + (results.length > 1 ? `  (median of ${results.length})` : '');
}

/**
 * The change of the results of one name: `1.47 → 1.62 µs/op (10.2 % slower)  53 B/op  2 allocs/op`; an unchanged or
 * new unit has one number, and a unit that `now` lacks is left out. Several results give each unit's median;
 * `(median of 5)` counts the results in `now`. A change is not quantified if there are enough results to tell that it
 * may be chance, `1.47 → 1.62 µs/op (within the noise)`, or if it may be only one of decimals that `go test` cuts off.
 * @param areInTurns whether the results are pairs: then the change of the time has its interval, as in the verdict
 */
export function formatChange(
  before: readonly Pick<BenchmarkResult, 'values'>[],
  now: readonly Pick<BenchmarkResult, 'values'>[],
  areInTurns = false,
): string {
  return joined(figureChanges(before, now, areInTurns)) + (now.length > 1 ? `  (median of ${now.length})` : '');
}

/** The figures of formatChange, in the order printed. */
export function figureChanges(
  before: readonly Pick<BenchmarkResult, 'values'>[],
  now: readonly Pick<BenchmarkResult, 'values'>[],
  areInTurns = false,
): FigureText[] {
  const earlier = columnsOf(before);
  const columns = columnsOf(now);
  const cutOff = cutOffUnits([...columns].flatMap(([unit, column]) => {
    const oldColumn = earlier.get(unit);
    return oldColumn ? [{ unit, before: median(oldColumn), now: median(column) }] : [];
  }));
  return [...columns].map(([unit, column]) => {
    const current = median(column);
    const text = metricText(current, unit);
    const oldColumn = earlier.get(unit);
    if (oldColumn === undefined) return { unit, text };
    const old = median(oldColumn);
    if (metricText(old, unit) === text) return { unit, text, isCompared: true };
    const share = (current - old) / Math.abs(old);
    const change = { unit, text: metricChange(old, current, unit), isCompared: true };
    const isTooFew = areInTurns && Math.min(oldColumn.length, column.length) < MIN_RUNS;
    if (isTooFew) return { ...change, amount: 'too few runs to tell' };
    const { interval, isUnconfirmed = false } = areInTurns ? changeOfPairs({ before: oldColumn, now: column }) : {};
    if (isUnconfirmed || isNoise(oldColumn, column)) return { ...change, amount: 'within the noise' };
    if (cutOff.has(unit)) return { ...change, amount: `may be no change, as ${CUT_OFF_REASON}` };
    if (interval && unit === TIME) return { ...change, amount: intervalText(interval, unit) };
    return { ...change, ...(Number.isFinite(share) && { amount: changeText(share, unit) }) };
  });
}

/** A figure before and now, and how much it changed. */
export interface FigureText {
  readonly unit: string;
  /** `1.47 → 1.62 µs/op` */
  readonly text: string;
  /** `10.2 % slower`, `within the noise`; unset if it is the same. */
  readonly amount?: string;
  /** Whether the figure was known before. */
  readonly isCompared?: boolean;
}

/** A sentence on neighbors is there once: `319 → 320 B/op and 9 → 10 allocs/op (may be no change, as …)`. */
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

/** All figures of one name; `40 results` for 40 names; empty for none. A slow build is named after them. */
export function summaryOf(results: readonly BenchmarkResult[]): string {
  return figuresOf(results) + slowBuildSign(results);
}

/** The first figure of one name, `1.47 µs/op`, and a slow build; `40 results` for 40 names; empty for none. */
export function shortSummaryOf(results: readonly BenchmarkResult[]): string {
  const [first = ''] = figuresOf(results).split('  ');
  return first + slowBuildShortSign(results);
}

function figuresOf(results: readonly BenchmarkResult[]): string {
  const groups = groupByName(results);
  return groups.length > 1 ? `${groups.length} results` : formatResult(results);
}
