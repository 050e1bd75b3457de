import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { buildCallTree } from '../../../../src/profile/flame/callTree';
import { NONE } from '../../../../src/profile/model';
import { lineOf, picture } from '../../../shared/callTreePictures';
import { randomStacks } from '../../../shared/randomStacks';
import { profileOfLines, profileOfStacks, type PictureStack } from '../../../shared/stacks';

const SIMPLE = profileOfLines('main;a;b 1\n main;a 2\n main;c 3');

test('a node has the flat and cum of its call path', () => {
  assert.deepEqual(picture(buildCallTree(SIMPLE, 0)), [
    ': 0 6',
    ';main: 0 6',
    ';main;a: 2 3',
    ';main;a;b: 1 1',
    ';main;c: 3 3',
  ]);
});

test('each recursive call is a node, and a sample counts once per node', () => {
  assert.deepEqual(picture(buildCallTree(profileOfLines('main;f;f;f 2\n main;f;f 1'), 0)), [
    ': 0 3',
    ';main: 0 3',
    ';main;f: 0 3',
    ';main;f;f: 1 3',
    ';main;f;f;f: 2 2',
  ]);
});

test('stacks from a function start at its outermost frame; others are left out', () => {
  const profile = profileOfLines('main;f;g;f 2\n main;f 1\n main;h 5\n other;f;h 4');
  const tree = buildCallTree(profile, 0, { from: 'f' });
  assert.deepEqual(picture(tree), ['f: 1 7', 'f;g: 0 2', 'f;g;f: 2 2', 'f;h: 4 4']);
  assert.equal(tree.total, 12);
});

test('stacks from an inlined function can start in the middle of a location', () => {
  const profile = profileOfLines('main;f[inlined];g[inlined] 2\n main;f[inlined] 1');
  assert.deepEqual(picture(buildCallTree(profile, 0, { from: 'f' })), ['f: 1 3', 'f;g: 2 2']);
});

test('stacks from an unknown function give an empty tree', () => {
  const tree = buildCallTree(SIMPLE, 0, { from: 'unknown' });
  assert.deepEqual([tree.count, tree.cum[0], tree.function[0]], [1, 0, NONE]);
});

test('the line of a node is its hottest line', () => {
  const profile = profileOfLines(`
    main@m.go:1;f@f.go:7 3
    main@m.go:2;f@f.go:8 4
    main@m.go:2;f@f.go:7 2
    main@m.go:3;f@f.go:0 50
  `);
  const tree = buildCallTree(profile, 0);
  const lines = picture(tree, (node) => `line ${lineOf(tree, node)}`);
  assert.deepEqual(lines, [': line 0', ';main: line 3', ';main;f: line 7']);
});

test('a node is inlined only if all its calls are inlined', () => {
  const profile = profileOfLines('main;f[inlined] 1\n main;g[inlined] 1\n main;g 1');
  const tree = buildCallTree(profile, 0);
  assert.deepEqual(picture(tree, (node) => `${tree.inlined[node]}`), [': 0', ';main: 0', ';main;f: 1', ';main;g: 0']);
});

test('functions with the same name in two files are two nodes', () => {
  const tree = buildCallTree(profileOfLines('init@a.go:1 1\n init@b.go:1 2'), 0);
  assert.deepEqual(picture(tree), [': 0 3', ';init: 1 1', ';init: 2 2']);
});

test('calls without a value of the sample type are not in its tree', () => {
  const types = [{ type: 'inuse', unit: 'bytes' }, { type: 'alloc', unit: 'bytes' }];
  const profile = profileOfLines('main;a 0/5\n main;b 3/3', types);
  assert.deepEqual(picture(buildCallTree(profile, 0)), [': 0 3', ';main: 0 3', ';main;b: 3 3']);
});

test('a sample without a stack counts only for the root', () => {
  const profile = profileOfStacks([{ frames: [], values: [4] }]);
  assert.deepEqual(picture(buildCallTree(profile, 0)), [': 4 4']);
});

