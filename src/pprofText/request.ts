import { meanOf } from '../profile/lines/figures';
import type { SampleWeights } from '../profile/graph/callGraph';
import { graphNodes } from '../profile/graph/graphNodes';
import { selectGraph } from '../profile/graph/selectGraph';
import type { SelectedGraph } from '../profile/graph/selectGraph';
import type { NodeOrder } from '../profile/graph/nodeOrder';
import { reportUnit } from '../profile/text/measurement';
import type { Profile } from '../profile/model';
import type { ValueFormat } from '../profile/answers/table';
import { fileTrimmer, trimmedNaming } from './naming';
import { limitsOf } from './options';
import type { ReportOptions } from './options';

/** All that a report is made from. */
export interface ReportRequest {
  readonly options: ReportOptions;
  /** What is left of the profile once it is refined. */
  readonly profile: Profile;
  readonly sampleType: number;
  readonly weights: SampleWeights;
  /** Its output unit is the one asked for, which may be `minimum`. */
  readonly format: ValueFormat;
  /** Units of numeric labels by key, as the whole profile says. */
  readonly labelUnits: ReadonlyMap<string, string>;
}

/** A node as reports print it. */
export interface Row {
  readonly node: number;
  readonly name: string;
  readonly flat: number;
  readonly cum: number;
}

/** A selected graph with its figures as they are printed. */
export interface PrintedGraph {
  readonly selected: SelectedGraph;
  readonly rows: readonly Row[];
  readonly flatSum: number;
  /** In the one unit that fits all. */
  readonly format: ValueFormat;
}

/** The part of the call graph that a report shows. */
export function printedGraph(request: ReportRequest, order: NodeOrder): PrintedGraph {
  const { options, profile, weights, format, labelUnits } = request;
  const nodes = graphNodes(profile, { naming: trimmedNaming(profile, options) });
  const selected = selectGraph(profile, weights, nodes, {
    ...limitsOf(options),
    order,
    callTree: order === 'entropy' && options.callTree,
    dropNegative: options.refinement.drop_negative ?? false,
    outputUnit: options.unit,
    labelUnits,
    refile: fileTrimmer(options),
  });
  const rows = rowsOf(selected);
  const { total, unit, divideBy } = format;
  const outputUnit = options.unit === 'minimum' ? reportUnit(rows, total, unit, divideBy) : options.unit;
  return { selected, rows, flatSum: rows.reduce((sum, { flat }) => sum + flat, 0), format: { ...format, outputUnit } };
}

/** The nodes that are shown, in their order. */
export function rowsOf({ graph, names, nodes }: SelectedGraph): Row[] {
  return Array.from(nodes, (node) => ({
    node,
    name: names.of(graph.infoOf[node]),
    flat: meanOf(graph.flat[node], graph.flatDivisor?.[node]),
    cum: meanOf(graph.cum[node], graph.cumDivisor?.[node]),
  }));
}
