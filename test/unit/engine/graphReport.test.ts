import assert from 'node:assert/strict';
import test from 'node:test';
import { graphReport } from '../../../src/engine/graphReport';
import { layOutDot } from '../../../src/engine/graphPicture';
import type { GraphParams } from '../../../src/engine/queries';
import { refine } from '../../../src/profile/refine/applyRefinement';
import { changesOf } from '../../shared/inOneStep';
import { cpuProfile, differenceOf, differenceOfTotals } from '../../shared/differences';
import { plainSpaces } from '../../shared/plainSpaces';
import { profileOf } from '../../shared/profileFromText';

const STACKS = `
  30 | leaf a.go:1 ^ mid a.go:2 < main.main main.go:3
  10 | leaf a.go:1 < other b.go:9 < main.main main.go:4
  60 | main.main main.go:4
`;
const PARAMS: GraphParams = { refinement: {}, nodeCount: 80, callTree: false, trim: true };
const profile = profileOf(STACKS, { types: 'cpu/nanoseconds' });

function asText(params: Partial<GraphParams> = {}): string[] {
  const { report: { nodes, calls } } = graphReport(profile, 0, { ...PARAMS, ...params });
  const nameOf = (node: number) => nodes[node]!.name;
  return [
    ...nodes.map(({ name, flat, cum }) => `${name} ${flat} ${cum}`),
    ...calls.map(({ caller, callee, weight, residual, inlined }) =>
      `${nameOf(caller)} ${residual ? '~>' : '->'} ${nameOf(callee)} ${weight}${inlined ? ' inlined' : ''}`),
  ];
}

test('nodes have flat and cum, and calls have a weight and a kind', () => {
  assert.deepEqual(asText().sort(), [
    'leaf 40 40',
    'main.main -> mid 30',
    'main.main -> other 10',
    'main.main 60 100',
    'mid -> leaf 30 inlined',
    'mid 0 30',
    'other -> leaf 10',
    'other 0 10',
  ]);
});

test('calls through functions that are not shown are residual', () => {
  const lines = asText({ nodeCount: 2 });
  assert.ok(lines.includes('main.main ~> leaf 40'), lines.join('\n'));
  assert.equal(graphReport(profile, 0, { ...PARAMS, nodeCount: 2 }).report.nodeCount, 4);
});

test('nodes below the limit are dropped and counted, but the untrimmed graph has them', () => {
  const small = profileOf(`${STACKS}\n  1 | tiny c.go:1 < main.main main.go:5\n  299 | main.main main.go:4`, { types: 'cpu/nanoseconds' });
  const { report, dot } = graphReport(small, 0, PARAMS);
  assert.match(dot, /Dropped 1 node \(cum <= 2ns\)/);
  assert.deepEqual([report.droppedNodes, report.leastCum, report.nodes.length], [1, 2, 4]);
  const untrimmed = graphReport(small, 0, { ...PARAMS, nodeCount: 2, trim: false });
  assert.deepEqual([untrimmed.report.droppedNodes, untrimmed.report.nodes.length], [0, 5]);
  assert.doesNotMatch(untrimmed.dot, /Dropped/);
});

test('nodes have the same order as in the DOT text', () => {
  const { report, dot } = graphReport(profile, 0, PARAMS);
  report.nodes.forEach(({ name }, i) => {
    const line = dot.split('\n').find((candidate) => candidate.startsWith(`N${i + 1} [`))!;
    assert.ok(line.includes(`tooltip="${name} (`), line);
  });
});

test('the refinement’s granularity determines which frames are one node', () => {
  const lines = asText({ refinement: { granularity: 'lines' } });
  assert.ok(lines.includes('main.main main.go:4 60 70'), lines.join('\n'));
  const { report } = graphReport(profile, 0, { ...PARAMS, refinement: { granularity: 'lines' } });
  const node = report.nodes.find(({ flat }) => flat === 60)!;
  assert.deepEqual([node.function, node.file, node.line], ['main.main', 'main.go', 4]);
});

test('in a call tree, a function on two paths has two nodes', () => {
  assert.equal(asText({ callTree: true }).filter((line) => line.startsWith('leaf ')).length, 2);
});

test('the DOT text of a divided profile has whole numbers, as in pprof', () => {
  const values = profile.values.map((column) => column.map((value) => value / 3));
  const divided = { ...profile, values, totals: [100 / 3] };
  const { dot, report } = graphReport(divided, 0, { ...PARAMS, refinement: { divide_by: 3 } });
  assert.match(dot, /label="main\\nmain\\n20ns \(60\.00%\)\\nof 33ns \(100%\)"/);
  assert.deepEqual([report.total, report.nodes[0]!.cum], [33, 33]);
});

test('the legend names the active filters, and percentages refer to the total of the profile', () => {
  const refinement = { focus: 'other' };
  const focused = { ...refine(profile, refinement), totals: [100] };
  const { dot, report } = graphReport(focused, 0, { ...PARAMS, refinement });
  assert.match(dot, /Active filters:\\l {3}focus=other/);
  assert.match(dot, /10ns \(10\.00%\)/);
  assert.equal(report.total, 100);
});

test('nodes say which of their figures rest on few samples, also in a tree of calls', () => {
  const sampled = profileOf(`
    4 40 | leaf a.go:1 < rare b.go:9 < main.main main.go:4
    9 90 | leaf a.go:1 < often b.go:3 < main.main main.go:5
    3 30 | main.main main.go:4
  `, { types: 'samples/count cpu/nanoseconds' });
  const fewOf = (params: Partial<GraphParams> = {}) => {
    const { report: { nodes } } = graphReport(sampled, 1, { ...PARAMS, ...params });
    return nodes.map(({ name, cum, few }) => `${name} ${cum}${few?.flat ? ' flat' : ''}${few?.cum ? ' cum' : ''}`).sort();
  };
  assert.deepEqual(fewOf(), ['leaf 130', 'main.main 160 flat', 'often 90', 'rare 40 cum']);
  assert.deepEqual(fewOf({ callTree: true }), ['leaf 40 flat cum', 'leaf 90', 'main.main 160 flat', 'often 90', 'rare 40 cum']);
  assert.deepEqual(fewOf({ refinement: { mean: true } }).filter((text) => /flat|cum/.test(text)), []);
});

