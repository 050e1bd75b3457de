import { FIGURE_HEAD, figureColumns } from '../profile/text/reportColumns';
import { reportLabels } from './header';
import { printedGraph, type PrintedGraph, type ReportRequest, type Row } from './prepare';

/** The text of `go tool pprof -top`. Source: google/pprof internal/report, printText. */
export function topReport(request: ReportRequest): string {
  const printed = printedGraph(request, request.options.sort);
  let flatSum = 0;
  const rows = printed.rows.map((row) => rowLine(printed, row, (flatSum += row.flat)));
  return [...reportLabels(request, printed, false), FIGURE_HEAD, ...rows, ''].join('\n');
}

function rowLine({ selected, format }: PrintedGraph, { node, name, ...figures }: Row, flatSum: number): string {
  const inlined = selected.nodeEdges.callersOf(node).map((edge) => selected.graph.edges.inlined[edge] === 1);
  const label = !inlined.includes(true) ? '' : inlined.includes(false) ? ' (partial-inline)' : ' (inline)';
  return `${figureColumns(figures, flatSum, format)}  ${name}${label}`;
}
