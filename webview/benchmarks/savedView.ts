import type { BenchmarksOrder } from '../../src/bench/comparison/answers';
import { type BenchmarksInput, isOrder } from '../../src/pages/protocol/benchmarksPage';
import { asRecord, asText } from '../savedValue';

/** The user's choices on the page, which survive hiding the page and reloading the window. */
export interface BenchmarksView {
  readonly filter: string;
  /** Identifies the inputs of `tables`, see inputsKey: with other inputs, columns and rows have other positions. */
  readonly of: string;
  readonly tables: readonly TableView[];
}

export interface TableView {
  /** Unset for benchstat's order. */
  readonly order?: BenchmarksOrder;
  /** The rows whose charts are open, as indexes in benchstat's order. */
  readonly open: readonly number[];
}

/** Limit for the open charts, because each one is a question to the host. */
const MAX_OPEN = 50;

/** A key of the columns and rows that stays the same after a reload. */
export function inputsKey(inputs: readonly BenchmarksInput[], ignoresProcs: boolean | undefined): string {
  return JSON.stringify([inputs.map(({ id, label, count }) => [id, label, count]), ignoresProcs === true]);
}

/** Reads a saved view. Ignores values of another shape, which other versions may have saved. */
export function readView(saved: unknown): BenchmarksView {
  const { filter, of, tables } = asRecord(saved);
  const tableViews = Array.isArray(tables) ? tables.map((table) => readTable(asRecord(table))) : [];
  return { filter: asText(filter), of: asText(of), tables: tableViews };
}

function readTable({ order, open }: Record<string, unknown>): TableView {
  const rows = Array.isArray(open) ? open.filter((row): row is number => Number.isSafeInteger(row) && row >= 0) : [];
  return {
    ...(isOrder(order) && { order: { column: order.column, direction: order.direction } }),
    open: rows.slice(0, MAX_OPEN),
  };
}

