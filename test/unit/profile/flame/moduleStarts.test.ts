import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { buildCallTree } from '../../../../src/profile/flame/callTree';
import { flameWindow } from '../../../../src/profile/flame/flameWindow';
import { type NamedStart, type StackView, withRootFile } from '../../../../src/profile/answers/flame';
import { lineOf, pathsOf, picture, withoutLoops } from '../../../shared/callTreePictures';
import { type PictureStack, profileOfLines, profileOfStacks } from '../../../shared/stacks';

const FROM: NamedStart = { name: 'TestX', below: ['testing.tRunner'], module: 'example.com/m' };

const treeOf = (lines: string, view: StackView = {}) =>
  buildCallTree(profileOfLines(lines), 0, { from: FROM, ...view });

test('stacks of goroutines that the module started begin at its outermost frame', () => {
  const tree = treeOf(`
    testing.tRunner;example.com/m/p.TestX;sync.(*WaitGroup).Wait 10
    sync.(*WaitGroup).Go.func1;example.com/m/p.TestX.func1;runtime.chanrecv1 40
    golang.org/x/sync/errgroup.(*Group).Go.func1;example.com/m/p.TestX.func2;sync.(*Mutex).Lock 20
    net/http.(*conn).serve;net/http.HandlerFunc.ServeHTTP;example.com/m/p.handle;net/http.(*conn).Write 7
    example.com/m/p_test.TestX.gowrap1;runtime.selectgo 3
  `);
  assert.deepEqual(picture(tree).filter((line) => line.split(';').length === 2), [
    ';example.com/m/p.TestX.func1: 0 40',
    ';example.com/m/p.TestX.func2: 0 20',
    ';example.com/m/p.TestX: 0 10',
    ';example.com/m/p.handle: 0 7',
    ';example.com/m/p_test.TestX.gowrap1: 0 3',
  ].sort());
  assert.equal(tree.cum[0], 80);
  assert.equal(tree.covered, 1);
});

test('with goroutines that the module started, the root is not the test, but code of the module', () => {
  const rootOf = (lines: string) => treeOf(lines).rootName;
  const ofTest = 'testing.tRunner;example.com/m/p.TestX 10';
  const elsewhere = 'net/http.(*conn).serve;example.com/m/p.handle 7';
  assert.equal(rootOf(ofTest), 'TestX');
  assert.equal(rootOf(elsewhere), 'code of this module');
  assert.equal(rootOf(`${ofTest}\n${elsewhere}`), 'code of this module');
  assert.equal(rootOf(`${ofTest}\n main.main;example.com/m/p.TestMain;testing.(*M).Run;testing.tRunner;example.com/m/p.TestX 2`), 'TestX');
});

test('only a root that is the measured function has its file', () => {
  const windowOf = (lines: string) => flameWindow(treeOf(lines), { root: 0, restFrom: 0, width: 100, minWidth: 1, maxFrames: 10, search: '' });
  const fileOf = (lines: string) => {
    const { files, file } = withRootFile(windowOf(lines), FROM, '/m/x_test.go');
    return files[file[0]];
  };
  assert.equal(fileOf('testing.tRunner;example.com/m/p.TestX 10'), '/m/x_test.go');
  assert.equal(fileOf('net/http.(*conn).serve;example.com/m/p.handle 7'), '');
});

test('goroutines of the runtime, other modules and vendored packages are left out', () => {
  const tree = treeOf(`
    testing.tRunner;example.com/m/p.TestX 1
    runtime.gcBgMarkWorker;runtime.gopark 5
    net/http.(*persistConn).readLoop 2
    example.com/m/vendor/github.com/x/y.run 1
    example.com/mother.run 1
  `);
  assert.deepEqual(picture(tree), [': 0 1', ';example.com/m/p.TestX: 1 1']);
  assert.equal(tree.covered, 0.1);
});

test('the initialization of packages is left out', () => {
  const tree = treeOf(`
    testing.tRunner;example.com/m/p.TestX 1
    runtime.main;runtime.doInit;runtime.doInit1;example.com/m/p.init;example.com/m/p.load 9
    runtime.main;main.main;example.com/m/p.TestMain 2
  `);
  assert.deepEqual(picture(tree), [': 0 3', ';example.com/m/p.TestMain: 2 2', ';example.com/m/p.TestX: 1 1']);
});

test('the package at the root of the module and its external tests belong to the module', () => {
  const tree = treeOf('go1;example.com/m.run 1\n go2;example.com/m_test.run 2\n go3;example.com/m%2ev2/p.run 4');
  assert.deepEqual(picture(tree), [': 0 3', ';example.com/m.run: 1 1', ';example.com/m_test.run: 2 2']);
});

