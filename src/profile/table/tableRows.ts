import { compareBytes } from '../common/utf8';
import { checkpoint, interruptible } from '../common/guard';
import { oncePer } from '../memo';
import { compileSearch } from '../common/regexp';
import { FIRM_CHANGE, FIRM_IN_TURNS } from '../answers/changes';
import type { TableView } from '../answers/table';
import type { ReportTable } from './reportTable';
import { FIGURE_HEAD, figureColumns } from '../text/reportColumns';

/** The nodes that match the search, sorted. */
export interface TableRows {
  readonly rows: Uint32Array;
  /** The error of an invalid search pattern; such a pattern matches all rows. */
  readonly error: string | undefined;
}

interface LastRows {
  sorted?: { readonly key: string; readonly rows: Uint32Array };
  matching?: { readonly key: string; readonly rows: TableRows };
}

const lastRows = oncePer((_table: ReportTable): LastRows => ({}));

/** Sorts and filters the rows of a view. Caches the last result, because the page requests rows in windows. */
export function rowsOf(table: ReportTable, { sort, direction, search }: TableView): TableRows {
  const last = lastRows(table);
  const order = `${sort} ${direction}`;
  const key = `${order} ${search}`;
  if (last.sorted?.key !== order) last.sorted = { key: order, rows: sortedRows(table, { sort, direction }) };
  if (last.matching?.key !== key) last.matching = { key, rows: matchingRows(table, last.sorted.rows, search) };
  return last.matching.rows;
}

/** A checkpoint every 256 names; matching a name takes microseconds. */
const NAMES_MASK = 0xff;

function matchingRows({ names }: ReportTable, rows: Uint32Array, pattern: string): TableRows {
  if (pattern === '') return { rows, error: undefined };
  const search = compileSearch(pattern);
  if ('error' in search) return { rows, error: search.error };
  const matches = rows.filter((node, at) => {
    if ((at & NAMES_MASK) === 0) checkpoint();
    return search.finds(names.of(node));
  });
  return { rows: matches, error: undefined };
}

type Order = Pick<TableView, 'sort' | 'direction'>;

/** Nodes with equal figures stay in pprof's order by flat. */
function sortedRows(table: ReportTable, order: Order): Uint32Array {
  if (order.direction === 'firm') return firmFirst(table, order.sort);
  if (order.sort === 'flat' && order.direction === 'size') return table.order;
  const rank = new Uint32Array(table.flat.length);
  table.order.forEach((node, at) => {
    rank[node] = at;
  });
  const compare = comparison(table, order);
  return table.order.slice().sort(interruptible((a, b) => compare(a, b) || rank[a] - rank[b]));
}

function firmFirst(table: ReportTable, sort: Order['sort']): Uint32Array {
  const bySize = sortedRows(table, { sort, direction: 'size' });
  if (!table.changes || (sort !== 'flat' && sort !== 'cum')) return bySize;
  const { judgement } = table.changes[sort];
  const isFirm = (node: number) => judgement[node] === FIRM_CHANGE || judgement[node] === FIRM_IN_TURNS;
  const firm = bySize.filter(isFirm);
  const rows = new Uint32Array(bySize.length);
  rows.set(firm);
  rows.set(bySize.filter((node) => !isFirm(node)), firm.length);
  return rows;
}

function comparison(table: ReportTable, { sort, direction }: Order): (a: number, b: number) => number {
  const { flat, sum, cum, names } = table;
  const sign = direction === 'descending' ? -1 : 1;
  if (sort === 'name') return (a, b) => sign * compareBytes(names.of(a), names.of(b));
  const figures = { flat, sum, cum }[sort];
  if (direction !== 'size') return (a, b) => sign * (figures[a] - figures[b]);
  return (a, b) => Math.abs(figures[b]) - Math.abs(figures[a]) || names.compare(a, b);
}

/** All rows of a view as text: the table of `go tool pprof -top`. */
export function tableText(table: ReportTable, view: TableView): string {
  const { flat, cum, sum, names, format } = table;
  const lines = Array.from(rowsOf(table, view).rows, (node) => {
    const figures = { flat: flat[node], cum: cum[node] };
    return `${figureColumns(figures, sum[node], format)}  ${names.of(node)}\n`;
  });
  return `${FIGURE_HEAD}\n${lines.join('')}`;
}
