import assert from 'node:assert/strict';
import test from 'node:test';
import type { FlameRequest } from '../../../../src/pages/protocol/profilePage';
import { hasSameLayout, foldedInto, nameOf, nestRows, readFrames, type FrameNode, type Frames } from '../../../../webview/flame/flameFrames';
import { answer, drawnProfile } from '../../../e2e/page/fakeProfile';

const VIEW: FlameRequest = { root: 0, restFrom: 0, width: 100, minWidth: 1, maxFrames: 2000, search: '' };

function read(picture: string, view: Partial<FlameRequest> = {}): Frames {
  const fullView = { ...VIEW, ...view };
  return readFrames(answer(drawnProfile(picture), 0, fullView), fullView.width);
}

function idOf(picture: string, name: string): number {
  const { window } = read(picture);
  return window.id[[...window.name].findIndex((index) => window.names[index] === name)];
}

/** Each node as a line `name value`, indented by two spaces per level. Ancestors are marked. */
function show({ window }: Pick<Frames, 'window'>, node: FrameNode, depth = 0): string {
  const name = window.rest[node.row] ? `(${window.rest[node.row]} smaller)` : nameOf(window, node.row);
  const line = `${'  '.repeat(depth)}${name} ${node.value}${node.fade ? ' ancestor' : ''}\n`;
  return line + node.children.map((child) => show({ window }, child, depth + 1)).join('');
}

function assertTree(frames: Frames, expected: string): void {
  const indent = /^\n( *)/.exec(expected)?.[1]?.length ?? 0;
  const lines = expected.split('\n').slice(1, -1).map((line) => line.slice(indent)).join('\n');
  assert.equal(show(frames, nestRows(frames)).trimEnd(), lines);
}

const SHOP = `
all 0
  main 10
    work 30
      parse 40
    log 20`;

test('frames are nested in their callers, and each is as wide as its cum', () => {
  assertTree(read(SHOP), `
    all 100
      main 100
        work 70
          parse 40
        log 20
    `);
});

test('ancestors are as wide as the zoomed frame, and frames beside them are not drawn', () => {
  assertTree(read(SHOP, { root: idOf(SHOP, 'work') }), `
    all 70 ancestor
      main 70 ancestor
        work 70
          parse 40
    `);
});

test('frames beside the path are not drawn even if the host sends them', () => {
  const { window } = read(SHOP);
  const zoomed = [...window.id].indexOf(idOf(SHOP, 'work'));
  assertTree(readFrames({ ...window, zoomed }, 100), `
    all 70 ancestor
      main 70 ancestor
        work 70
          parse 40
    `);
});

test('zooming into the smaller frames gives them the whole width', () => {
  assertTree(read(SHOP, { root: idOf(SHOP, 'main'), restFrom: 1 }), `
    all 20 ancestor
      main 20 ancestor
        (1 smaller) 20
          log 20
    `);
});

test('callees of the zoomed frame are wide enough to click, even if they are tiny', () => {
  const picture = `
all 0
  main 9999
    tiny 1`;
  assertTree(read(picture), `
    all 10000
      main 10000
    `);
  assertTree(read(picture, { root: 1 }), `
    all 10000 ancestor
      main 10000
        tiny 400
    `);
});

test('the row of smaller frames is wide enough to click', () => {
  assertTree(read(`
all 500
  main 499
  tiny 1`, { width: 200 }), `
    all 1000
      main 499
      (1 smaller) 20
    `);
});

test('frames too narrow for the window share one row', () => {
  assertTree(read(SHOP, { root: 1, minWidth: 30 }), `
    all 100 ancestor
      main 100
        work 70
          parse 40
        (1 smaller) 20
    `);
});

test('children of either sign add to the width of their caller, and no width is negative', () => {
  const frames = read(`
all 0
  main 0
    faster -60
    slower 40`);
  assertTree(frames, `
    all 100
      main 100
        faster 60
        slower 40
    `);
  assert.equal(frames.window.cum[0], -20);
});

