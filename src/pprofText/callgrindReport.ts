import { callgrindTexts } from '../profile/export/callgrind';
import { graphNodes } from '../profile/graph/graphNodes';
import { selectGraph } from '../profile/graph/selectGraph';
import { typeName } from './header';
import { trimmedNaming } from './paths';
import { type ReportRequest, rowsOf } from './prepare';
import { reportUnit } from '../profile/text/reportUnit';

/** The text of `go tool pprof -callgrind`, in pieces. Source: google/pprof internal/report, printCallgrind. */
export function callgrindReport(request: ReportRequest): Iterable<string> {
  const { profile, weights, options, format } = request;
  const nodes = graphNodes(profile, { naming: trimmedNaming(profile, options), objects: true });
  const selected = selectGraph(profile, weights, nodes, {
    nodeCount: 0,
    nodeFraction: 0,
    edgeFraction: 0,
    order: options.sort,
    callTree: options.callTree,
    dropNegative: options.refinement.drop_negative ?? false,
  });
  // With a total of 0, reportUnit returns the unit of the smallest figure, as callgrind needs: it has only integers.
  const unit = options.unit === 'minimum' ? reportUnit(rowsOf(selected), 0, format.unit, format.divideBy) : options.unit;
  const event = typeName(request);
  return callgrindTexts(selected, { event, unit: format.unit, outputUnit: unit, isTree: options.callTree });
}
