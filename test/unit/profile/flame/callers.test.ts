import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Callers, callersInSteps } from '../../../../src/profile/flame/callers';
import { callShapeInSteps } from '../../../../src/profile/flame/callShape';
import { type CallTree, callTreeInSteps } from '../../../../src/profile/flame/callTree';
import { flameWindow } from '../../../../src/profile/flame/flameWindow';
import { functionCosts } from '../../../shared/inOneStep';
import type { Profile } from '../../../../src/profile/model';
import type { StackView } from '../../../../src/profile/answers/flame';
import { finish } from '../../../../src/profile/common/guard';
import { lineOf, pathsOf, picture, withoutLoops } from '../../../shared/callTreePictures';
import { randomStacks } from '../../../shared/randomStacks';
import { profileOfLines, profileOfStacks } from '../../../shared/stacks';

/** Callees and callers of a function. */
function around(profile: Profile, view: StackView): { readonly callees: CallTree; readonly callers: Callers } {
  const shape = finish(callShapeInSteps(profile, 0, view));
  const callees = finish(callTreeInSteps(profile, 0, shape));
  return { callees, callers: finish(callersInSteps(profile, 0, { shape, callees, view })) };
}

const callersOf = (lines: string, from: string, view: StackView = {}) =>
  around(profileOfLines(lines), { ...view, from }).callers.tree;

/** Each node as `path: cum`. The path goes from the root to its outer callers. */
const cums = (tree: CallTree) => picture(tree, (node) => `${tree.cum[node]}`);

test('each caller has the sum of the samples that reached the function through it', () => {
  assert.deepEqual(cums(callersOf('main;a;f;x 1\n main;f 2\n b;f;y 3\n main;b 9', 'f')), [
    'f: 6',
    'f;a: 1',
    'f;a;main: 1',
    'f;b: 3',
    'f;main: 2',
  ]);
});

test('the callers of a recursive function are those of its outermost frame, and each sample counts once', () => {
  assert.deepEqual(cums(callersOf('main;f;g;f;f 5\n main;g;f 2', 'f')), ['f: 7', 'f;g: 2', 'f;g;main: 2', 'f;main: 5']);
});

test('a caller has no flat', () => {
  assert.deepEqual([...callersOf('main;f 2', 'f').flat], [0, 0]);
});

test('a caller has its hottest line and whether it was inlined', () => {
  const tree = callersOf('main@m.go:1;a@a.go:3[inlined];f 1\n main@m.go:2;a@a.go:4[inlined];f 5\n main;b;f 1', 'f');
  assert.deepEqual(picture(tree, (node) => `${lineOf(tree, node)} ${tree.inlined[node]}`), [
    'f: 0 0',
    'f;a: 4 1',
    'f;a;main: 2 0',
    'f;b: 0 0',
    'f;b;main: 0 0',
  ]);
});

test('callers in the same location as an inlined function are found', () => {
  assert.deepEqual(cums(callersOf('main;a[inlined];f[inlined];g[inlined] 4', 'f')), ['f: 4', 'f;a: 4', 'f;a;main: 4']);
});

test('collapsing recursion removes loops among the callers', () => {
  const lines = 'main;a@a.go:1;b;a@a.go:2;f 4\n main;a@a.go:3;f 1';
  const tree = callersOf(lines, 'f', { collapseRecursion: true });
  assert.deepEqual(picture(tree, (node) => `${tree.cum[node]} line ${lineOf(tree, node)}`), [
    'f: 5 line 0',
    'f;a: 5 line 2',
    'f;a;main: 5 line 0',
  ]);
});

test('hidden testing frames are not among the callers', () => {
  const lines = 'runtime.goexit;testing.(*B).runN;BenchmarkX;f 4\n runtime.goexit;serve;f 1';
  assert.deepEqual(cums(callersOf(lines, 'f', { hideTestingFrames: true })), ['f: 5', 'f;BenchmarkX: 4', 'f;serve: 1']);
});

