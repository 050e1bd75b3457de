import type { Changes } from '../changes/changes';
import type { FlatAndCum } from '../changes/changeSums';
import type { NodeChanges } from '../changes/nodeChanges';
import { type FunctionCosts, nodeCostsInSteps } from './nodeCosts';
import type { NodeSums } from '../graph/callGraph';
import { meanOf } from '../lines/figures';
import type { FrameNodes } from '../graph/frameNodes';
import { graphNodes, type GraphNodes } from '../graph/graphNodes';
import { sortNodes } from '../graph/nodeOrder';
import { NodeNames } from '../graph/nodeInfo';
import { nodeFigures, nodesWithFigures } from '../graph/nodeSums';
import type { Profile } from '../model';
import { profileTotal } from '../sums/profileTotal';
import { sampleWeight } from '../sums/sampleWeight';
import { aggregate } from '../refine/aggregate';
import type { Steps } from '../common/guard';
import type { TableFormat, TableOptions } from '../answers/table';
import { reportUnit } from '../text/reportUnit';
import type { IndexColumn, NodeIndex } from '../indexes';

/** The nodes of a profile under one sample type, with the figures of pprof's `top` and `peek`. */
export interface ReportTable {
  readonly profile: Profile;
  readonly sampleType: number;
  readonly nodes: GraphNodes;
  /** The nodes of each location. */
  readonly frames: FrameNodes;
  readonly names: NodeNames;
  /** A file of each node, even if the granularity does not distinguish nodes by file. */
  readonly fileOf: (node: NodeIndex) => string;
  readonly format: TableFormat;
  /** The nodes whose flat or cum is not 0 (without those that `drop_negative` drops), in pprof's order by flat. */
  readonly order: IndexColumn<number, NodeIndex>;
  /** For each node: flat; a mean under the option `mean`. */
  readonly flat: Float64Array;
  /** For each node: cum; a mean under the option `mean`. */
  readonly cum: Float64Array;
  /** For each node: the sum of flat up to and including this node, in `order`. */
  readonly sum: Float64Array;
  /** The number by which the profile's values were divided (`divide_by`); the figures here are multiplied by it. */
  readonly scale: number;
  /** In a difference of costs per operation: the judgements by node. */
  readonly changes?: TableChanges;
}

/** The judgements on the nodes, and the judgements on the whole difference that they are computed from. */
export interface TableChanges extends FlatAndCum<NodeChanges> {
  readonly of: Changes;
}

/**
 * Builds the table of one sample type.
 * @param functions of the same profile and sample type; reused if the nodes are functions
 */
export function* reportTableInSteps(
  profile: Profile,
  sampleType: number,
  options: TableOptions,
  functions: FunctionCosts,
): Steps<ReportTable> {
  const { granularity = 'functions', mean = false, drop_negative = false } = options;
  const byFunction = granularity === 'functions';
  const nodes = byFunction ? functionNodes(functions) : graphNodes(aggregate(profile, granularity));
  yield;
  const names = new NodeNames(nodes.infos);
  const scale = options.divide_by ?? 1;
  const whole = (sum: number): number => (scale === 1 ? sum : Math.round(sum * scale));
  const frames = byFunction ? functions.frames : { offsets: nodes.offsets, rows: nodes.rows, nodes: nodes.infos };
  const summed = byFunction ? functions : undefined;
  const divided = yield* sumsOf(profile, sampleType, nodes, { mean, frames, functions: summed });
  const sums = scale === 1 ? divided : wholeSums(divided, whole);
  yield;
  const infoOf = Uint32Array.from(nodes.infos.keys());
  const order = nodesWithFigures(sums, drop_negative);
  sortNodes(order, { ...sums, infos: nodes.infos, infoOf }, names, 'flat');
  const flat = sums.flat.map((sum, node) => meanOf(sum, sums.flatDivisor?.[node]));
  const cum = sums.cum.map((sum, node) => meanOf(sum, sums.cumDivisor?.[node]));
  const total = whole(profileTotal(profile, sampleType, mean ? profile.values[0] : undefined));
  const format = formatOf({ order, flat, cum, total, unit: functions.unit }, options);
  return {
    profile,
    sampleType,
    nodes,
    frames,
    names,
    fileOf: (node) => frames.nodes[node].file,
    format: { ...format, ...weightOf(profile, sampleType, options) },
    order,
    flat,
    cum,
    sum: runningSums(order, flat),
    scale,
  };
}

/** Functions with the same name are one node, whose file and line are left empty. */
function functionNodes({ frames: { offsets, rows, nodes } }: FunctionCosts): GraphNodes {
  return { offsets, rows, infos: nodes.map((node) => ({ ...node, file: '', line: 0, column: 0, address: 0n })) };
}

/** The sums of the values before they were divided. */
function wholeSums({ flat, cum, flatDivisor, cumDivisor }: NodeSums, whole: (sum: number) => number): NodeSums {
  return {
    flat: flat.map(whole),
    cum: cum.map(whole),
    flatDivisor: flatDivisor?.map(whole),
    cumDivisor: cumDivisor?.map(whole),
  };
}

function* sumsOf(
  profile: Profile,
  sampleType: number,
  nodes: GraphNodes,
  { mean, frames, functions }: { mean: boolean; frames: FrameNodes; functions: FunctionCosts | undefined },
): Steps<NodeSums> {
  const divisors = profile.values[0];
  if (mean) return nodeFigures(profile.stacks, { values: profile.values[sampleType], divisors }, nodes);
  if (functions !== undefined) return functions;
  return (yield* nodeCostsInSteps(profile, [sampleType], frames))[0];
}

function runningSums(order: Uint32Array, flat: Float64Array): Float64Array {
  const sums = new Float64Array(flat.length);
  let sum = 0;
  for (const node of order) sums[node] = sum += flat[node];
  return sums;
}

/** Means and quotients do not show how many samples they rest on. */
function weightOf(profile: Profile, sampleType: number, { mean, divide_by: divideBy = 1 }: TableOptions): Pick<TableFormat, 'weight'> {
  const weight = mean || divideBy !== 1 ? undefined : sampleWeight(profile, sampleType);
  return weight === undefined ? {} : { weight };
}

interface Figures {
  readonly order: Uint32Array;
  readonly flat: Float64Array;
  readonly cum: Float64Array;
  readonly total: number;
  readonly unit: string;
}

function formatOf({ order, flat, cum, total, unit }: Figures, options: TableOptions): TableFormat {
  const { granularity = 'functions', unit: chosen, divide_by: divideBy = 1 } = options;
  const isUnitChosen = chosen !== undefined && chosen !== '' && chosen !== 'minimum';
  const rows = (function* () {
    for (const node of order) yield { flat: flat[node], cum: cum[node] };
  })();
  const outputUnit = isUnitChosen ? chosen : reportUnit(rows, total, unit, divideBy);
  return { granularity, total, unit, outputUnit, divideBy, isUnitChosen };
}
