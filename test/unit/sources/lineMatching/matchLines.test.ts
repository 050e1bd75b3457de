import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { lineCounts, lineMapFromTexts } from '../../../../src/sources/lineMatching/matchLines';
import { LineMap } from '../../../../src/sources/lineMatching/lineMap';
import { assertSound, picture, text, withinCpuMs } from '../../../shared/lineMaps';

test('a diff of two texts distinguishes moved, new, edited and deleted lines', () => {
  const map = lineMapFromTexts('a\nb = 1\nc\nd\ne', 'new\na\nb = 2\nc\ne\n');
  assert.equal(picture(map, 6), '+ 1 2* 3 5 +');
  assert.equal(map.toCurrent(4), undefined);
});

test('a different indentation or line ending is not a change', () => {
  const map = lineMapFromTexts('a\n\tb\nc', 'for {\r\n\ta\r\n\t\tb\r\n\tc\r\n}');
  assert.equal(picture(map, 5), '+ 1 2 3 +');
});

test('equal texts map each line to itself, even if they are empty', () => {
  for (const same of ['', 'a', 'a\nb\n']) assert.equal(lineMapFromTexts(same, same), LineMap.unchanged);
  assert.equal(picture(lineMapFromTexts('', 'a\nb'), 2), '+ +');
});

const ADD = ['func Add(a, b int) int {', '\tsum := a + b', '\treturn sum', '} // Add'];
const SUB = ['func Sub(a, b int) int {', '\treturn a - b', '} // Sub'];
const MUL = ['func Mul(a, b int) int {', '\treturn a * b', '} // Mul'];
const join = (...parts: readonly (readonly string[])[]) => parts.flat().join('\n');

test('a function that moved within the file is found', () => {
  const map = lineMapFromTexts(join(ADD, SUB, MUL), join(SUB, MUL, ADD));
  assert.equal(picture(map, 10), '5 6 7 8 9 10 1 2 3 4');
  assert.deepEqual([1, 4, 5, 10].map((line) => map.toCurrent(line)), [7, 10, 1, 6]);
  assert.equal(map.nearestCurrent(4), 10);
});

test('the unchanged lines of a function that moved and was edited are found', () => {
  const edited = ['// Add adds two numbers.', ...ADD.slice(0, 2), '\tlog(sum)', ...ADD.slice(2)];
  assert.equal(picture(lineMapFromTexts(join(ADD, SUB, MUL), join(SUB, MUL, edited)), 12), '5 6 7 8 9 10 + 1 2 + 3 4');
});

test('a line far from the block that moved, or on the other side of it, did not move with it', () => {
  const filler = Array.from({ length: 21 }, (_, i) => `\tlog(${i})`);
  const [first, second, third] = ['\tsum := first + second', '\tcheck(sum)', '\tprint(sum)'];
  const before = join(['func All() {', first, second, third, '}'], SUB);
  const nowWith = (lines: readonly string[]) => join(['func All() {', '\tpart()', '}'], SUB, ['func part() {', ...lines, '}']);
  const placesIn = (lines: readonly string[]) => {
    const map = lineMapFromTexts(before, nowWith(lines));
    return [2, 3, 4].map((line) => map.toCurrent(line));
  };
  assert.deepEqual(placesIn([first, second, third]), [8, 9, 10]);
  assert.deepEqual(placesIn([first, second, 'log(0)', third]), [8, 9, 11]);
  assert.deepEqual(placesIn([first, second, ...filler, third]), [8, 9, undefined]);
  assert.deepEqual(placesIn([third, 'log(0)', first, second]), [10, 11, undefined]);
});

test('moved lines may have another indentation', () => {
  const indented = ADD.map((line) => `\t${line}`);
  assert.equal(picture(lineMapFromTexts(join(ADD, SUB), join(SUB, indented)), 7), '5 6 7 1 2 3 4');
});

test('an edit of one line in a long text does not trim the other lines', (context) => {
  const before = Array.from({ length: 2000 }, (_, i) => `\tcall(${i})`);
  const after = before.toSpliced(1000, 1, '\tcall(1000)\n\tanother()');
  const { trim } = String.prototype;
  let trims = 0;
  context.mock.method(String.prototype, 'trim', function (this: string) {
    trims++;
    return trim.call(this);
  });
  const map = lineMapFromTexts(before.join('\n'), after.join('\n'));
  context.mock.restoreAll();
  assert.equal(map.toCurrent(2000), 2001);
  assert.ok(trims < 20, `${trims} lines were trimmed`);
});

