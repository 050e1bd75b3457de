import { dotText } from '../profile/graph/dot';
import { formatValue } from '../profile/text/reportColumns';
import { reportLabels, titleOf } from './header';
import { printedGraph } from './request';
import type { PrintedGraph, ReportRequest } from './request';

/** The text of `go tool pprof -dot`. Source: google/pprof internal/report, GetDOT. */
export function dotReport(request: ReportRequest): string {
  return dotOf(request, printedGraph(request, 'entropy'));
}

/**
 * As dotReport, of a graph that is selected already, in the order `entropy`.
 * @param isForLayout what pprof does not escape is escaped: see DotOptions
 */
export function dotOf(request: ReportRequest, printed: PrintedGraph, isForLayout = false): string {
  return dotText(printed.selected, {
    title: titleOf(request.profile),
    labels: reportLabels(request, printed, true),
    total: printed.format.total,
    isForLayout,
    formatValue: (value) => formatValue(value, printed.format),
  });
}
