import { fewGraphSamples, graphRemarks } from '../profile/graph/graphNoise';
import type { SelectedGraph } from '../profile/graph/selectGraph';
import { inPieces } from '../profile/export/folded';
import { meanOf } from '../profile/lines/figures';
import { sortEdges } from '../profile/graph/nodeEdges';
import type { GraphCall, GraphNode, GraphReport } from '../profile/answers/graph';
import type { Changes } from '../profile/changes/changes';
import type { DrawnFigures } from '../profile/graph/dot';
import { figureText } from '../profile/text/screen/figure';
import { sharePart } from '../profile/text/screen/share';
import { sampleWeight } from '../profile/sums/sampleWeight';
import { isShare } from '../profile/text/relativeUnits';
import { divided } from '../profile/text/measurement';
import type { Profile } from '../profile/model';
import { profileTotal } from '../profile/sums/profileTotal';
import { refine } from '../profile/refine/applyRefinement';
import type { Refinement } from '../profile/answers/refinement';
import { labelUnits } from '../profile/labels/tagFilter';
import { asPprofReads } from '../pprofText/asPprofReads';
import { callgrindReport } from '../pprofText/callgrindReport';
import { dotOf } from '../pprofText/dotReport';
import { cutOff } from '../pprofText/header';
import { DEFAULTS } from '../pprofText/reportOptions';
import { printedGraph, type PrintedGraph, type ReportRequest } from '../pprofText/prepare';
import type { GraphParams } from './queries';
import { hasOtherFigures } from './reportTables';

export interface ReportWithDot {
  readonly report: GraphReport;
  /** The exact text of `go tool pprof -dot`, or its variant for a layout. Node 3 of the report is `N4` in the text. */
  readonly dot: string;
}

/**
 * pprof's call graph of a profile. Nodes, edges and figures are those of `go tool pprof -dot`.
 * @param profile already derived by the refinement
 * @param params the refinement here determines which frames are one node, and the filters in the legend
 * @param isForLayout also escapes names that pprof does not escape, so that Graphviz can draw the DOT, and has the
 *   figures of the panel, in a comparison with its signs and colors
 * @param changes the judgements on a comparison
 */
export function graphReport(
  profile: Profile,
  sampleType: number,
  params: GraphParams,
  isForLayout = false,
  changes?: Changes,
): ReportWithDot {
  const request = requestFor(profile, sampleType, params);
  const printed = printedGraph(request, 'entropy');
  const { total } = printed.format;
  const { divideBy } = request.format;
  const indexes = new Map(Array.from(printed.selected.nodes, (node, index) => [node, index]));
  const few = withFewSamples(nodesOf(printed, divideBy), printed, profile, sampleType, params);
  const nodes = changes ? withRemarks(few, printed, profile, changes) : few;
  const { mean } = params.refinement;
  const weight = mean || divideBy !== 1 ? undefined : sampleWeight(profile, sampleType);
  const report = {
    total: divided(total, divideBy),
    unit: request.format.unit,
    ...(weight !== undefined && { weight }),
    nodes,
    calls: callsOf(printed.selected, indexes, divideBy),
    nodeCount: printed.selected.originalCount,
    droppedNodes: printed.selected.droppedNodes,
    leastCum: divided(cutOff(total, request.options.nodeFraction), divideBy),
  };
  const comparison = !profile.isDifference ? undefined : {
    areShares: isShare(report.unit),
    markOf: (index: number, column: 'flat' | 'cum') => nodes[index].remarks?.[column].sign ?? '',
  };
  const drawn: DrawnFigures | undefined = !isForLayout ? undefined : {
    formatSize: (value) => figureText(divided(value, divideBy), report.unit, { largest: report.total, weight }),
    formatShare: (value) => sharePart(value, total, weight),
    weight,
    ...(comparison && { comparison }),
  };
  return { report, dot: dotOf(request, printed, drawn) };
}

/** The text of `go tool pprof -callgrind`, in pieces, for a profile already derived by the refinement. */
export function callgrindPieces(profile: Profile, sampleType: number, refinement: Refinement): Iterable<string> {
  const byAddress = { ...refinement, granularity: 'addresses' } as const;
  const params = { refinement: byAddress, nodeCount: 0, callTree: false, trim: true };
  return inPieces(callgrindReport(requestFor(profile, sampleType, params)));
}

function requestFor(profile: Profile, sampleType: number, params: GraphParams): ReportRequest {
  const { refinement, ...shown } = params;
  const { granularity = 'functions', divide_by: divideBy = 1, unit: outputUnit = 'minimum' } = refinement;
  const frames = refine(asPprofReads(profile), { granularity, noinlines: refinement.noinlines });
  // These values are already divided, whereas pprof sums whole numbers and divides when it prints.
  const undivided = (value: number) => (divideBy === 1 ? value : Math.round(value * divideBy));
  const weights = (column: number) => frames.values[column].map(undivided);
  const divisors = refinement.mean ? weights(0) : undefined;
  return {
    options: { ...DEFAULTS, command: 'dot', pattern: '', files: [], refinement, ...shown, unit: outputUnit },
    profile: frames,
    sampleType,
    weights: { values: weights(sampleType), divisors },
    format: {
      total: undivided(profileTotal(profile, sampleType, divisors)),
      unit: profile.sampleTypes[sampleType].unit,
      outputUnit,
      divideBy,
    },
    labelUnits: labelUnits(profile),
  };
}

function nodesOf({ selected: { graph }, rows }: PrintedGraph, divideBy: number): GraphNode[] {
  return rows.map(({ node, name, flat, cum }) => {
    const { name: functionName, file, line } = graph.infos[graph.infoOf[node]];
    return { name, function: functionName, file, line, flat: divided(flat, divideBy), cum: divided(cum, divideBy) };
  });
}

function withRemarks(
  nodes: readonly GraphNode[],
  { selected }: PrintedGraph,
  profile: Profile,
  changes: Changes,
): readonly GraphNode[] {
  const remarks = graphRemarks(profile, changes, selected.stackNodes(selected.nodes), nodes.length);
  return nodes.map((node, i) => ({ ...node, remarks: remarks[i] }));
}

/** Sets `few` of nodes. The samples of the profile are those of the graph. */
function withFewSamples(
  nodes: readonly GraphNode[],
  { selected }: PrintedGraph,
  profile: Profile,
  sampleType: number,
  { refinement }: GraphParams,
): readonly GraphNode[] {
  if (hasOtherFigures(refinement)) return nodes;
  const few = fewGraphSamples(profile, sampleType, selected.stackNodes(selected.nodes), nodes.length);
  if (!few) return nodes;
  return nodes.map((node, i) => {
    const [flat, cum] = [few.flat[i], few.cum[i]];
    return flat || cum ? { ...node, few: { flat, cum } } : node;
  });
}

function callsOf(
  { graph, nodes, nodeEdges, names }: SelectedGraph,
  indexes: ReadonlyMap<number, number>,
  divideBy: number,
): GraphCall[] {
  const { caller, callee, weight, divisor, residual, inlined } = graph.edges;
  const outgoing = Array.from(nodes, (node) => nodeEdges.calleesOf(node)).flat();
  const shown = outgoing.filter((edge) => indexes.has(callee[edge]));
  return sortEdges(shown, graph, names).map((edge) => ({
    caller: indexes.get(caller[edge])!,
    callee: indexes.get(callee[edge])!,
    weight: divided(meanOf(weight[edge], divisor?.[edge]), divideBy),
    residual: residual[edge] === 1,
    inlined: inlined[edge] === 1,
  }));
}
