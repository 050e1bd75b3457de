import type { Profile } from '../profile/model';
import { profileTotal } from '../profile/sums/profileTotal';
import { refineAndReport } from '../profile/refine/applyRefinement';
import type { Refinement } from '../profile/answers/refinement';
import { labelUnits } from '../profile/labels/tagFilter';
import { findSampleType } from '../profile/sampleType';
import { type Command, limitsOf, type ReportOptions } from './reportOptions';
import { meanOf } from '../profile/lines/figures';
import type { SampleWeights } from '../profile/graph/callGraph';
import { graphNodes } from '../profile/graph/graphNodes';
import { type SelectedGraph, selectGraph } from '../profile/graph/selectGraph';
import type { NodeOrder } from '../profile/graph/nodeOrder';
import type { ValueFormat } from '../profile/answers/table';
import { fileTrimmer, trimmedNaming } from './paths';
import { reportUnit } from '../profile/text/reportUnit';

export interface Prepared {
  readonly request: ReportRequest;
  /** Names of the refinement's fields that matched nothing. */
  readonly unmatched: readonly string[];
}

/**
 * Refines the profile and determines the sample type, the total and the value format of the report.
 * Source: google/pprof internal/driver, generateRawReport.
 * @throws RefinementError, SampleTypeError
 */
export function prepareReport(profile: Profile, options: ReportOptions): Prepared {
  const sampleType = findSampleType(profile, options.sampleIndex);
  const { mean = false, divide_by: divideBy = 1, relative_percentages: isRelative = false } = options.refinement;
  const refinement = { ...options.refinement, ...granularityOf(options) };
  const { profile: refined, unmatched } = refineAndReport(profile, refinement);
  const divisorsOf = ({ values }: Profile): Float64Array | undefined => (mean ? values[0] : undefined);
  const whole = isRelative ? refined : profile;
  const total = profileTotal(whole, sampleType, divisorsOf(whole));
  return {
    request: {
      options,
      profile: refined,
      sampleType,
      weights: { values: refined.values[sampleType], divisors: divisorsOf(refined) },
      format: { total, unit: profile.sampleTypes[sampleType].unit, outputUnit: options.unit, divideBy },
      labelUnits: labelUnits(profile),
    },
    unmatched,
  };
}

const ADDRESS_REPORTS: readonly Command[] = ['raw', 'proto', 'callgrind'];

/** The granularity, which is fixed for some reports. Source: google/pprof internal/driver, applyCommandOverrides. */
function granularityOf({ command, refinement }: ReportOptions): Pick<Refinement, 'granularity' | 'noinlines'> {
  if (command === 'list') return { granularity: 'lines' };
  // With inlined frames, an address would be several nodes and its cum would count several times.
  if (command === 'disasm') return { granularity: 'addresses', noinlines: true };
  if (ADDRESS_REPORTS.includes(command)) return { granularity: 'addresses' };
  return { granularity: refinement.granularity ?? 'functions' };
}

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