test('an outermost function and an unknown function have no callers', () => {
  assert.deepEqual(cums(callersOf('f;x 4', 'f')), ['f: 4']);
  assert.deepEqual(cums(callersOf('main;x 4', 'f')), [': 0']);
});

for (const collapseRecursion of [false, true]) {
  test(`callers equal those computed stack by stack${collapseRecursion ? ', with recursion collapsed' : ''}`, () => {
    fc.assert(fc.property(randomStacks, (stacks) => {
      const cum = new Map<string, number>([['', 0]]);
      const size = new Map<string, number>([['', 0]]);
      for (const { frames, values: [value = 0] } of stacks) {
        const index = frames.findIndex(({ name }) => name === 'f');
        if (index < 0 || value === 0) continue;
        const names = frames.slice(0, index).map(({ name, file }) => `${name}@${file}`);
        const path = (collapseRecursion ? withoutLoops(names) : names).reverse();
        for (let depth = 0; depth <= path.length; depth++) {
          const key = path.slice(0, depth).map((name) => `;${name}`).join('');
          cum.set(key, (cum.get(key) ?? 0) + value);
          size.set(key, (size.get(key) ?? 0) + Math.abs(value));
        }
      }
      const { tree } = around(profileOfStacks(stacks), { from: 'f', collapseRecursion }).callers;
      const names = tree.functions.names.map((name, at) => `${name}@${tree.functions.files[tree.functions.file[at]!]}`);
      const paths = pathsOf({ ...tree, functions: { ...tree.functions, names } });
      const rows = paths.map((path, node) => [node === 0 ? '' : path.slice(path.indexOf(';')), node] as const);
      assert.deepEqual(rows.map(([path, node]) => [path, tree.cum[node]]).sort(), [...cum].sort());
      assert.deepEqual(rows.map(([path, node]) => [path, tree.size[node]]).sort(), [...size].sort());
    }), { numRuns: 500 });
  });
}

test('sizeUnder counts a sample once if it has marked calls on both sides', () => {
  fc.assert(fc.property(randomStacks, fc.constantFrom('main', 'g', 'h'), (stacks, markedName) => {
    const { callees, callers } = around(profileOfStacks(stacks), { from: 'f' });
    const marked = (tree: CallTree) => Uint8Array.from(pathsOf(tree), (path) =>
      path.split(';').slice(1).includes(markedName) ? 1 : 0);
    let expected = 0;
    for (const { frames, values: [value = 0] } of stacks) {
      const names = frames.map(({ name }) => name);
      if (names.includes('f') && names.includes(markedName)) expected += Math.abs(value);
    }
    assert.equal(callers.sizeUnder({ callees: marked(callees), callers: marked(callers.tree) }), expected);
  }), { numRuns: 300 });
});

test('a recursive function has the same figures as in Top', () => {
  const { callees, callers } = around(profileOfLines('main;f;g 1\n main;f;f 20\n main;f;g;f@other.go:3 300\n main;f 4000'), { from: 'f' });
  assert.equal(callers.flat, 4320);
  const view = { from: 'f', callers: true, root: 0, restFrom: 0, width: 1000, minWidth: 1, maxFrames: 100, search: '' };
  const window = flameWindow(callees, view, callers);
  assert.deepEqual([window.flat[0], window.cum[0]], [4320, 4321]);
});

test('a function of any stacks has the same flat and cum as in Top', () => {
  fc.assert(fc.property(randomStacks, fc.constantFrom('main', 'f', 'g'), (stacks, from) => {
    const profile = profileOfStacks(stacks);
    const { callees, callers } = around(profile, { from });
    const costs = functionCosts(profile, 0);
    const node = costs.frames.nodes.findIndex(({ name }) => name === from);
    const expected = node < 0 ? [0, 0] : [costs.flat[node], costs.cum[node]];
    assert.deepEqual([callers.flat, callees.cum[0]], expected);
  }), { numRuns: 500 });
});
