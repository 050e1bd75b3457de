import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { buildCallTree, type CallTree } from '../../../../src/profile/flame/callTree';
import { lineOf, pathsOf, picture, withoutLoops } from '../../../shared/callTreePictures';
import { randomStacks } from '../../../shared/randomStacks';
import { profileOfLines, profileOfStacks, type PictureStack } from '../../../shared/stacks';

const collapsed = (lines: string, from?: string) =>
  buildCallTree(profileOfLines(lines), 0, { from, collapseRecursion: true });

test('a function that calls itself is one frame', () => {
  assert.deepEqual(picture(collapsed('main;f;f;f 2\n main;f;f;g 1')), [': 0 3', ';main: 0 3', ';main;f: 2 3', ';main;f;g: 1 1']);
});

test('calls of an indirectly recursive function are added below its outermost frame', () => {
  assert.deepEqual(picture(collapsed('main;f;g;f;h 2\n main;f;g 1\n main;f;h;g 4')), [
    ': 0 7',
    ';main: 0 7',
    ';main;f: 0 7',
    ';main;f;g: 1 1',
    ';main;f;h: 2 6',
    ';main;f;h;g: 4 4',
  ]);
});

test('later stacks share the frames of a path, even after an earlier stack recursed into a caller on it', () => {
  assert.deepEqual(picture(collapsed('a;b;c;a;d;e 1\n a;b;c;f;b 2\n a;b;c;f;g;c 4')), [
    ': 0 7',
    ';a: 0 7',
    ';a;b: 2 6',
    ';a;b;c: 4 4',
    ';a;b;c;f: 0 0',
    ';a;b;c;f;g: 0 0',
    ';a;d: 0 1',
    ';a;d;e: 1 1',
  ]);
});

test('a recursive call of the root function returns to the root', () => {
  assert.deepEqual(picture(collapsed('main;f;g;f;h 2\n f 1', 'f')), ['f: 1 3', 'f;g: 0 0', 'f;h: 2 2']);
});

test('a collapsed frame has its hottest line, with each sample counted once', () => {
  const tree = collapsed(`
    main@m.go:1;f@f.go:7;f@f.go:7;f@f.go:7;f@f.go:9 2
    main@m.go:1;f@f.go:8 3
  `);
  assert.deepEqual(picture(tree, (node) => `line ${lineOf(tree, node)}`), [': line 0', ';main: line 1', ';main;f: line 8']);
});

test('without recursion nothing changes', () => {
  const lines = 'main;a;b 1\n main;a@a.go:2 2\n main;c 3';
  const plain = buildCallTree(profileOfLines(lines), 0);
  assert.deepEqual(picture(collapsed(lines)), picture(plain));
  assert.deepEqual(linesOf(collapsed(lines)), linesOf(plain));
});

const linesOf = (tree: CallTree) => picture(tree, (node) => `line ${lineOf(tree, node)}`);

const nameOf = ({ name, file }: PictureStack['frames'][number]) => `${name}@${file}`;

for (const from of [undefined, 'f']) {
  test(`collapsed calls equal those computed stack by stack${from ? ' from a function' : ''}`, () => {
    fc.assert(fc.property(randomStacks, (stacks) => {
      const flat = new Map<string, number>();
      let total = 0;
      for (const { frames, values: [value = 0] } of stacks) {
        const start = from === undefined ? 0 : frames.findIndex(({ name }) => name === from) + 1;
        if (value === 0 || (from !== undefined && start === 0)) continue;
        const inner = frames.slice(start).map((frame) => (frame.name === from ? 'ROOT' : nameOf(frame)));
        const path = withoutLoops(from === undefined ? inner : ['ROOT', ...inner]);
        const key = path.filter((name) => name !== 'ROOT').map((name) => `;${name}`).join('');
        flat.set(key, (flat.get(key) ?? 0) + value);
        total += value;
      }
      const tree = buildCallTree(profileOfStacks(stacks), 0, { from, collapseRecursion: true });
      const paths = pathsOf({ ...tree, functions: withFiles(tree.functions) }).map((path) => path.slice(path.indexOf(';')));
      const actual = new Map(paths.map((path, node) => [node === 0 ? '' : path, tree.flat[node]!]));
      const nonZero = (sums: Map<string, number>) => [...sums].filter(([, sum]) => sum !== 0).sort();
      assert.deepEqual(nonZero(actual), nonZero(flat));
      assert.equal(tree.cum[0], total);
    }), { numRuns: 500 });
  });
}

function withFiles(functions: ReturnType<typeof buildCallTree>['functions']) {
  const names = functions.names.map((name, at) => `${name}@${functions.files[functions.file[at]!]}`);
  return { ...functions, names };
}
