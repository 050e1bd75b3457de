import assert from 'node:assert/strict';
import test from 'node:test';
import { layOutDot } from '../../../src/engine/graphPicture';
import type { GraphBox, GraphPicture } from '../../../src/profile/answers/graph';
import { dotText } from '../../../src/profile/graph/dot';
import { graphInput, select } from '../../shared/graphPictures';

const STACKS = `
  3 | leaf a.go:1 < hidden a.go:2 < main a.go:3 {kind=x}
  1 | main a.go:3
  1 | loop a.go:9 < main a.go:3 < loop a.go:9
`;

async function pictureOf(dot: string): Promise<GraphPicture> {
  const reply = await layOutDot(dot);
  assert.ok('picture' in reply, JSON.stringify(reply));
  return reply.picture;
}

async function picture(): Promise<GraphPicture> {
  const graph = select(graphInput(STACKS), { order: 'entropy', nodeCount: 4 });
  return pictureOf(dotText(graph, { title: 'prog', labels: ['Type: cpu', 'Time: now'], total: 5, formatValue: String }));
}

const lines = ({ texts }: GraphBox) => texts.map(({ text }) => text);

test('each function has a box with the lines, sizes and colors of the DOT text', async () => {
  const { boxes } = await picture();
  const functions = boxes.filter(({ kind }) => kind === 'function').sort((a, b) => a.node! - b.node!);
  const leaf = functions.find((box) => lines(box)[0] === 'leaf')!;
  assert.deepEqual(lines(leaf), ['leaf', '3 (60.00%)']);
  assert.deepEqual(leaf.texts.map(({ size, anchor }) => [size, anchor]), [[24, 'middle'], [24, 'middle']]);
  assert.deepEqual(functions.map(({ node }) => node), functions.map((_, i) => i));
  const [outline] = leaf.strokes;
  assert.match(outline!.pen, /^#b2[0-9a-f]{2}00$/);
  assert.match(outline!.fill, /^#ed[0-9a-f]{4}$/);
  assert.equal(outline!.kind, 'polygon');
});

test('boxes of labels and the legend are distinguished from functions', async () => {
  const { boxes } = await picture();
  assert.deepEqual(boxes.filter(({ kind }) => kind === 'label').map(lines), [['kind:x']]);
  const [legend] = boxes.filter(({ kind }) => kind === 'legend');
  assert.deepEqual(lines(legend!), ['Type: cpu', 'Time: now']);
  assert.ok(legend!.texts.every(({ anchor }) => anchor === 'start'));
});

test('boxes are within the picture, callers are above their callees, and texts are within their boxes', async () => {
  const { width, height, boxes, arrows } = await picture();
  for (const box of boxes) {
    assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height);
    for (const { x, y } of box.texts) {
      assert.ok(x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height);
    }
  }
  const { from, to } = arrows.find(({ tooltip }) => /^main (->|\.\.\.) leaf/.test(tooltip))!;
  assert.ok(boxes[from]!.y < boxes[to]!.y);
});

test('an arrow has a curve, a head and its figure, and a residual arrow is dotted', async () => {
  const graph = select(graphInput(STACKS), { order: 'entropy', nodeCount: 3, nodeFraction: 0 });
  const { arrows } = await pictureOf(dotText(graph, { title: '', labels: [], total: 5, formatValue: String }));
  const residual = arrows.filter(({ tooltip }) => tooltip.includes('...'));
  assert.ok(residual.length > 0);
  for (const { strokes: [curve, head], texts } of residual) {
    assert.deepEqual([curve!.kind, curve!.dotted, head!.kind, head!.dotted], ['curve', true, 'polygon', false]);
    assert.equal((curve!.points.length / 2 - 1) % 3, 0);
    assert.ok(curve!.width > 1);
    assert.equal(head!.fill, curve!.pen);
    assert.match(texts[0]!.text, /^ \d/);
  }
});

test('names with control characters are drawn', async () => {
  const { boxes } = await pictureOf('digraph "x" {\nN1 [label="nul\0bell\x07\\nend" shape=box]\n}\n');
  assert.deepEqual(boxes.map(lines), [['nul\ufffdbell\ufffd', 'end']]);
});

/** Texts that, if not escaped, would add to the graph or be interpreted by Graphviz. */
const NAMES = [
  'a" shape=star label="mine', 'x"]; evil [label="drawn', 'back\\', '\\', '\\"', '"', 'two\nlines', 'a]b', '<b>bold</b>',
  '&lt;i&gt;', '&#34;', '\\N \\G \\E \\T \\H \\L', '}', '// x', '/* x', '#x', "'", '{a|b}', '\\l', '%', 'é😀\u202e',
];

test('the name of a binary, label or unit is drawn unchanged, and adds nothing to the graph', async () => {
  for (const name of NAMES) {
    const graph = select(graphInput('\n  3 | leaf a.go:1 < main a.go:3 {kind=x}\n  1 | main a.go:3\n'), { order: 'entropy', nodeCount: 4 });
    for (const { texts } of graph.tags.values()) {
      for (const tag of texts) Object.assign(tag, { name: `kind:${name}` });
    }
    const formatValue = (value: number) => `${value}${name}`;
    const options = { title: name, labels: [`File: ${name}`, `Type: ${name}`], total: 4, formatValue, drawn: { formatSize: formatValue, formatShare: String } };
    const { boxes, arrows } = await pictureOf(dotText(graph, options));
    assert.deepEqual(boxes.map(({ kind }) => kind).sort(), ['function', 'function', 'label', 'legend'], name);
    assert.equal(arrows.length, 2, name);
    const firstLine = name.split('\n')[0]!;
    const [box] = boxes.filter(({ kind }) => kind === 'label');
    assert.equal(lines(box!).join('\n'), `kind:${name}`, name);
    assert.equal(lines(boxes.find(({ kind }) => kind === 'legend')!)[0], `File: ${firstLine}`, name);
    assert.ok(arrows.every(({ texts }) => texts[0]!.text.endsWith(firstLine)), name);
  }
});

test('the name of a function is drawn unchanged', async () => {
  for (const name of NAMES.filter((candidate) => !/[.:/]/.test(candidate))) {
    const graph = select(graphInput('\n  3 | leaf a.go:1 < main a.go:3\n'), { order: 'entropy', nodeCount: 4 });
    graph.graph.infos.forEach((info) => Object.assign(info, { name: `x${name}` }));
    const dot = dotText(graph, { title: '', labels: [], total: 3, formatValue: String, drawn: { formatSize: String, formatShare: String } });
    const { boxes } = await pictureOf(dot);
    assert.equal(boxes.length, 2, name);
    assert.ok(boxes.every((box) => lines(box).join('\n').startsWith(`x${name}`)), `${name}: ${lines(boxes[0]!).join('\n')}`);
  }
});

test('an empty graph is an empty picture', async () => {
  const { boxes, arrows } = await pictureOf('digraph "x" {\n}\n');
  assert.deepEqual([boxes, arrows], [[], []]);
});

test('the error for text that is not DOT gives the reason', async () => {
  const reply = await layOutDot('digraph "x" {\nN1 [label="a"b"]\n}\n');
  assert.ok('problem' in reply && /syntax error/.test(reply.problem));
});

test('a change has its percentage of the total, unless it is itself one', async () => {
  const graph = select(graphInput(STACKS), { order: 'entropy', nodeCount: 4 });
  const textOf = async (areShares: boolean) => {
    const drawn = { formatSize: String, formatShare: (value: number) => `${20 * Math.abs(value)} %`, comparison: { areShares, markOf: () => '' } };
    const { boxes } = await pictureOf(dotText(graph, { title: '', labels: [], total: 5, formatValue: String, drawn }));
    return boxes.map(lines).find(([name]) => name === 'leaf');
  };
  assert.deepEqual(await textOf(false), ['leaf', '+3 (+60 %)']);
  assert.deepEqual(await textOf(true), ['leaf', '+3']);
});
