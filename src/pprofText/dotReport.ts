import { dotText, type DrawnFigures } from '../profile/graph/dot';
import { formatValue } from '../profile/text/reportColumns';
import { reportLabels, titleOf } from './header';
import { countText } from '../profile/text/screen/digits';
import { figureText } from '../profile/text/screen/figure';
import { sharePart } from '../profile/text/screen/share';
import { printedGraph, type PrintedGraph, type ReportRequest } from './prepare';

/** The text of `go tool pprof -dot`. Source: google/pprof internal/report, GetDOT. */
export function dotReport(request: ReportRequest): string {
  return dotOf(request, printedGraph(request, 'entropy'));
}

/**
 * The DOT text of a graph that was selected in the order `entropy`.
 * @param drawn see DotOptions
 */
export function dotOf(
  request: ReportRequest,
  printed: PrintedGraph,
  drawn?: DrawnFigures,
): string {
  return dotText(printed.selected, {
    title: titleOf(request.profile),
    labels: reportLabels(request, printed, true, drawn && {
      value: (value) => drawn.formatSize(value),
      share: (value) => drawn.formatShare(value),
      shareColumn: (part, whole) =>
        sharePart(part, whole, drawn.weight && (drawn.weight * part) / printed.format.total),
      count: countText,
      duration: (nanos) => figureText(nanos, 'nanoseconds'),
    }),
    total: printed.format.total,
    ...(drawn && { drawn }),
    formatValue: (value) => formatValue(value, printed.format),
  });
}