test('the deepest possible stack is read without overflowing the call stack', () => {
  const deep = Array.from({ length: 2000 }, (_, depth) => `${'  '.repeat(depth)}f${depth} ${depth === 1999 ? 1 : 0}`);
  const frames = read(deep.join('\n'));
  assert.equal(frames.levels.length, 2000);
  assert.equal(nestRows(frames).value, 1);
});

test('levels list the drawn rows from left to right', () => {
  const { levels, window } = read(SHOP);
  const names = levels.map((level) => level.map((row) => nameOf(window, row)).join(' '));
  assert.deepEqual(names, ['all', 'main', 'work log', 'parse']);
});

const SHARED = `
all 0
  main 0
    left 0
      f 30
        x 10
    right 0
      f 20`;

test('in the sandwich view, callers are above the function and callees are below it', () => {
  const { levels, window, rootLevel: middle, callers } = read(SHARED, { from: 'f', callers: true });
  const names = (rows: readonly number[]) => rows.map((row) => nameOf(window, row)).join(' ');
  assert.deepEqual(levels.map(names), ['main main', 'left right', 'f', 'x']);
  assert.equal(middle, 2);
  assert.equal(names(callers), 'left right');
});

test('callers and callees each form a tree from the function in the middle', () => {
  const frames = read(SHARED, { from: 'f', callers: true });
  assert.equal(show(frames, nestRows(frames, 'callers')), 'f 60\n  left 40\n    main 40\n  right 20\n    main 20\n');
  assert.equal(show(frames, nestRows(frames, 'callees')), 'f 60\n  x 10\n');
});

test('zooming to a caller draws only the path to it and its callers', () => {
  const { window } = read(SHARED, { from: 'f', callers: true });
  const left = window.id[[...window.name].findIndex((index) => window.names[index] === 'left')];
  const frames = read(SHARED, { from: 'f', callers: true, root: left });
  assert.equal(show(frames, nestRows(frames, 'callers')), 'f 40 ancestor\n  left 40\n    main 40\n');
  assert.equal(show(frames, nestRows(frames)), 'f 40 ancestor\n');
});

test('a caller is wide enough to click, even if it is tiny', () => {
  const lines = SHARED.replace('f 20', 'f 1').replace('f 30', 'f 9989');
  const frames = read(lines, { from: 'f', callers: true });
  assert.match(show(frames, nestRows(frames, 'callers')), /left 9999\n/);
  const restWeights = frames.callers.filter((row) => frames.window.rest[row]! > 0).map((row) => frames.weight[row]);
  assert.deepEqual(restWeights, [400]);
});

test('foldedInto finds the wrapper frames folded into a row', () => {
  const { window } = read(SHOP.replace('work 30', 'work 0'), { foldWrappers: true });
  const parse = [...window.name].findIndex((index) => window.names[index] === 'parse');
  const folded = foldedInto(window, parse);
  assert.deepEqual(folded?.names.map((index) => window.names[index]), ['work']);
  assert.equal(foldedInto(window, 0), undefined);
});

test('windows that differ only in search matches have the same layout', () => {
  const { window } = read(SHOP);
  assert.ok(hasSameLayout(window, read(SHOP, { search: 'work' }).window));
  assert.ok(!hasSameLayout(window, read(SHOP, { root: idOf(SHOP, 'main') }).window), 'zoomed');
  assert.ok(!hasSameLayout(window, read(SHOP.replace('log 20', 'log 21')).window), 'another value');
  assert.ok(!hasSameLayout(window, read(SHOP.replace('log', 'Log')).window), 'another name');
  assert.ok(!hasSameLayout(window, read(SHOP.replace('log 20', 'log 20 a.go:1 inlined')).window), 'inlined');
  assert.ok(!hasSameLayout(window, read(SHOP, { minWidth: 30 }).window), 'smaller frames');
});
