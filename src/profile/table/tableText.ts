import type { TableView } from '../answers/table';
import { FIGURE_HEAD, figureColumns } from '../text/reportColumns';
import type { ReportTable } from './reportTable';
import { rowsOf } from './tableRows';

/** All rows of a view as text: the table of `go tool pprof -top`. */
export function tableText(table: ReportTable, view: TableView): string {
  const { flat, cum, sum, names, format } = table;
  const lines = Array.from(rowsOf(table, view).rows, (node) => {
    const figures = { flat: flat[node], cum: cum[node] };
    return `${figureColumns(figures, sum[node], format)}  ${names.of(node)}\n`;
  });
  return `${FIGURE_HEAD}\n${lines.join('')}`;
}
