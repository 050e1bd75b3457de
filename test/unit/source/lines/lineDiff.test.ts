import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { lineMapFromTexts } from '../../../../src/source/lines/lineDiff';
import { LineMap } from '../../../../src/source/lines/lineMap';
import { assertSound, picture, text, withinCpuMs } from '../../../shared/lineMaps';

test('a diff of two texts distinguishes moved, new, edited and deleted lines', () => {
  const map = lineMapFromTexts('a\nb\nc\nd\ne', 'new\na\nB\nc\ne\n');
  assert.equal(picture(map, 6), '+ 1 2* 3 5 +');
  assert.equal(map.toCurrent(4), undefined);
});

test('a different indentation or line ending is not a change', () => {
  const map = lineMapFromTexts('a\n\tb\nc', 'for {\r\n\ta\r\n\t\tb\r\n\tc\r\n}');
  assert.equal(picture(map, 5), '+ 1 2 3 +');
});

test('equal texts, empty ones included, map each line to itself', () => {
  for (const same of ['', 'a', 'a\nb\n']) assert.equal(lineMapFromTexts(same, same), LineMap.unchanged);
  assert.equal(picture(lineMapFromTexts('', 'a\nb'), 2), '+ +');
});

test('whatever the texts, a line that counts as unchanged has the text that it had', () => {
  fc.assert(fc.property(text, text, (a, b) => assertSound(a, b, lineMapFromTexts(a, b))), { numRuns: 1000 });
});

test('20,000 lines are mapped in bounded time, the more so the less they share', () => {
  const before = Array.from({ length: 20_000 }, (_, i) => (i % 3 === 0 ? '\t}' : `\tcall(${i})`));
  const scattered = before.flatMap((each, i) => (i % 7 === 0 ? [`\tnew(${i})`, each] : i % 11 === 0 ? [] : [each]));
  const foreign = before.map((each) => `${each} // moved`);
  const reversed = [...before].reverse();
  for (const after of [scattered, foreign, reversed]) {
    const map = withinCpuMs(1500, () => lineMapFromTexts(before.join('\n'), after.join('\n')));
    assertSound(before.join('\n'), after.join('\n'), map);
  }
  const map = lineMapFromTexts(before.join('\n'), scattered.join('\n'));
  const kept = before.filter((_, i) => map.toCurrent(i + 1) !== undefined).length;
  assert.ok(kept > 16_000, `${kept} lines kept`);
});
