import type { BenchmarksColumn, BenchmarksOrder } from '../../src/bench/comparison/answers';
import type { BenchmarksInput } from '../../src/protocol/benchmarksMessages';

/** What the user has chosen on the page, which survives hiding it and reloading the window. */
export interface BenchmarksView {
  readonly filter: string;
  /** The inputs that `tables` belong to: in other ones, columns and rows have other places. */
  readonly of: string;
  readonly tables: readonly TableView[];
}

export interface TableView {
  /** Unset: the order of benchstat. */
  readonly order?: BenchmarksOrder;
  /** Places of the rows whose charts are open, in benchstat's order. */
  readonly open: readonly number[];
}

/** Each open chart is a question to the host. */
const MAX_OPEN = 50;
const COLUMN = /^(?:name|(?:center|delta|p)-\d{1,9})$/;

/** Equal for equal columns and rows, also after a reload. */
export function keyOf(inputs: readonly BenchmarksInput[], ignoresProcs: boolean | undefined): string {
  return JSON.stringify([inputs.map(({ id, label, count }) => [id, label, count]), ignoresProcs === true]);
}

/** Reads a saved view; values of another shape, for example of another version, are ignored. */
export function readView(saved: unknown): BenchmarksView {
  const { filter, of, tables } = fields(saved);
  const read = Array.isArray(tables) ? tables.map((table) => readTable(fields(table))) : [];
  return { filter: text(filter), of: text(of), tables: read };
}

function readTable({ order, open }: Record<string, unknown>): TableView {
  const { column, direction } = fields(order);
  const isOrder = COLUMN.test(text(column)) && (direction === 'ascending' || direction === 'descending');
  const rows = Array.isArray(open) ? open.filter((at): at is number => Number.isSafeInteger(at) && at >= 0) : [];
  return {
    ...(isOrder && { order: { column: column as BenchmarksColumn, direction } }),
    open: rows.slice(0, MAX_OPEN),
  };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function fields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
