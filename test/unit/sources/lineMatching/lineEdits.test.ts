import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { lineEdits, type TextChange } from '../../../../src/sources/lineMatching/lineEdits';
import { LineMap } from '../../../../src/sources/lineMatching/lineMap';
import { assertSound, picture, text, withinCpuMs } from '../../../shared/lineMaps';

/** An edit of a text, as in an editor: a range of 0-based lines and characters, and the text that replaces it. */
type Edit = readonly [line: number, character: number, endLine: number, endCharacter: number, text: string];

const toChange = ([line, character, endLine, endCharacter, text]: Edit): TextChange => ({
  range: { start: { line, character }, end: { line: endLine, character: endCharacter } },
  text,
});

/** Returns the text after changes whose ranges all refer to the text before them. */
function apply(text: string, changes: readonly TextChange[]): string {
  const starts = [0];
  for (const line of text.split('\n')) starts.push(starts[starts.length - 1] + line.length + 1);
  const offset = ({ line, character }: TextChange['range']['start']) => starts[line] + character;
  const pieces: string[] = [];
  let at = 0;
  for (const { range, text: insert } of [...changes].sort((a, b) => offset(a.range.start) - offset(b.range.start))) {
    pieces.push(text.slice(at, offset(range.start)), insert);
    at = offset(range.end);
  }
  return pieces.join('') + text.slice(at);
}

/** Returns the text and the map after one event of the editor. */
function applyEvent(text: string, map: LineMap, ...edits: Edit[]): [string, LineMap] {
  const changes = edits.map(toChange);
  const now = apply(text, changes);
  const lines = now.split('\n');
  return [now, map.edit(lineEdits(changes, (line) => lines[line] ?? ''))];
}

const TEXT = 'a\n\tb\n\tc\nd\nee';

test('an untouched text maps each line to itself', () => {
  assert.equal(picture(LineMap.unchanged, 3), '1 2 3');
  assert.equal(LineMap.unchanged.toCurrent(20_000), 20_000);
});

for (const [name, change, expected] of [
  ['typing in a line marks it as edited and moves no lines', [1, 2, 1, 2, 'x'], '1 2* 3 4 5'],
  ['Enter at the end of a line does not edit it', [1, 2, 1, 2, '\n\t'], '1 2 + 3 4 5'],
  ['Enter at the start of a line pushes it down', [1, 0, 1, 0, '\n'], '1 + 2 3 4 5'],
  ['Enter in the indentation pushes the line down', [1, 1, 1, 1, '\n\t'], '1 + 2 3 4 5'],
  ['Enter within a line marks its first half as edited', [4, 1, 4, 1, '\n'], '1 2 3 4 5* +'],
  ['lines pasted above push a line down', [3, 0, 3, 0, 'x\ny\n'], '1 2 3 + + 4 5'],
  ['lines pasted after the end of a line push the next lines down', [3, 1, 3, 1, '\nx\ny'], '1 2 3 4 + + 5'],
  ['removing whole lines deletes them', [1, 0, 3, 0, ''], '1 4 5'],
  ['joining two lines marks the first as edited and deletes the second', [3, 1, 4, 0, ''], '1 2 3 4*'],
  ['replacing whole lines by as many lines marks them as edited', [1, 0, 3, 0, '\tx\n\ty\n'], '1 2* 3* 4 5'],
  ['replacing whole lines by fewer lines deletes them', [1, 0, 3, 0, 'x\n'], '1 + 4 5'],
  ['a line that replaces the whole text counts as its first line, edited', [0, 0, 4, 2, 'x'], '1*'],
  ['CRLF counts as one line break', [0, 1, 0, 1, '\r\nx'], '1 + 2 3 4 5'],
] as const) {
  test(name, () => {
    const [now, map] = applyEvent(TEXT, LineMap.unchanged, [...change] as unknown as Edit);
    assert.equal(picture(map, now.split('\n').length), expected);
  });
}

test('a deleted line has no current line', () => {
  const [, map] = applyEvent(TEXT, LineMap.unchanged, [1, 0, 3, 0, '']);
  assert.deepEqual([1, 2, 3, 4].map((line) => map.toCurrent(line)), [1, undefined, undefined, 2]);
});

