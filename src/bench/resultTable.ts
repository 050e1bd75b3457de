import { median, mediansOf } from './medians';
import { metricCells } from '../profile/text/screen/figure';
import { countText } from '../profile/text/screen/digits';
import { groupByName, type NamedResults } from './resultsByCase';
import type { BenchmarkResult } from './parseOutput';
import { printedUnit } from './reportedFigures';

/** A figure as it is shown, `349 µs`, and its value to sort by. */
export interface ResultCell {
  readonly text: string;
  readonly value: number;
}

/** A benchmark or one of its sub-benchmarks, with the median of each figure. */
export interface ResultRow {
  /** See `caseKey`. */
  readonly key: string;
  /**
   * `size=10`, or the function's name for the benchmark itself. If GOMAXPROCS differs between results, it
   * follows: `size=10-4`.
   */
  readonly name: string;
  /** The name that runs the benchmark again: `BenchmarkJoin/size=10`. */
  readonly benchmark: string;
  /** Number of results behind each median. */
  readonly runs: number;
  readonly iterations: ResultCell;
  /** One per unit of the table; undefined if the benchmark did not report the unit. */
  readonly cells: readonly (ResultCell | undefined)[];
}

/** The units of all results, as `go test` orders them: time, throughput, custom units, memory. */
export function unitsOf(results: readonly BenchmarkResult[]): string[] {
  const units = [...new Set(results.flatMap(({ values }) => values.map(({ unit }) => unit)))];
  return units.sort((a, b) => rankOf(a) - rankOf(b));
}

/** One row per case and GOMAXPROCS, in the order printed. */
export function resultRows(results: readonly BenchmarkResult[], units: readonly string[]): ResultRow[] {
  const hasSeveralProcs = new Set(results.map(({ procs }) => procs)).size > 1;
  return groupByName(results).map((group) => rowOf(group, units, hasSeveralProcs));
}

const FIRST_UNITS = ['ns/op', 'MB/s'];
const LAST_UNITS = ['B/op', 'allocs/op'];

function rankOf(unit: string): number {
  const printed = printedUnit(unit);
  if (FIRST_UNITS.includes(printed)) return FIRST_UNITS.indexOf(printed);
  return LAST_UNITS.includes(printed) ? 4 + LAST_UNITS.indexOf(printed) : 3;
}

function rowOf(group: NamedResults, units: readonly string[], hasSeveralProcs: boolean): ResultRow {
  const { key, subName, results } = group;
  const { baseName, procs } = results[0];
  const figures = new Map(mediansOf(results).map(({ unit, value }) => [unit, value]));
  const iterations = Math.round(median(results.map((result) => result.iterations)));
  return {
    key,
    name: `${subName || baseName}${hasSeveralProcs ? `-${procs}` : ''}`,
    benchmark: subName === '' ? baseName : `${baseName}/${subName}`,
    runs: results.length,
    iterations: { text: countText(iterations), value: iterations },
    cells: units.map((unit) => {
      const value = figures.get(unit);
      return value === undefined ? undefined : { text: metricCells([value], unit)[0], value };
    }),
  };
}
