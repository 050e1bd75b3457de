import assert from 'node:assert/strict';
import test from 'node:test';
import { dotText } from '../../../../src/profile/graph/dot';
import { escaped, multilineName, tagBoxes } from '../../../../src/profile/graph/dotTags';
import type { Tag } from '../../../../src/profile/graph/nodeTags';
import { graphInput, select } from '../../../shared/graphPictures';

test("a node's name is split into lines without the directories of its file, and text is escaped for DOT", () => {
  const info = { name: 'a/b.Map[...].func1', file: '/x/y.go', line: 3, column: 0, address: 0x12n, startLine: 0, objectFile: '' };
  assert.equal(multilineName(info), '0000000000000012\\nb\\nMap[…]\\nfunc1\\ny.go:3\\n');
  assert.equal(escaped('a "b" \\c\n'), 'a \\"b\\" \\\\c\\l');
});

test('numeric labels are grouped around the heaviest ones', () => {
  const tag = (value: number, flat: number): Tag =>
    ({ name: `${value}B`, value, unit: 'bytes', flat, flatDivisor: 0, cum: flat, cumDivisor: 0 });
  const heavy = [tag(2, 50), tag(100, 40), tag(1000, 30), tag(5000, 20)];
  const tags = [tag(1, 1), ...heavy, tag(90, 2), tag(4000, 3), tag(6000, 4)];
  const text = tagBoxes('N1', { texts: [], numbers: new Map([['', tags]]) }, true, String);
  const boxes = [...text.matchAll(/label = "(.*?)".*tooltip="(.*?)"/g)].map(([, name, value]) => `${name} ${value}`);
  assert.deepEqual(boxes, ['1B..2B 51', '90B..100B 42', '1000B 30', '3.91kB..5.86kB 27']);
});

test('the DOT form of a graph has a legend, nodes, label boxes and edges', () => {
  const graph = select(graphInput('3 | leaf a.go:1 ^ main a.go:2 {kind=x}\n1 | main a.go:3'), { order: 'entropy' });
  assert.equal(dotText(graph, { title: 'prog', labels: ['Type: cpu'], total: 4, formatValue: String }), `\
digraph "prog" {
node [style=filled fillcolor="#f8f8f8"]
subgraph cluster_L { "Type: cpu" [shape=box fontsize=16 label="Type: cpu\\l" tooltip="prog"] }
N1 [label="main\\n1 (25.00%)\\nof 4 (100%)" id="node1" fontsize=18 shape=box tooltip="main (4)" color="#b20000" fillcolor="#edd5d5"]
N2 [label="leaf\\n3 (75.00%)" id="node2" fontsize=24 shape=box tooltip="leaf (3)" color="#b20e00" fillcolor="#edd7d5"]
N2_0 [label = "kind:x" id="N2_0" fontsize=8 shape=box3d tooltip="3"]
N2 -> N2_0 [label=" 3" weight=100 tooltip="3" labeltooltip="3"]
N1 -> N2 [label=" 3\\n (inline)" weight=76 penwidth=4 color="#b20e00" tooltip="main -> leaf (3)" labeltooltip="main -> leaf (3)"]
}
`);
});

test('costs per operation, which may be fractions, have the same graph as whole costs of the same shares', () => {
  const input = graphInput('3 | leaf a.go:1 < mid a.go:2 < main a.go:3\n-1 | main a.go:3\n7 | two a.go:5 < main a.go:3');
  const text = (factor: number) => {
    const values = input.weights.values.map((value) => value * factor);
    const graph = select({ ...input, weights: { values } }, { order: 'entropy' });
    return dotText(graph, { title: '', labels: [], total: 9 * factor, formatValue: (value) => String(value / factor) });
  };
  assert.match(text(1), /N1 -> N2 \[label=" 7" weight=78 penwidth=4/);
  assert.equal(text(1 / 4), text(1));
});

test('the DOT form of an empty graph without a title or labels has neither a legend nor nodes', () => {
  const graph = select(graphInput('0 | f a.go:1'), { order: 'entropy' });
  const text = dotText(graph, { title: '', labels: [], total: 0, formatValue: String });
  assert.equal(text, 'digraph "unnamed" {\nnode [style=filled fillcolor="#f8f8f8"]\n}\n');
});