test('edits after a move also apply to moved lines', () => {
  const map = lineMapFromTexts(join(ADD, SUB), join(SUB, ADD));
  const edited = map.edit([{ startLine: 2, removedLines: 0, insertedLines: 1, editedLines: 0 }]);
  assert.equal(picture(edited, 8), '5 + 6 7 1 2 3 4');
  assert.deepEqual([1, 5, 6].map((line) => edited.toCurrent(line)), [5, 1, 3]);
});

test('a single line, or a few short lines, in another place do not count as moved', () => {
  assert.equal(picture(lineMapFromTexts('a := compute()\nb()\nc()\nd()', 'b()\nc()\nd()\na := compute()'), 4), '2 3 4 +');
  assert.equal(picture(lineMapFromTexts('a()\nb()\nx()\ny()\nz()', 'x()\ny()\nz()\na()\nb()'), 5), '3 4 5 + +');
});

test('if the number of lines changed, an edited line is matched with the most similar line', () => {
  assert.equal(picture(lineMapFromTexts('a\ntotal += f(x)\nz', 'a\nlog(total)\ntotal += f(x, y)\nz'), 4), '1 + 2* 3');
  assert.equal(picture(lineMapFromTexts('a\ncheck(x)\ntotal += f(x)\nz', 'a\ntotal += f(x, y)\nz'), 3), '1 3* 4');
  assert.equal(picture(lineMapFromTexts('a\none\ntwo\nz', 'a\nother\nz'), 3), '1 + 4');
});

test('if as many lines were added as deleted, an edited line is matched with the most similar line', () => {
  assert.equal(picture(lineMapFromTexts('a\none()\ntwo()\nz', 'a\ntwo(2)\nthree()\nz'), 4), '1 3* + 4');
  assert.equal(picture(lineMapFromTexts('a\none\ntwo\nz', 'a\nred\nblue\nz'), 4), '1 + + 4');
});

test('a line that counts as unchanged has the same text in both of any two texts', () => {
  fc.assert(fc.property(text, text, (a, b) => assertSound(a, b, lineMapFromTexts(a, b))), { numRuns: 1000 });
});

test('20,000 lines are mapped in bounded time, even if the texts share little', () => {
  const before = Array.from({ length: 20_000 }, (_, i) => (i % 3 === 0 ? '\t}' : `\tcall(${i})`));
  const scattered = before.flatMap((line, i) => (i % 7 === 0 ? [`\tnew(${i})`, line] : i % 11 === 0 ? [] : [line]));
  const different = before.map((line) => `${line} // moved`);
  const reversed = [...before].reverse();
  for (const after of [scattered, different, reversed]) {
    const map = withinCpuMs(1500, () => lineMapFromTexts(before.join('\n'), after.join('\n')));
    assertSound(before.join('\n'), after.join('\n'), map);
  }
  const map = lineMapFromTexts(before.join('\n'), scattered.join('\n'));
  const keptCount = before.filter((_, i) => map.toCurrent(i + 1) !== undefined).length;
  assert.ok(keptCount > 16_000, `${keptCount} lines kept`);
});

test('the counts of added and removed lines are those of git diff --numstat', () => {
  const counts = (before: string, now: string) => Object.values(lineCounts(before, now));
  assert.deepEqual(counts('a\nb\nc\n', 'a\nb\nc\n'), [0, 0]);
  assert.deepEqual(counts('a\nb\nc\n', 'a\nx\ny\nc\n'), [2, 1]);
  assert.deepEqual(counts('a\n\tb\n', 'a\n\t\tb\n'), [1, 1], 'indentation counts');
  assert.deepEqual(counts('', 'a\nb\n'), [2, 0]);
  assert.deepEqual(counts('a\nb', ''), [0, 2]);
  assert.deepEqual(counts('a\nb\nc\nd\n', 'c\nd\na\nb\n'), [2, 2], 'moved lines count');
});
