import { compareBytes } from '../common/utf8';
import type { CallGraph, NodeFigures } from './callGraph';
import type { NodeEdges } from './nodeEdges';
import type { NodeInfo, NodeNames } from './nodeInfo';
import type { NodeIndex } from '../indexes';

/** The key that nodes are sorted by; `entropy` puts the nodes first that are most interesting in a graph. */
export type NodeOrder = 'flat' | 'cum' | 'entropy';

const MIN_INT64 = -(2n ** 63n);

/**
 * Sorts nodes in place, heaviest first, then by name, as in pprof. Nodes with the same name have a fixed order too
 * (pprof's is random).
 * Source: google/pprof internal/graph, Nodes.Sort.
 */
export function sortNodes(nodes: Uint32Array, figures: NodeFigures, names: NodeNames, order: 'flat' | 'cum'): void {
  const sizes = figures[order];
  const next = order === 'flat' ? figures.cum : figures.flat;
  const compareNames = byName(figures, names, next);
  nodes.sort((a, b) => Math.abs(sizes[b]) - Math.abs(sizes[a]) || compareNames(a, b));
}

/** Like sortNodes, by the order `entropy`. */
export function sortForPicture(nodes: Uint32Array, graph: CallGraph, names: NodeNames, nodeEdges: NodeEdges): void {
  const scores = new Map<number, bigint | number>();
  for (const node of nodes) scores.set(node, entropyScore(graph, nodeEdges, node));
  const compareNames = byName(graph, names, graph.flat);
  nodes.sort((a, b) => {
    const [scoreA, scoreB] = [scores.get(a)!, scores.get(b)!];
    return Number(scoreB > scoreA) - Number(scoreB < scoreA) || compareNames(a, b);
  });
}

function byName(
  { infos, infoOf }: NodeFigures,
  names: NodeNames,
  sizes: Float64Array,
): (a: number, b: number) => number {
  return (a, b) =>
    names.compare(infoOf[a], infoOf[b]) ||
    Math.abs(sizes[b]) - Math.abs(sizes[a]) ||
    compareBytes(asGoPrints(infos[infoOf[a]]), asGoPrints(infos[infoOf[b]]));
}

/** A node as Go's `%v` prints it, the last criterion of pprof's order. */
function asGoPrints({ name, address, file, startLine, line, column, objectFile }: NodeInfo): string {
  return `{${name}  ${address} ${file} ${startLine} ${line} ${column} ${objectFile}}`;
}

/**
 * Scores how interesting a node is: high for a node with several callers or callees, low for one that only passes
 * calls on. Source: google/pprof internal/graph, entropyScore. Costs per operation, which pprof does not have, may be
 * fractions; scores of such nodes are too.
 */
function entropyScore(graph: CallGraph, nodeEdges: NodeEdges, node: NodeIndex): bigint | number {
  const callers = nodeEdges.callersOf(node);
  const callees = nodeEdges.calleesOf(node);
  const flat = graph.flat[node];
  const score =
    (callers.length === 0 ? 1 : edgeEntropy(graph, callers, 0)) +
    (callees.length === 0 ? 1 : edgeEntropy(graph, callees, flat));
  const cum = graph.cum[node];
  if (!Number.isInteger(flat) || !Number.isInteger(cum)) return Math.abs(score * cum + flat);
  const sum = BigInt.asIntN(64, toInt64(score * cum) + BigInt(flat));
  return sum < 0n ? BigInt.asIntN(64, -sum) : sum;
}

/** Go's conversion to int64: NaN (from a call of weight 0) and numbers out of range become the smallest int64. */
function toInt64(value: number): bigint {
  return Math.abs(value) < 2 ** 63 ? BigInt(Math.trunc(value)) : MIN_INT64;
}

function edgeEntropy({ edges: { weight } }: CallGraph, edges: readonly number[], self: number): number {
  let total = self;
  for (const edge of edges) if (weight[edge] > 0) total += weight[edge];
  if (total === 0) return 0;
  let score = 0;
  for (const edge of edges) score += term(Math.abs(weight[edge]) / total);
  return self > 0 ? score + term(self / total) : score;
}

const term = (fraction: number): number => -fraction * Math.log2(fraction);