test('each of the 500 callees of a node is one node', () => {
  const names = Array.from({ length: 500 }, (_, i) => `f${i}`);
  const stacks = [...names, ...names.reverse()].map((name) => `main;${name} 1`).join('\n');
  const tree = buildCallTree(profileOfLines(stacks), 0);
  assert.equal(tree.count, 502);
  assert.ok(tree.cum.subarray(2).every((cum) => cum === 2));
});

interface ExpectedNode {
  flat: number;
  cum: number;
  readonly lines: Map<number, number>;
}

/** The line with the largest |sum|; of lines with equal sums, the smallest. */
function hottest({ lines }: ExpectedNode): number {
  return [...lines].sort(([a, x], [b, y]) => Math.abs(y) - Math.abs(x) || a - b)[0]?.[0] ?? 0;
}

/** Each node as `path: flat cum line`, computed stack by stack. */
function expectedRows(stacks: readonly PictureStack[], from: string | undefined): string[] {
  const nodes = new Map<string, ExpectedNode>();
  const nodeAt = (path: string) => nodes.get(path) ?? nodes.set(path, { flat: 0, cum: 0, lines: new Map() }).get(path)!;
  const addLine = (path: string, line: number, value: number) =>
    line > 0 && nodeAt(path).lines.set(line, (nodeAt(path).lines.get(line) ?? 0) + value);
  nodeAt(from === undefined ? '' : 'root');
  for (const { frames, values: [value = 0] } of stacks) {
    if (value === 0) continue;
    const start = from === undefined ? 0 : frames.findIndex((frame) => frame.name === from) + 1;
    if (from !== undefined && start === 0) continue;
    let path = from === undefined ? '' : 'root';
    nodeAt(path).cum += value;
    if (start > 0) addLine(path, frames[start - 1]!.line, value);
    for (const frame of frames.slice(start)) {
      path += `;${frame.name}@${frame.file}`;
      nodeAt(path).cum += value;
      addLine(path, frame.line, value);
    }
    nodeAt(path).flat += value;
  }
  return [...nodes].map(([path, node]) => `${path}: ${node.flat} ${node.cum} ${hottest(node)}`).sort();
}

for (const from of [undefined, 'f']) {
  test(`a call tree equals one that is computed stack by stack${from ? ' from a function' : ''}`, () => {
    fc.assert(fc.property(randomStacks, (stacks) => {
      const tree = buildCallTree(profileOfStacks(stacks), 0, { from: from });
      const paths: string[] = [];
      const lines = tree.hottestLines.of([...tree.function.keys()]);
      const rows = Array.from({ length: tree.count }, (_, node) => {
        const id = tree.function[node]!;
        const element = id === NONE ? '' : `${tree.functions.names[id]}@${tree.functions.files[tree.functions.file[id]!]}`;
        paths[node] = node === 0 ? (from ? 'root' : '') : `${paths[tree.parent[node]!]};${element}`;
        return `${paths[node]}: ${tree.flat[node]} ${tree.cum[node]} ${lines[node]}`;
      });
      assert.deepEqual(rows.sort(), expectedRows(stacks, from));
    }), { numRuns: 300 });
  });
}

test('stacks can start below any of several functions, under a root with a chosen name', () => {
  const profile = profileOfLines('goexit;run;f;run;g 2\n goexit;launch;f 1\n main;h 5\n launch;run;f 4\n run 8');
  const tree = buildCallTree(profile, 0, { from: { name: 'bench', below: ['run', 'launch'] } });
  assert.equal(tree.rootName, 'bench');
  assert.deepEqual(picture(tree), [
    ': 8 15',
    ';f: 1 3',
    ';f;run: 0 2',
    ';f;run;g: 2 2',
    ';run: 0 4',
    ';run;f: 4 4',
  ]);
});
