import { graphNodes } from '../../src/profile/graph/graphNodes';
import type { GraphNodes } from '../../src/profile/graph/graphNodes';
import { nodeName } from '../../src/profile/text/pprofName';
import type { CallGraph, SampleWeights } from '../../src/profile/graph/callGraph';
import { selectGraph } from '../../src/profile/graph/selectGraph';
import type { SelectedGraph, SelectOptions } from '../../src/profile/graph/selectGraph';
import type { Profile } from '../../src/profile/model';
import { refine } from '../../src/profile/refine/applyRefinement';
import type { Granularity } from '../../src/profile/answers/refinement';
import { profileOf } from './profileFromText';

export interface GraphInput {
  readonly profile: Profile;
  readonly nodes: GraphNodes;
  readonly weights: SampleWeights;
}

/** The profile with these stacks (see TextProfile.stacks), refined by granularity, with its graph nodes and weights. */
export function graphInput(stacks: string, granularity: Granularity = 'functions', types = 'cpu/nanoseconds'): GraphInput {
  const profile = refine(profileOf(stacks, { types }), { granularity });
  return { profile, nodes: graphNodes(profile), weights: { values: profile.values.at(-1)! } };
}

/** Selects nodes and edges; by default all of them. */
export function select({ profile, weights, nodes }: GraphInput, options: Partial<SelectOptions> = {}): SelectedGraph {
  return selectGraph(profile, weights, nodes, { nodeCount: 0, nodeFraction: 0, edgeFraction: 0, order: 'flat', ...options });
}

export const nameOf = ({ infos, infoOf }: CallGraph, node: number): string => nodeName(infos[infoOf[node]!]!);

/** Each edge as `main -> f 3`, sorted; `~>` marks a residual edge and `(inline)` an inlined call. */
export function edgesOf(graph: CallGraph, edges: Iterable<number> = graph.edges.weight.keys()): string[] {
  const { caller, callee, weight, residual, inlined } = graph.edges;
  return Array.from(edges, (edge) => {
    const arrow = residual[edge] === 1 ? '~>' : '->';
    const ends = `${nameOf(graph, caller[edge]!)} ${arrow} ${nameOf(graph, callee[edge]!)}`;
    return `${ends} ${weight[edge]!}${inlined[edge] === 1 ? ' (inline)' : ''}`;
  }).sort();
}

/** Each node as `name flat cum`, in the order of `nodes`. */
export function nodesOf(graph: CallGraph, nodes: Iterable<number> = graph.infoOf.keys()): string[] {
  return Array.from(nodes, (node) => `${nameOf(graph, node)} ${graph.flat[node]!} ${graph.cum[node]!}`);
}

/** The selected edges, in the form of edgesOf. */
export function selectedEdges({ graph, nodeEdges, nodes }: SelectedGraph): string[] {
  return edgesOf(graph, Array.from(nodes, (node) => nodeEdges.callersOf(node)).flat());
}