test('edits of several cursors in one event apply together', () => {
  const [now, map] = applyEvent(TEXT, LineMap.unchanged, [0, 1, 0, 1, '\nx'], [2, 2, 2, 2, '!'], [4, 0, 4, 0, 'y\n']);
  assert.equal(now, 'a\nx\n\tb\n\tc!\nd\ny\nee');
  assert.equal(picture(map, 7), '1 + 2 3* 4 + 5');
});

test('an edit may delete a line that an earlier edit moved down', () => {
  let [now, map] = applyEvent(TEXT, LineMap.unchanged, [0, 0, 0, 0, 'new\n']);
  [now, map] = applyEvent(now, map, [2, 0, 3, 0, '']);
  [now, map] = applyEvent(now, map, [3, 1, 3, 1, 'x']);
  assert.equal(picture(map, now.split('\n').length), '+ 1 3 4* 5');
});

test('an edit does not change the map it starts from', () => {
  const [, map] = applyEvent(TEXT, LineMap.unchanged, [0, 0, 0, 0, 'x\n']);
  applyEvent('x\n' + TEXT, map, [0, 0, 3, 0, '']);
  assert.equal(picture(map, 6), '+ 1 2 3 4 5');
});

test('edits at two cursors in one line count as one edit', () => {
  const [now, map] = applyEvent('abc\nd', LineMap.unchanged, [0, 1, 0, 1, 'x'], [0, 2, 0, 2, 'y\nz']);
  assert.equal(now, 'axby\nzc\nd');
  assert.equal(picture(map, 3), '1* + 2');
  const [nowJoined, joined] = applyEvent('abc\nde\nf', LineMap.unchanged, [0, 1, 1, 1, 'x'], [1, 2, 1, 2, 'y\nz']);
  assert.equal(nowJoined, 'axey\nz\nf');
  assert.equal(picture(joined, 3), '1* + 3');
});

test('Enter together with another change of the line does not count as Enter in its indentation', () => {
  const [now, map] = applyEvent('\t foo()', LineMap.unchanged, [0, 1, 0, 1, '\n\t'], [0, 2, 0, 7, '']);
  assert.equal(now, '\t\n\t ');
  assert.equal(picture(map, 2), '1* +');
});

test('replacing 5,000 matches at once in a file with 5,000 edits takes little time', () => {
  const text = Array.from({ length: 20_000 }, (_, i) => `old ${i}`).join('\n');
  const editsAt = (every: number) =>
    Array.from({ length: 5_000 }, (_, i): Edit => [i * every, 0, i * every, 1, i % 2 ? 'n' : 'n\new']);
  const [now, map] = applyEvent(text, LineMap.unchanged, ...editsAt(3));
  const changes = editsAt(4).map(toChange);
  const lines = apply(now, changes).split('\n');
  const after = withinCpuMs(1000, () => map.edit(lineEdits(changes, (line) => lines[line])));
  assertSound(text, lines.join('\n'), after);
});

test('after any edits at any number of places, an unchanged line has its original text', () => {
  const insert = fc.constantFrom('', 'x', '\n', '\n\t', 'y\n', '\nz', 'p\nq\n', '\tb\n');
  const event = fc.uniqueArray(fc.tuple(fc.nat(60), insert), { minLength: 2, maxLength: 6, selector: ([at]) => at });
  fc.assert(
    fc.property(text, fc.array(event, { maxLength: 6 }), (captured, events) => {
      let now = captured;
      let map = LineMap.unchanged;
      for (const edits of events) {
        const position = (offset: number) => {
          const before = now.slice(0, offset).split('\n');
          return [before.length - 1, before[before.length - 1].length] as const;
        };
        const offsets = [...new Set(edits.map(([at]) => at % (now.length + 1)))].sort((a, b) => a - b);
        const changes = offsets.flatMap((from, i): Edit[] => {
          const to = offsets[i + 1] ?? from;
          return i % 2 === 0 ? [[...position(from), ...position(to), edits[i][1]]] : [];
        });
        [now, map] = applyEvent(now, map, ...changes);
        assertSound(captured, now, map);
      }
    }),
    { numRuns: 2000 },
  );
});

