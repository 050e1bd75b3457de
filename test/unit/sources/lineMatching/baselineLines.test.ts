import assert from 'node:assert/strict';
import test from 'node:test';
import { movedFiles } from '../../../../src/sources/lineMatching/baselineLines';

/** The current number of each old line; 0 if it was deleted, negative if the line with that number replaced it. */
function currentLines(before: string, now: string): number[] {
  const paths = new Map([['m/a.go', '/m/a.go']]);
  const [moved] = movedFiles(paths, new Map([['/m/a.go', before]]), new Map([['/m/a.go', now]]));
  return before.split('\n').map((_, i) => {
    const move = moved.moves.find(({ from, count }) => i + 1 >= from && i + 1 < from + count);
    return move ? (move.to + i + 1 - move.from) * (move.changed ? -1 : 1) : 0;
  });
}

test('lines below an insertion move down', () => {
  assert.deepEqual(currentLines('a\nb\nc', 'new\na\nb\nnew\nc'), [2, 3, 5]);
});

test('an edited line is compared with its new text', () => {
  assert.deepEqual(currentLines('a\nx := b(1)\nc', 'a\nx := b(2)\nc'), [1, -2, 3]);
});

test('a line without a replacement is deleted', () => {
  assert.deepEqual(currentLines('a\nb\nc\nd', 'a\nd'), [1, 0, 0, 2]);
});

test('a line that was replaced by other code is deleted, and no two lines become one', () => {
  assert.deepEqual(currentLines('a\nold\nz', 'a\nx\nz'), [1, 0, 3]);
  assert.deepEqual(currentLines('a\nold\nz', 'a\nx\ny\nz'), [1, 0, 4]);
  assert.deepEqual(currentLines('a\none(1)\ntwo(1)\ntwo(2)\nz', 'a\none(2)\ny\nz'), [1, -2, 0, 0, 4]);
});

test('a function that moved within its file is compared with itself, not with the lines that took its place', () => {
  const [add, sub] = [['func Add(a int) int {', '\treturn a + 1', '}'], ['func Sub(a int) int {', '\treturn a - 1', '}']];
  const rest = Array.from({ length: 5 }, (_, i) => `const name${i} = "value"`);
  const [before, now] = [[...add, ...rest, 'const last = 1'], ['// new', ...rest, 'const last = 2', ...add, ...sub]];
  assert.deepEqual(currentLines(before.join('\n'), now.join('\n')), [8, 9, 10, 2, 3, 4, 5, 6, -7]);
});

test('unchanged files, and files whose text is known on one side only, are left out', () => {
  const paths = new Map([['same.go', '/same.go'], ['new.go', '/new.go'], ['old.go', '/old.go']]);
  const before = new Map([['/same.go', 'a'], ['/old.go', 'a']]);
  assert.deepEqual(movedFiles(paths, before, new Map([['/same.go', 'a'], ['/new.go', 'a']])), []);
});

type Files = Readonly<Record<string, readonly string[]>>;

const PARSE = ['func Parse(s string) int {', '\tn := len(s)', '\treturn n', '}'];
const READ = ['func (r *Reader) Read() int {', '\treturn r.n + 1', '}'];

/** The functions that moved out of `m/a.go`, as `name to file:line`, with the moves of their lines and of the rest. */
function movedOut(before: Files, now: Files) {
  const texts = (files: Files) => new Map(Object.entries(files).map(([name, lines]) => {
    return [`/home/m/${name}`, ['package m', ...lines, ''].join('\n')];
  }));
  const [moved] = movedFiles(new Map([['m/a.go', '/home/m/a.go']]), texts(before), texts(now));
  return moved && {
    functions: (moved.functions ?? []).map(({ name, toFile, to }) => `${name} to ${toFile}:${to}`),
    lines: (moved.functions ?? []).map(({ moves }) => moves.map(({ from, to, count, changed }) => {
      return `${from}+${count} to ${to}${changed ? ' changed' : ''}`;
    })),
    rest: moved.moves,
  };
}

test('functions and methods of a renamed file are found, and so are their edited lines', () => {
  const edited = [PARSE[0], '\tn := len(s) + 1', ...PARSE.slice(2)] as string[];
  assert.deepEqual(movedOut({ 'a.go': [...PARSE, ...READ] }, { 'b.go': ['// new', ...edited, ...READ] }), {
    functions: ['Parse to m/b.go:3', 'Reader.Read to m/b.go:7'],
    lines: [['2+1 to 3', '3+1 to 4 changed', '4+2 to 5'], ['6+3 to 7']],
    rest: [],
  });
});

test('a function that moved to an existing file is found, and not compared with the lines that took its place', () => {
  const moved = movedOut({ 'a.go': [...PARSE, ...READ], 'b.go': ['// b'] }, { 'a.go': ['// gone', ...READ], 'b.go': ['// b', ...PARSE] });
  assert.deepEqual(moved!.functions, ['Parse to m/b.go:3']);
  assert.ok(moved!.rest.every(({ from, count }) => from + count <= 2 || from >= 6), JSON.stringify(moved!.rest));
  assert.ok(moved!.rest.some(({ from, to }) => from === 6 && to === 3));
});

test('a moved function is not found in another package, in two files, or in a file that had it before', () => {
  const before = { 'a.go': PARSE };
  assert.equal(movedOut(before, { 'sub/b.go': PARSE }), undefined);
  assert.equal(movedOut(before, { 'b.go': PARSE, 'c.go': PARSE }), undefined);
  assert.equal(movedOut({ ...before, 'b.go': PARSE }, { 'b.go': [...PARSE, '// edited'] }), undefined);
  assert.equal(movedOut(before, { 'a.go': [...PARSE, '// edited'], 'b.go': PARSE })!.functions.length, 0);
});
