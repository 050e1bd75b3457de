import type { Profile } from '../model';
import { labelUnits } from '../labels/tagFilter';
import { callGraph, type CallGraph, type NodeFigures, type SampleWeights } from './callGraph';
import { type GraphNodes, withRetrimmedFiles } from './graphNodes';
import { cutRedundantEdges, NodeEdges } from './nodeEdges';
import { type NodeOrder, sortForPicture, sortNodes } from './nodeOrder';
import { NodeNames } from './nodeInfo';
import { nodeFigures, nodesWithFigures } from './nodeSums';
import { countTags, nodeTags, type NodeTags } from './nodeTags';
import { SampleTags } from './sampleTags';
import { graphStackNodes, type StackNodes, treeStackNodes } from './stackNodes';
import { treeGraph, trimTree } from './treeGraph';

/** Which nodes and edges to show; names and defaults (80, .005, .001) are pprof's. */
export interface SelectOptions {
  /** The maximum number of nodes, chosen by `order`; 0: no limit. In a picture (`entropy`), label boxes count too. */
  readonly nodeCount: number;
  /** Nodes with less cum than this fraction of all flat are left out. */
  readonly nodeFraction: number;
  /** Edges with less weight than this fraction of all flat are left out. */
  readonly edgeFraction: number;
  /** `entropy` is for pictures: redundant residual edges are left out too, and labels are collected. */
  readonly order: NodeOrder;
  /** Build a tree, with one node per call path. Default: false. */
  readonly callTree?: boolean;
  /** Leave out nodes whose figures are negative. Default: false. */
  readonly dropNegative?: boolean;
  /** The unit in which numeric labels are written. Default: `minimum`. */
  readonly outputUnit?: string;
  /** Units of numeric labels by key. Default: those of the profile's labels. */
  readonly labelUnits?: ReadonlyMap<string, string>;
  /** Trims a file name again; see `withRetrimmedFiles`. Default: unchanged. */
  readonly retrim?: (file: string) => string;
}

/** The selected nodes and edges of a graph, and how many were left out as too light. */
export interface SelectedGraph {
  readonly graph: CallGraph;
  /** The selected nodes, in order. `graph` also has other nodes, which edges may lead to. */
  readonly nodes: Uint32Array;
  /** The selected edges. */
  readonly nodeEdges: NodeEdges;
  readonly names: NodeNames;
  /** The number of nodes before the limit `nodeCount` was applied. */
  readonly originalCount: number;
  /** The number of nodes left out by `nodeFraction`. */
  readonly droppedNodes: number;
  /** The number of edges left out by `edgeFraction`, as pprof counts them. */
  readonly droppedEdges: number;
  /** For each node: the cost of samples with labels; empty unless the order is `entropy`. */
  readonly tags: ReadonlyMap<number, NodeTags>;
  /** Finds nodes of `graph` in the stacks of the profile. */
  readonly stackNodes: StackNodes;
}

/**
 * Selects the part of a profile's call graph that a report shows. Unless the order is `entropy`, edges are built only
 * for the final graph.
 * Source: google/pprof internal/report, newTrimmedGraph.
 */
export function selectGraph(
  profile: Profile,
  weights: SampleWeights,
  nodes: GraphNodes,
  options: SelectOptions,
): SelectedGraph {
  const part = options.callTree === true
    ? new TreePart(profile, weights, nodes)
    : new GraphPart(profile, weights, nodes, options);
  return new Selection(part, profile, weights, nodes, options).run();
}

/** A graph that is restricted to fewer nodes step by step. */
interface ShrinkingGraph {
  readonly figures: NodeFigures;
  /** Replaced when the nodes change. */
  readonly stackNodes: StackNodes;
  /**
   * Removes the nodes of `shown` that are not in `remaining`.
   * @param nodeEdges returns the edges of the current graph
   * @returns the nodes of the new graph
   */
  restrict(shown: Uint32Array, remaining: Uint32Array, nodeEdges: () => NodeEdges): Uint32Array;
  /** The current graph; the same object until it is restricted again. */
  graph(): CallGraph;
}

class GraphPart implements ShrinkingGraph {
  figures: NodeFigures;
  stackNodes: StackNodes;
  private included: Uint8Array | undefined;
  private built: CallGraph | undefined;

  constructor(
    private readonly profile: Profile,
    private readonly weights: SampleWeights,
    private nodes: GraphNodes,
    private readonly options: SelectOptions,
  ) {
    const needsEdges = options.order === 'entropy';
    this.figures = needsEdges ? this.graph() : nodeFigures(profile.stacks, weights, nodes);
    this.stackNodes = graphStackNodes(profile.stacks, nodes);
  }

  restrict(_shown: Uint32Array, remaining: Uint32Array): Uint32Array {
    const { retrim, dropNegative = false } = this.options;
    const marks = marksOf(remaining, this.nodes.infos.length);
    this.built = undefined;
    this.included = marks;
    const changed = retrim && withRetrimmedFiles(this.nodes, retrim);
    if (changed === undefined) return remaining;
    this.nodes = changed;
    this.stackNodes = graphStackNodes(this.profile.stacks, changed);
    this.figures = this.graph();
    return nodesWithFigures(this.figures, dropNegative).filter((node) => marks[node] === 1);
  }

  graph(): CallGraph {
    return (this.built ??= callGraph(this.profile.stacks, this.weights, this.nodes, this.included));
  }
}

class TreePart implements ShrinkingGraph {
  readonly figures: NodeFigures;
  readonly stackNodes: StackNodes;
  private trimmed: CallGraph;

