import { sortEdges } from '../profile/graph/nodeEdges';
import { figureColumns, formatValue, percentColumn } from '../profile/text/reportColumns';
import { reportLabels } from './header';
import { printedGraph, type PrintedGraph, type ReportRequest, type Row } from './prepare';

const SEPARATOR = '----------------------------------------------------------+-------------';
const LEGEND = '      flat  flat%   sum%        cum   cum%   calls calls% + context \t \t ';

/**
 * The text of `go tool pprof -tree`, or of `-peek` if `matches` is set: each node between its callers and callees.
 * Source: google/pprof internal/report, printTree.
 * @returns undefined if no name matches
 */
export function treeReport(request: ReportRequest, matches?: (name: string) => boolean): string | undefined {
  const printed = printedGraph(request, request.options.sort);
  const shown = matches === undefined ? printed.rows : printed.rows.filter(({ name }) => matches(name));
  if (matches !== undefined && shown.length === 0) return undefined;
  let flatSum = 0;
  const blocks = shown.flatMap((row) => [SEPARATOR, ...block(printed, row, (flatSum += row.flat))]);
  const lines = [...reportLabels(request, printed, false), SEPARATOR, LEGEND, ...blocks];
  if (printed.rows.length > 0) lines.push(SEPARATOR);
  return `${lines.join('\n')}\n`;
}

function block({ selected, format }: PrintedGraph, { node, name, flat, cum }: Row, flatSum: number): string[] {
  const { graph, nodeEdges, names } = selected;
  const { edges, infoOf } = graph;
  const call = (edge: number, other: number): string => {
    const columns = `${formatValue(edges.weight[edge], format).padStart(50)} ${percentColumn(edges.weight[edge], cum)}`;
    return `${columns} |   ${names.of(infoOf[other])}${edges.inlined[edge] === 1 ? ' (inline)' : ''}`;
  };
  return [
    ...sortEdges(nodeEdges.callersOf(node), graph, names).map((edge) => call(edge, edges.caller[edge])),
    `${figureColumns({ flat, cum }, flatSum, format)}                | ${name}`,
    ...sortEdges(nodeEdges.calleesOf(node), graph, names).map((edge) => call(edge, edges.callee[edge])),
  ];
}
