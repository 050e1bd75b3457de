import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filesOf } from '../../../../src/profile/lines/frames';
import type { Profile } from '../../../../src/profile/model';
import type { Refinement } from '../../../../src/profile/answers/refinement';
import type { HotLineOrder, LoopLines } from '../../../../src/profile/answers/lines';
import { findHotLines } from '../../../../src/views/hotLines/findHotLines';
import { profileOf } from '../../../shared/profileFromText';
import { loadedReports } from '../../../shared/loadedReports';

const neverAborted = new AbortController().signal;

interface Options {
  readonly order?: HotLineOrder;
  readonly maxRows?: number;
  readonly loops?: readonly LoopLines[];
  readonly isShown?: (file: string) => boolean;
  readonly refinement?: Refinement;
}

/** The rows of all files for which `isShown` is true: by default, of all files that are not in `dep/`. */
async function rowsOf(profile: Profile, options: Options = {}) {
  const { order = 'charged', maxRows = 100, loops, isShown = (file) => !file.startsWith('dep/') } = options;
  const reports = loadedReports(profile, options.refinement);
  const { rows, ...samples } = await findHotLines(maxRows, {
    files: async () => filesOf(profile),
    pathsOf: async (files) => new Map(files.filter(isShown).map((file) => [file, `/${file}`])),
    ask: (limit, files) => reports.hotLines(profile.defaultSampleType, { order, limit, files, loops }, neverAborted),
  });
  const texts = rows.map(({ line: { line, charged, flat, cum }, total, info: path }) =>
    `${path}:${line} ${charged} ${flat} ${cum} of ${total}`);
  return { rows: texts, ...samples };
}

test('a line of the workspace is found after any number of heavier lines of dependencies', async () => {
  const dependencies = Array.from({ length: 600 }, (_, i) => `10 | f dep/d${i % 50}.go:${i + 1} < main dep/main.go:1`);
  const workspace = ['9 | own a.go:1 < main dep/main.go:1', '8 | own a.go:2 < main dep/main.go:1'];
  const answer = await rowsOf(profileOf([...dependencies, ...workspace].join('\n')));
  assert.deepEqual(answer, {
    rows: ['/a.go:1 9 9 9 of 6017', '/a.go:2 8 8 8 of 6017'], samplesInFiles: 2, samplesElsewhere: 600,
  });
});

test('the line that calls the most expensive code comes first, even if another line has a higher flat', async () => {
  const profile = profileOf(`
    1  | own a.go:2 < main a.go:1
    70 | lib dep/lib.go:9 < own a.go:3 < main a.go:1
    5  | lib dep/lib.go:9 < own a.go:2 < main a.go:1
    4  | start dep/main.go:1
  `);
  const charged = ['/a.go:3 70 0 70 of 80', '/a.go:2 6 1 6 of 80'];
  assert.deepEqual((await rowsOf(profile)).rows, charged);
  assert.deepEqual((await rowsOf(profile, { maxRows: 1 })).rows, charged.slice(0, 1));
  assert.deepEqual((await rowsOf(profile, { order: 'flat' })).rows, charged.slice(1));
  assert.deepEqual((await rowsOf(profile, { order: 'cum' })).rows, ['/a.go:1 0 0 76 of 80', ...charged]);
  assert.deepEqual((await rowsOf(profile, { isShown: () => true })).rows, [
    '/dep/lib.go:9 75 75 75 of 80', '/dep/main.go:1 4 4 4 of 80', '/a.go:2 1 1 6 of 80',
  ]);
});

test("a benchmark's loop, and its lines that only call other listed lines, are left out in every order", async () => {
  const profile = profileOf(`
    3  | testing.(*B).Loop dep/benchmark.go:4 ^ p.BenchmarkX x_test.go:5
    20 | p.Parse a.go:3 < p.BenchmarkX x_test.go:6
    9  | json.Marshal dep/json.go:1 < p.BenchmarkX x_test.go:7
  `);
  const loops = [{ file: 'x_test.go', functions: ['BenchmarkX'], lines: [[5, 5]] as const }];
  const rows = ['/a.go:3 20 20 20 of 32', '/x_test.go:7 9 0 9 of 32'];
  assert.deepEqual((await rowsOf(profile, { loops })).rows, rows);
  assert.deepEqual((await rowsOf(profile, { loops, order: 'cum' })).rows, rows);
  assert.deepEqual((await rowsOf(profile, { loops, order: 'flat' })).rows, rows.slice(0, 1));
  assert.equal((await rowsOf(profile)).rows.length, 3);
});

test('a profile without lines of the workspace is distinguished from a profile without costs', async () => {
  const none = { rows: [], samplesInFiles: 0 };
  assert.deepEqual(await rowsOf(profileOf('5 | f dep/a.go:1')), { ...none, samplesElsewhere: 1 });
  assert.deepEqual(await rowsOf(profileOf('0 | f a.go:1')), { ...none, samplesElsewhere: 0 });
});

test('charged costs can be means, and negative costs can be dropped', async () => {
  const types = 'alloc_objects/count alloc_space/bytes';
  const profile = profileOf('2 64 | lib dep/l.go:1 < f a.go:1\n 8 80 | lib dep/l.go:1 < f a.go:2\n 1 -5 | f a.go:3', { types });
  const charged = async (refinement: Refinement) => (await rowsOf(profile, { refinement })).rows;
  assert.deepEqual(await charged({ mean: true }), ['/a.go:1 32 0 32 of 13', '/a.go:2 10 0 10 of 13', '/a.go:3 -5 -5 -5 of 13']);
  assert.deepEqual(await charged({ drop_negative: true }), ['/a.go:2 80 0 80 of 149', '/a.go:1 64 0 64 of 149']);
});
