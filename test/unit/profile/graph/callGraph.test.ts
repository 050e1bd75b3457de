import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { callGraph } from '../../../../src/profile/graph/callGraph';
import type { CallGraph } from '../../../../src/profile/graph/callGraph';
import { nodeFigures, nodesWithFigures } from '../../../../src/profile/graph/nodeSums';
import { treeGraph } from '../../../../src/profile/graph/treeGraph';
import { randomProfile } from '../../../shared/randomProfiles';
import { decodeProfile } from '../../../../src/profile/wire/decode';
import { graphNodes } from '../../../../src/profile/graph/graphNodes';
import { nodeName } from '../../../../src/profile/text/pprofName';
import { graphInput, edgesOf, nodesOf } from '../../../shared/graphPictures';
import type { GraphInput } from '../../../shared/graphPictures';
import { meanOf } from '../../../../src/profile/lines/figures';

const RECURSION = '1 | a a.go:1 < b a.go:2 < a a.go:3';

function graphOf({ profile, weights, nodes }: GraphInput, shownNames?: readonly string[]): CallGraph {
  const mask = shownNames && Uint8Array.from(nodes.infos, (info) => (shownNames.includes(nodeName(info)) ? 1 : 0));
  return callGraph(profile.stacks, weights, nodes, mask);
}

test('a sample counts once for each node and each call under recursion', () => {
  const graph = graphOf(graphInput(RECURSION));
  assert.deepEqual(nodesOf(graph), ['a 1 1', 'b 0 1']);
  assert.deepEqual(edgesOf(graph), ['a -> b 1', 'b -> a 1']);
  assert.deepEqual(edgesOf(graphOf(graphInput('2 | a a.go:1 < b a.go:2 < a a.go:1 < b a.go:2 < a a.go:3'))), ['a -> b 2', 'b -> a 2']);
});

test('direct recursion is not an edge, unless each line is a node', () => {
  assert.deepEqual(edgesOf(graphOf(graphInput('1 | a a.go:1 < a a.go:2 < main a.go:3'))), ['main -> a 1']);
  assert.equal(edgesOf(graphOf(graphInput('1 | a a.go:1 < a a.go:2 < main a.go:3', 'lines'))).length, 2);
});

test('calls through omitted nodes become an edge between shown nodes, whose flat does not change', () => {
  const stacks = '1 | leaf a.go:1 < mid a.go:2 < main a.go:3\n5 | mid a.go:2 < main a.go:3\n7 | leaf a.go:1 < main a.go:4';
  const graph = graphOf(graphInput(stacks), ['leaf', 'main']);
  assert.deepEqual(edgesOf(graph), ['main ~> leaf 8']);
  assert.deepEqual(nodesOf(graph), ['leaf 8 8', 'mid 0 0', 'main 0 13']);
});

test('an edge is inlined only if its calls are inlined in all samples', () => {
  const stacks = '1 | leaf a.go:1 ^ f a.go:2 < main a.go:3\n1 | g a.go:1 ^ f a.go:2 < main a.go:3\n1 | g a.go:1 < f a.go:2';
  assert.deepEqual(edgesOf(graphOf(graphInput(stacks))), ['f -> g 2', 'f -> leaf 1 (inline)', 'main -> f 2']);
});

test('samples with value 0 count only for a mean, and means are truncated', () => {
  const { profile, nodes } = graphInput('0 5 | f a.go:1\n3 0 | f a.go:2\n0 0 | g a.go:1', 'functions', 'count/count time/ms');
  const [divisors, values] = profile.values as [Float64Array, Float64Array];
  const graph = callGraph(profile.stacks, { values, divisors }, nodes);
  assert.deepEqual([graph.cum[0], graph.cumDivisor![0], graph.flatDivisor![0]], [5, 3, 3]);
  assert.equal(meanOf(graph.cum[0]!, graph.cumDivisor![0]), 1);
  assert.equal(meanOf(-5, 3), -1);
  assert.equal(meanOf(5, 0), 5);
});

test('a tree has one node per path, and the weight of a call is the cum of its callee', () => {
  const { profile, weights, nodes } = graphInput(`${RECURSION}\n4 | b a.go:2 < a a.go:3`);
  const tree = treeGraph(profile.stacks, weights, nodes);
  assert.deepEqual(nodesOf(tree), ['a 0 5', 'b 4 5', 'a 1 1']);
  assert.deepEqual(edgesOf(tree), ['a -> b 5', 'b -> a 1']);
  assert.deepEqual([...tree.leafOf], [2, 1]);
});

test('nodes whose figures are 0 are left out, and with dropNegative negative nodes too', () => {
  const { profile, weights, nodes } = graphInput('-5 | f a.go:1 < main a.go:2\n7 | g a.go:1 < main a.go:2\n0 | h a.go:1');
  const figures = nodeFigures(profile.stacks, weights, nodes);
  const names = (dropNegative: boolean): string[] =>
    Array.from(nodesWithFigures(figures, dropNegative), (node) => nodeName(nodes.infos[node]!));
  assert.deepEqual(names(false), ['f', 'main', 'g']);
  assert.deepEqual(names(true), ['main', 'g']);
});

test('nodeFigures gives the same figures as callGraph', () => {
  fc.assert(fc.property(randomProfile, fc.boolean(), (bytes, isMean) => {
    const profile = decodeProfile(bytes);
    const weights = { values: profile.values.at(-1)!, divisors: isMean ? profile.values[0] : undefined };
    const nodes = graphNodes(profile);
    const { edges, ...expected } = callGraph(profile.stacks, weights, nodes);
    assert.ok(edges.count >= 0);
    assert.deepEqual(nodeFigures(profile.stacks, weights, nodes), expected);
  }));
});
