import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LoadedReports } from '../../../src/engine/loadedReports';
import type { Profile } from '../../../src/profile/model';
import { hotRows } from '../../../src/views/hotRows';
import { profileOf } from '../report/paperProfile';

const never = new AbortController().signal;

/** Lines of dependencies of 10 each, and lines of the workspace of 9, 8, … each. */
function profileWith(foreign: number, own: number): Profile {
  const ofDependencies = Array.from({ length: foreign }, (_, i) => `10 | f dep/d${i % 50}.go:${i + 1} < main dep/main.go:1`);
  const ofWorkspace = Array.from({ length: own }, (_, i) => `${9 - i} | own a.go:${i + 1} < main dep/main.go:1`);
  return profileOf([...ofDependencies, ...ofWorkspace].join('\n'));
}

/** The workspace's rows, and the limits that lines were asked for with. */
async function rowsOf(profile: Profile, most: number) {
  const reports = new LoadedReports(profile);
  const limits: number[] = [];
  const found = await hotRows(most, {
    ask: (limit, files) => {
      limits.push(limit);
      return reports.hotLines(0, { order: 'flat', limit, files }, never);
    },
    files: async () => reports.files(),
    shownOf: async (files) => new Map(files.filter((file) => !file.startsWith('dep/')).map((file) => [file, `/${file}`])),
  });
  return { rows: found.map(({ line, total, found: path }) => `${path}:${line.line} ${line.flat} of ${total}`), limits };
}

test('a line of the workspace is found behind any number of heavier lines of dependencies', async () => {
  const { rows } = await rowsOf(profileWith(600, 2), 100);
  assert.deepEqual(rows, ['/a.go:1 9 of 6017', '/a.go:2 8 of 6017']);
});

test('all lines that are to be shown come, heaviest first, though some are among the heaviest of all', async () => {
  const { rows } = await rowsOf(profileWith(498, 4), 3);
  assert.deepEqual(rows, ['/a.go:1 9 of 5010', '/a.go:2 8 of 5010', '/a.go:3 7 of 5010']);
});

test('lines are asked for once where the heaviest of all are enough, or are all', async () => {
  assert.deepEqual((await rowsOf(profileWith(300, 9), 5)).limits, [500]);
  assert.deepEqual((await rowsOf(profileWith(300, 1), 100)).limits, [500]);
  assert.deepEqual((await rowsOf(profileWith(600, 1), 100)).limits, [500, 100]);
});
