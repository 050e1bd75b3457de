import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HotLineOrder } from '../../../../src/profile/answers/lines';
import { includedFiles } from '../../../../src/profile/lines/chargedLines';
import { chargedLines, lineCosts } from '../../../shared/inOneStep';
import { hotLines } from '../../../../src/profile/lines/hotLines';
import { profileOf } from '../../../shared/profileFromText';

test('the hottest lines are sorted by flat, cum or charge, and name their function', () => {
  const profile = profileOf(`
    5  | leaf a.go:7 < main.main main.go:3
    9  | main.main main.go:4
    -7 | other b.go:1 < main.main main.go:3
    1  | nameless :2 < main.main main.go:3
  `);
  const hottest = (order: HotLineOrder, limit: number, files?: readonly string[]) => {
    const inFiles = includedFiles(profile, files);
    const lines = hotLines(lineCosts(profile, 0), { order, limit }, chargedLines(profile, 0, inFiles), inFiles);
    return lines.map(({ file, line, function: name, charged, flat, cum }) => `${file}:${line} ${name} ${charged} ${flat} ${cum}`);
  };
  assert.deepEqual(hottest('flat', 9), ['main.go:4 main.main 9 9 9', 'b.go:1 other -7 -7 -7', 'a.go:7 leaf 5 5 5']);
  assert.deepEqual(hottest('cum', 2), ['main.go:4 main.main 9 9 9', 'b.go:1 other -7 -7 -7']);
  assert.deepEqual(hottest('flat', 1, ['a.go', 'b.go', '', 'none.go']), ['b.go:1 other -7 -7 -7']);
  assert.deepEqual(hottest('flat', 9, []), []);
  assert.deepEqual(hottest('charged', 9, ['main.go']), ['main.go:4 main.main 9 9 9', 'main.go:3 main.main -1 0 -1']);
});

test('lines that are left out do not count towards the limit', () => {
  const profile = profileOf('9 | f a.go:1\n 8 | f a.go:2\n 7 | f a.go:3');
  const inFiles = includedFiles(profile, undefined);
  const charged = chargedLines(profile, 0, inFiles);
  const lines = hotLines(lineCosts(profile, 0), { order: 'charged', limit: 1 }, charged, inFiles, Uint8Array.of(1, 0, 0));
  assert.deepEqual(lines.map(({ line }) => line), [2]);
});
