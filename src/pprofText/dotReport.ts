import { dotText, type DrawnComparison } from '../profile/graph/dot';
import { formatValue } from '../profile/text/reportColumns';
import { reportLabels, titleOf } from './header';
import { printedGraph, type PrintedGraph, type ReportRequest } from './prepare';

/** The text of `go tool pprof -dot`. Source: google/pprof internal/report, GetDOT. */
export function dotReport(request: ReportRequest): string {
  return dotOf(request, printedGraph(request, 'entropy'));
}

/**
 * The DOT text of a graph that was selected in the order `entropy`.
 * @param isForLayout see DotOptions, as `comparison`
 */
export function dotOf(
  request: ReportRequest,
  printed: PrintedGraph,
  isForLayout = false,
  comparison?: DrawnComparison,
): string {
  return dotText(printed.selected, {
    title: titleOf(request.profile),
    labels: reportLabels(request, printed, true),
    total: printed.format.total,
    isForLayout,
    ...(comparison && { comparison }),
    formatValue: (value) => formatValue(value, printed.format),
  });
}
