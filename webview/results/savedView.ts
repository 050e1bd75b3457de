import { asRecord, asText } from '../savedValue';
import type { ResultColumn, ResultOrder } from './resultOrder';

/** The user's choices on the page, which survive hiding the page and reloading the window. */
export interface ResultsView {
  /** Identifies the benchmark of the choices, see benchmarkKey; empty if nothing was saved. */
  readonly of: string;
  readonly filter: string;
  /** Unset for the order in which the cases ran. */
  readonly order?: ResultOrder;
  /** The key of the selected row; empty if no row is selected. */
  readonly selected: string;
}

/** A key of a benchmark that stays the same after a reload. */
export function benchmarkKey({ uri, benchmark }: { readonly uri: string; readonly benchmark: string }): string {
  return JSON.stringify([uri, benchmark]);
}

/** Reads a saved view. Ignores values of another shape, which other versions may have saved. */
export function readView(saved: unknown): ResultsView {
  const { of, filter, order, selected } = asRecord(saved);
  const { column, direction } = asRecord(order);
  const isOrder = isColumn(column) && (direction === 'ascending' || direction === 'descending');
  const texts = { of: asText(of), filter: asText(filter), selected: asText(selected) };
  return { ...texts, ...(isOrder && { order: { column, direction } }) };
}

function isColumn(value: unknown): value is ResultColumn {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0;
  return value === 'name' || value === 'iterations' || value === 'verdict';
}