test('without a module, only stacks with testing frames are kept', () => {
  const tree = treeOf('testing.tRunner;example.com/m/p.TestX 1\n example.com/m/p.run 5', { from: { ...FROM, module: '' } });
  assert.deepEqual(picture(tree), [': 0 1', ';example.com/m/p.TestX: 1 1']);
});

test('stacks of tests start below the testing frames, and other stacks of TestMain start at TestMain', () => {
  const tree = treeOf(`
    main.main;example.com/m/p.TestMain@m_test.go:7;testing.(*M).Run;testing.tRunner;example.com/m/p.TestX 9
    main.main;example.com/m/p.TestMain@m_test.go:8;testing.(*M).Run;runtime.GC 2
    main.main;example.com/m/p.TestMain@m_test.go:5;example.com/m/p.prepare 3
  `);
  const rows = picture(tree, (node) => `${tree.cum[node]} line ${lineOf(tree, node)}`).filter((line) => !line.includes(': 0 '));
  assert.deepEqual(rows, [
    ': 14 line 0',
    ';example.com/m/p.TestMain: 5 line 5',
    ';example.com/m/p.TestMain;example.com/m/p.prepare: 3 line 0',
    ';example.com/m/p.TestMain;testing.(*M).Run: 2 line 0',
    ';example.com/m/p.TestMain;testing.(*M).Run;runtime.GC: 2 line 0',
    ';example.com/m/p.TestX: 9 line 0',
  ]);
});

test('a stack can start at a frame of the module in the middle of a location', () => {
  const tree = treeOf('sync.(*WaitGroup).Go.func1;example.com/m/p.f[inlined];example.com/m/p.g[inlined] 2');
  assert.deepEqual(picture(tree), [
    ': 0 2', ';example.com/m/p.f: 0 2', ';example.com/m/p.f;example.com/m/p.g: 2 2',
  ]);
});

const NAMES = ['testing.tRunner', 'example.com/m/p.f', 'example.com/m/p.g', 'runtime.x', 'net/http.y'];

const anyStacks: fc.Arbitrary<PictureStack[]> = fc.array(
  fc.record({
    frames: fc.array(fc.record({
      name: fc.constantFrom(...NAMES),
      file: fc.constant(''),
      line: fc.constant(0),
      inlined: fc.boolean(),
    }), { maxLength: 6 }),
    values: fc.integer({ min: 1, max: 5 }).map((value) => [value]),
  }),
  { maxLength: 12 },
);

for (const collapseRecursion of [false, true]) {
  test(`the tree of measured stacks equals one computed stack by stack${collapseRecursion ? ', with recursion collapsed' : ''}`, () => {
    fc.assert(fc.property(anyStacks, (stacks) => {
      const cum = new Map<string, number>();
      for (const { frames, values: [value = 0] } of stacks) {
        const path = measuredPart(frames.map(({ name }) => name));
        const expectedPath = path && (collapseRecursion ? withoutLoops(path) : path);
        for (let depth = 0; expectedPath && depth <= expectedPath.length; depth++) {
          const key = expectedPath.slice(0, depth).map((name) => `;${name}`).join('');
          cum.set(key, (cum.get(key) ?? 0) + value);
        }
      }
      const tree = buildCallTree(profileOfStacks(stacks), 0, { from: FROM, collapseRecursion });
      const rows = pathsOf(tree).map((path, node) => [path, tree.cum[node]] as const);
      const actual = rows.filter(([, value]) => value !== 0);
      assert.deepEqual(actual.sort(), [...cum].sort());
    }), { numRuns: 300 });
  });
}

/** The frames below the first testing frame; without one, the frames from the module's first frame on. */
function measuredPart(names: readonly string[]): string[] | undefined {
  const runner = names.indexOf('testing.tRunner');
  if (runner >= 0) return names.slice(runner + 1);
  const first = names.findIndex((name) => name.startsWith('example.com/m/'));
  return first < 0 ? undefined : names.slice(first);
}

test('the time that package testing spends between tests is left out', () => {
  const tree = treeOf(`
    testing.tRunner;example.com/m/p.TestX 1
    main.main;testing.(*M).Run;testing.runTests;testing.tRunner;testing.runTests.func1;testing.(*T).Run;runtime.chanrecv1 50
    testing.tRunner;example.com/m/p.TestX;testing.(*T).Run;runtime.chanrecv1 4
  `);
  assert.deepEqual(picture(tree).filter((line) => line.split(';').length === 2), [';example.com/m/p.TestX: 1 5']);
  assert.equal(tree.cum[0], 5);
});
