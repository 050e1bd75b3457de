import assert from 'node:assert/strict';
import test from 'node:test';
import { graphInput, nodesOf, select, selectedEdges } from '../../../shared/graphPictures';

const STACKS = `
  100 | big a.go:1 < mid a.go:2 < main a.go:3
  40  | some a.go:1 < mid a.go:2 < main a.go:3
  4   | little a.go:1 < main a.go:3
  1   | least a.go:1 < little a.go:2 < main a.go:3
`;

test('nodes are sorted by flat or cum, then by name', () => {
  const names = (order: 'flat' | 'cum'): string[] => {
    const { graph, nodes } = select(graphInput(STACKS), { order });
    return nodesOf(graph, nodes).map((row) => row.split(' ')[0]!);
  };
  assert.deepEqual(names('flat'), ['big', 'some', 'little', 'least', 'main', 'mid']);
  assert.deepEqual(names('cum'), ['main', 'mid', 'big', 'some', 'little', 'least']);
});

test('light nodes are left out first, then all but the first nodeCount nodes', () => {
  const light = select(graphInput(STACKS), { nodeFraction: 0.03, order: 'cum' });
  assert.deepEqual([light.droppedNodes, light.originalCount], [1, 5]);
  assert.deepEqual(selectedEdges(light), ['main -> little 5', 'main -> mid 140', 'mid -> big 100', 'mid -> some 40']);
  const limited = select(graphInput(STACKS), { nodeFraction: 0.03, nodeCount: 3 });
  assert.deepEqual(nodesOf(limited.graph, limited.nodes), ['big 100 100', 'some 40 40', 'little 4 5']);
  assert.deepEqual([limited.droppedNodes, limited.originalCount, selectedEdges(limited)], [1, 5, []]);
});

test('light edges are left out and counted', () => {
  const graph = select(graphInput(STACKS), { edgeFraction: 0.2 });
  assert.deepEqual(selectedEdges(graph), ['main -> mid 140', 'mid -> big 100', 'mid -> some 40']);
  assert.equal(graph.droppedEdges, 2);
});

test('a drawn graph has no residual edge between nodes that another path connects', () => {
  const stacks = `
    5 | leaf a.go:1 < kept a.go:2 < main a.go:3
    3 | leaf a.go:1 < tiny a.go:2 < main a.go:3
  `;
  const options = { nodeFraction: 0.5 } as const;
  assert.deepEqual(selectedEdges(select(graphInput(stacks), { ...options, order: 'cum' })), ['kept -> leaf 5', 'main -> kept 5', 'main ~> leaf 3']);
  assert.deepEqual(selectedEdges(select(graphInput(stacks), { ...options, order: 'entropy' })), ['kept -> leaf 5', 'main -> kept 5']);
});

test('in a drawn graph, nodes that only pass calls on come last, and labels count towards nodeCount', () => {
  const stacks = (label: string): string => ['a', 'b', 'c', 'd']
    .map((name) => `4 | ${name} a.go:1 < forks a.go:2 < passes a.go:3 < main a.go:4 ${label}`)
    .join('\n');
  const names = (label: string, nodeCount: number): string[] => {
    const { graph, nodes } = select(graphInput(stacks(label)), { order: 'entropy', nodeCount });
    return nodesOf(graph, nodes).map((row) => row.split(' ')[0]!);
  };
  assert.deepEqual(names('', 0), ['forks', 'main', 'a', 'b', 'c', 'd', 'passes']);
  assert.deepEqual(names('', 4), ['forks', 'main', 'a', 'b']);
  // Without b, c and d, `forks` only passes calls on.
  assert.deepEqual(names('{kind=x}', 4), ['main', 'a', 'forks']);
});

test('a tree leaves out the light nodes of each path, and has at most nodeCount nodes', () => {
  const stacks = '6 | leaf a.go:1 < tiny a.go:2 < f a.go:3\n1 | tiny a.go:2 < g a.go:3\n9 | leaf a.go:1 ^ g a.go:2';
  const tree = select(graphInput(stacks), { order: 'entropy', callTree: true, nodeFraction: 0.3 });
  assert.deepEqual(nodesOf(tree.graph, tree.nodes).sort(), ['f 0 6', 'g 0 10', 'leaf 6 6', 'leaf 9 9', 'tiny 0 6']);
  const fewer = select(graphInput(stacks), { order: 'entropy', callTree: true, nodeCount: 4 });
  assert.equal(fewer.nodes.length, 4);
});

test('if light nodes are left out, so are nodes whose file name a second trim changes, as in pprof', () => {
  const stacks = '5 | f x/x/a.go:1 < main x/b.go:2\n1 | little c.go:1 < main x/b.go:2';
  const retrim = (file: string): string => file.replace(/^x\//, '');
  const { graph, nodes } = select(graphInput(stacks, 'filefunctions'), { nodeFraction: 0.5, order: 'cum', retrim });
  assert.deepEqual(nodesOf(graph, nodes), []);
  const unlimited = select(graphInput(stacks, 'filefunctions'), { order: 'cum', retrim });
  assert.equal(unlimited.nodes.length, 3);
});
