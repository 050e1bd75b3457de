import { dotText } from '../profile/graph/dot';
import { formatValue, reportLabels, titleOf } from './header';
import { printedGraph } from './request';
import type { ReportRequest } from './request';

/** The text of `go tool pprof -dot`. Source: google/pprof internal/report, GetDOT. */
export function dotReport(request: ReportRequest): string {
  const printed = printedGraph(request, 'entropy');
  return dotText(printed.selected, {
    title: titleOf(request.profile),
    labels: reportLabels(request, printed, true),
    total: printed.format.total,
    formatValue: (value) => formatValue(value, printed.format),
  });
}