test('in a comparison of totals, nodes say which of their changes are of few samples', () => {
  const difference = differenceOfTotals(cpuProfile('main;f 1002\nmain;g 20'), cpuProfile('main;f 1000\nmain;g 30'));
  const { report: { nodes } } = graphReport(difference, 1, PARAMS);
  assert.deepEqual(nodes.filter(({ few }) => few?.cum).map(({ name }) => name), ['f']);
});

test('a picture of a difference has no box for a function whose increases and decreases cancel out', async () => {
  const difference = profileOf(`
    10  | same s.go:1 < more m.go:1 < main.main main.go:3
    -10 | same s.go:1 < less l.go:1 < main.main main.go:4
    5   | main.main main.go:5
  `, { types: 'cpu/nanoseconds' });
  const { report, dot } = graphReport(difference, 0, PARAMS, true);
  assert.match(graphReport(difference, 0, PARAMS).dot, /^N\d -> N0 /m, 'as pprof writes it');
  const reply = await layOutDot(dot);
  assert.ok('picture' in reply);
  const boxes = reply.picture.boxes.filter(({ kind }) => kind === 'function');
  assert.deepEqual(boxes.map(({ node }) => report.nodes[node!]!.name).sort(), ['less', 'main.main', 'more']);
});

test('the graph of a comparison has the signs, unit and colors of the panel, and marks noise', async () => {
  const before = cpuProfile('m.run@a.go:1;m.parse@a.go:5 300\nm.run@a.go:1;m.same@a.go:9 300\nn.run@b.go:1;m.old@a.go:20 200');
  const now = cpuProfile('m.run@a.go:1;m.parse@a.go:5 600\nm.run@a.go:1;m.same@a.go:9 310');
  const difference = differenceOf(now, before);
  const changes = changesOf(difference, 1);
  const { report, dot } = graphReport(difference, 1, PARAMS, true, changes);
  const remarks = Object.fromEntries(report.nodes.map(({ name, remarks }) => [name, remarks?.cum]));
  assert.deepEqual(remarks['m.same'], { sign: '~', text: 'within the noise' });
  assert.deepEqual(remarks['m.parse'], { sign: '', text: '' });
  const attributesOf = (name: string) => new RegExp(`label="m\\\\n${name}\\\\n.*`).exec(dot)![0];
  assert.match(attributesOf('parse'), /parse\\n\+3\.0\u202fms\/op \(\+38\u202f%\)".* color="#be6e00" fillcolor="#fadebe"/);
  assert.match(attributesOf('old'), /old\\n−2\.0\u202fms\/op \(−25\u202f%\)".* color="#1e69b4" fillcolor="#c6defa"/);
  assert.match(attributesOf('same'), /same\\n~ \+0\.10\u202fms\/op \(\+1\.3\u202f%\)" id="\w+" fontsize=8 .* color="#b2b2b2" fillcolor="#ededed"/);
  assert.match(dot, /label=" ~ \+0\.10\u202fms\/op" weight=2 color="#b2b2b2" tooltip="m\.run -> m\.same/, 'a call with noise is thin and gray');
  assert.match(dot, /label=" \+3\.0\u202fms\/op" weight=\d+ penwidth=2 color="#be6e00"/);
  const reply = await layOutDot(dot);
  assert.ok('picture' in reply);
});

test('a comparison of totals has signs and colors, but marks no noise, and the DOT that is exported is that of pprof', () => {
  const [before, now] = ['m.parse@a.go:5 300', 'm.parse@a.go:5 600'].map(cpuProfile);
  const difference = differenceOfTotals(now!, before!);
  assert.match(graphReport(difference, 1, PARAMS, true).dot, /parse\\n\+3\.0\u202fs \(\+100\u202f%\)".* fillcolor="#fadebe"/);
  assert.match(graphReport(difference, 1, PARAMS).dot, /parse\\n3s \(100%\)"/);
});

test('the legend of a drawn graph has the digits that the samples carry, as its boxes and the toolbar have', () => {
  const few = profileOf('3 30 | leaf a.go:1 < main.main main.go:3\n5 50 | ', { types: 'samples/count cpu/nanoseconds', durationNanos: 130 });
  const legendOf = (isDrawn: boolean) => plainSpaces(graphReport(few, 1, PARAMS, isDrawn).dot);
  assert.match(legendOf(true), /Total samples = 80 ns \(60 %\).*accounting for 30 ns, 40 % of 80 ns total/);
  assert.match(legendOf(false), /Total samples = 80ns \(61\.54%\).*accounting for 30ns, 37\.50% of 80ns total/);
});

test('the legend of a drawn graph has thousands in groups of three, as the tabs have', () => {
  const rare = Array.from({ length: 1200 }, (_, i) => `1 | rare${i} c.go:1 < main.main main.go:5`).join('\n');
  const many = profileOf(`100000 | main.main main.go:3\n${rare}`, { types: 'cpu/nanoseconds' });
  assert.match(plainSpaces(graphReport(many, 0, PARAMS, true).dot), /Dropped 1 200 nodes/);
  assert.match(graphReport(many, 0, PARAMS).dot, /Dropped 1200 nodes/);
});
