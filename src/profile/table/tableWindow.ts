import { oncePer } from '../memo';
import type { NodeColumns, TableView, TableWindow } from '../answers/table';
import type { ReportTable } from './reportTable';
import { tableJudgements } from './tableNoise';
import { rowsOf } from './tableRows';
import type { NodeIndex } from '../indexes';

/** A window of a table's rows. */
export function tableWindow(table: ReportTable, view: TableView): TableWindow {
  const { order, format, flat, sum, cum } = table;
  const { rows, error } = rowsOf(table, view);
  const shown = rowsIn(rows, view);
  const pick = (column: Float64Array): Float64Array => Float64Array.from(shown, (node) => column[node]);
  return {
    ...format,
    count: rows.length,
    allCount: order.length,
    ...extentOf(table),
    from: view.from,
    ...nodeColumns(table, shown),
    flat: pick(flat),
    sum: pick(sum),
    cum: pick(cum),
    ...tableJudgements(table, shown),
    found: view.find === '' ? -1 : rows.findIndex((node) => hasName(table, node, view.find)),
    ...(error === undefined ? {} : { searchError: error }),
  };
}

/** The nodes of the rows of a window. */
export function shownRows(table: ReportTable, view: TableView): Uint32Array {
  return rowsIn(rowsOf(table, view).rows, view);
}

function rowsIn(rows: Uint32Array, { from, limit }: TableView): Uint32Array {
  return rows.subarray(from, from + limit);
}

/** Names and positions of nodes. */
export function nodeColumns({ names, nodes: { infos }, fileOf }: ReportTable, nodes: Uint32Array): NodeColumns {
  const columnOf = <T>(valueOf: (node: NodeIndex) => T): readonly T[] => Array.from(nodes, valueOf);
  return {
    node: nodes.slice(),
    name: columnOf((node) => names.of(node)),
    function: columnOf((node) => infos[node].name),
    file: columnOf(fileOf),
    line: nodes.map((node) => infos[node].line),
  };
}

/** Whether `name` is the name of the node's function, or the node's printed name. */
export function hasName({ names, nodes: { infos } }: ReportTable, node: NodeIndex, name: string): boolean {
  return infos[node].name === name || names.of(node) === name;
}

type Extent = Pick<TableWindow, 'hasNegative' | 'maxFlat' | 'maxCum'>;

const extentOf = oncePer(({ order, flat, cum }: ReportTable): Extent => {
  const largest = (column: Float64Array): number =>
    order.reduce((size, node) => Math.max(size, Math.abs(column[node])), 0);
  const hasNegative = order.some((node) => flat[node] < 0 || cum[node] < 0);
  return { hasNegative, maxFlat: largest(flat), maxCum: largest(cum) };
});