  constructor(profile: Profile, weights: SampleWeights, nodes: GraphNodes) {
    const tree = treeGraph(profile.stacks, weights, nodes);
    this.figures = this.trimmed = tree;
    this.stackNodes = treeStackNodes(tree);
  }

  restrict(shown: Uint32Array, remaining: Uint32Array, nodeEdges: () => NodeEdges): Uint32Array {
    const removed = marksOf(shown, this.trimmed.infoOf.length);
    for (const node of remaining) removed[node] = 0;
    this.trimmed = trimTree(this.trimmed, nodeEdges(), removed);
    return remaining;
  }

  graph(): CallGraph {
    return this.trimmed;
  }
}

class Selection {
  private readonly names: NodeNames;
  private readonly isPicture: boolean;
  private readonly minCum: number;
  private readonly minWeight: number;
  private shown: Uint32Array;
  private nodeEdges: NodeEdges | undefined;
  private sampleTags: SampleTags | undefined;
  /** The tags collected last, and the graph's `stackNodes` at that time. */
  private tags: { readonly stackNodes: StackNodes; readonly ofNode: ReadonlyMap<number, NodeTags> } | undefined;

  constructor(
    private readonly part: ShrinkingGraph,
    private readonly profile: Profile,
    private readonly weights: SampleWeights,
    { infos }: GraphNodes,
    private readonly options: SelectOptions,
  ) {
    this.names = new NodeNames(infos);
    this.isPicture = options.order === 'entropy';
    this.shown = nodesWithFigures(part.figures, options.dropNegative ?? false);
    const total = this.shown.reduce((sum, node) => sum + part.figures.flat[node], 0);
    this.minCum = portion(total, options.nodeFraction);
    this.minWeight = portion(total, options.edgeFraction);
  }

  run(): SelectedGraph {
    const { nodeCount } = this.options;
    const { cum } = this.part.figures;
    const allCount = this.shown.length;
    if (this.minCum > 0) this.restrictTo(this.shown.filter((node) => Math.abs(cum[node]) >= this.minCum));
    const originalCount = this.shown.length;
    this.sort();
    if (nodeCount > 0) {
      // As in pprof, light edges influence the order of nodes, and are cut before the number of nodes is limited.
      if (this.isPicture) this.cutLightEdges();
      if (this.restrictTo(this.shown.slice(0, this.isPicture ? this.countWithTags(nodeCount) : nodeCount))) this.sort();
    }
    const droppedEdges = this.cutLightEdges();
    const { shown: nodes, names } = this;
    const graph = this.part.graph();
    const nodeEdges = this.currentEdges();
    if (this.isPicture) cutRedundantEdges(nodes, graph, nodeEdges, names);
    const tags = this.isPicture ? this.tagsOf(nodes) : new Map<number, NodeTags>();
    const droppedNodes = allCount - originalCount;
    const { stackNodes } = this.part;
    return { graph, nodes, nodeEdges, names, originalCount, droppedNodes, droppedEdges, tags, stackNodes };
  }

  /** Restricts the graph to these nodes; returns whether any node was removed. */
  private restrictTo(remaining: Uint32Array): boolean {
    if (remaining.length === this.shown.length) return false;
    this.shown = this.part.restrict(this.shown, remaining, () => this.currentEdges());
    this.nodeEdges = undefined;
    return true;
  }

  private currentEdges(): NodeEdges {
    return (this.nodeEdges ??= new NodeEdges(this.part.graph()));
  }

  private sort(): void {
    const { order } = this.options;
    if (order === 'entropy') sortForPicture(this.shown, this.part.graph(), this.names, this.currentEdges());
    else sortNodes(this.shown, this.part.figures, this.names, order);
  }

  private cutLightEdges(): number {
    const { weight } = this.part.graph().edges;
    const nodeEdges = this.currentEdges();
    let count = 0;
    for (const node of this.shown) {
      for (const edge of nodeEdges.callersOf(node)) {
        if (Math.abs(weight[edge]) >= this.minWeight) continue;
        nodeEdges.cut(edge);
        count++;
      }
    }
    return count;
  }

  /** The number of nodes within `nodeCount` if their labels count too. */
  private countWithTags(nodeCount: number): number {
    const first = this.shown.subarray(0, nodeCount);
    const tags = this.tagsOf(first);
    let used = 0;
    const last = first.findIndex((node) => (used += 1 + countTags(tags.get(node)!)) >= nodeCount);
    return last < 0 ? nodeCount : last + 1;
  }

  /** The tags of these nodes, and perhaps of others; reuses tags that were collected to choose the nodes. */
  private tagsOf(nodes: Uint32Array): ReadonlyMap<number, NodeTags> {
    const { stackNodes } = this.part;
    const cached = this.tags?.stackNodes === stackNodes ? this.tags.ofNode : undefined;
    if (cached && nodes.every((node) => cached.has(node))) return cached;
    const { outputUnit = 'minimum', labelUnits: units = labelUnits(this.profile) } = this.options;
    this.sampleTags ??= new SampleTags(this.profile, outputUnit, units);
    const ofNode = nodeTags(this.weights, this.sampleTags, stackNodes, nodes, this.minCum);
    this.tags = { stackNodes, ofNode };
    return ofNode;
  }
}

function marksOf(nodes: Uint32Array, count: number): Uint8Array {
  const marks = new Uint8Array(count);
  for (const node of nodes) marks[node] = 1;
  return marks;
}

/** A fraction of a total, truncated. */
const portion = (total: number, fraction: number): number => Math.abs(Math.trunc(total * fraction));
