import { meanOf } from '../profile/lines/figures';
import type { SampleWeights } from '../profile/graph/callGraph';
import { graphNodes } from '../profile/graph/graphNodes';
import { selectGraph } from '../profile/graph/selectGraph';
import type { SelectedGraph } from '../profile/graph/selectGraph';
import type { NodeOrder } from '../profile/graph/nodeOrder';
import type { Profile } from '../profile/model';
import type { ValueFormat } from '../profile/answers/table';
import { fileTrimmer, trimmedNaming } from './naming';
import type { ReportOptions } from './reportOptions';
import { reportUnit } from '../profile/text/commonUnit';
import { limitsOf } from './graphLimits';

/** The input of a report. */
export interface ReportRequest {
  readonly options: ReportOptions;
  /** The refined profile. */
  readonly profile: Profile;
  readonly sampleType: number;
  readonly weights: SampleWeights;
  /** The output unit is that of the options, which may be `minimum`. */
  readonly format: ValueFormat;
  /** Units of numeric labels by key, from the profile before it was refined. */
  readonly labelUnits: ReadonlyMap<string, string>;
}

/** A node with its printed name and figures. */
export interface Row {
  readonly node: number;
  readonly name: string;
  readonly flat: number;
  readonly cum: number;
}

/** A selected graph with its printed figures. */
export interface PrintedGraph {
  readonly selected: SelectedGraph;
  readonly rows: readonly Row[];
  readonly flatSum: number;
  /** The output unit suits all rows. */
  readonly format: ValueFormat;
}

/** Selects the part of the call graph that a report shows. */
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
    retrim: fileTrimmer(options),
  });
  const rows = rowsOf(selected);
  const { total, unit, divideBy } = format;
  const outputUnit = options.unit === 'minimum' ? reportUnit(rows, total, unit, divideBy) : options.unit;
  return { selected, rows, flatSum: rows.reduce((sum, { flat }) => sum + flat, 0), format: { ...format, outputUnit } };
}

/** A row for each selected node, in order. */
export function rowsOf({ graph, names, nodes }: SelectedGraph): Row[] {
  return Array.from(nodes, (node) => ({
    node,
    name: names.of(graph.infoOf[node]),
    flat: meanOf(graph.flat[node], graph.flatDivisor?.[node]),
    cum: meanOf(graph.cum[node], graph.cumDivisor?.[node]),
  }));
}
