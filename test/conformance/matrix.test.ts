import assert from 'node:assert/strict';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { profileFromText } from '../shared/profileFromText';
import { inParallel, compareProto, compareReport } from './compare';
import { profileBenchmarks, profileProgram, temporaryFolder } from './goPrograms';
import { pprof } from './oracle';
import { report } from './ours';

/** Freshly made profiles of all kinds, as `NAME.pprof` in one folder. */
let folder: string;
const removals: (() => Promise<void>)[] = [];

/** Stacks with labels, deep inlining, recursion, negative values, missing names and several binaries. */
const STACKS = `
  1 81      | leaf a.go:1 ^ mid a.go:2 ^ top a.go:3 < main.main@1 main.go:9 {kind=fast}
  2 243     | leaf a.go:4 < other b.go:2 < main.main@1 main.go:9 {kind=slow}
  3 2187    | again a.go:6 ^ again a.go:7 < main.main@1 main.go:9 < again a.go:6 ^ main.main@1 main.go:12
  4 -6561   | std::vector<int>::push(int) v.h:3 < com/acme/v2.(*T).Do[...] t.go:4 < main.main@1 main.go:9 {kind=slow}
  5 19683   | 0x10 < _@3 a.go:5 < main.main@1 main.go:9
  6 59049   | 0x20[vdso] < _@3 a.go:6 < main.main@1 main.go:10 {kind=fast}
  7 177147  | github.com/acme/project/pkg.(*Type).Method.func1 p.go:8 < main.main@1 main.go:10
  8 531441  | small a.go:30 < bridge a.go:31 < main.main@1 main.go:10
  9 27      | quoted"name\\with a.go:1 < main.main@1 main.go:11
  0 9       | rare a.go:1 < main.main@1 main.go:9
`;

before(async () => {
  const [temporary, benchmarks, program] = [await temporaryFolder(), await profileBenchmarks(), await profileProgram()];
  folder = temporary.folder;
  removals.push(...[temporary, benchmarks, program].map(({ remove }) => remove));
  process.chdir(folder);
  // The benchmarks and the program both have a block and a mutex profile; the test uses those of the program.
  const paths = new Map([...benchmarks.paths, ...program.paths]);
  const copies = [...paths].map(([kind, path]) => copyFile(path, join(folder, `${kind}.pprof`)));
  const binary = '/usr/bin/program';
  const types = 'samples/count space/bytes';
  const text = { types, stacks: STACKS, binary, buildId: 'f00d', comments: ['one', '#two'] };
  await Promise.all([...copies, writeFile(join(folder, 'text.pprof'), profileFromText(text))]);
});
after(async () => {
  process.chdir('/');
  await Promise.all(removals.map((remove) => remove()));
});

const PROFILES = ['cpu', 'mem', 'heap', 'block', 'text'];
const REPORTS = ['-top', '-tree', '-peek=main|[Ww]ork', '-traces', '-tags', '-dot', '-callgrind', '-raw', '-list=main|work'];

/** Checks every report with every set of flags for each profile. */
async function checkAll(flagSets: readonly string[], reports = REPORTS, profiles = PROFILES): Promise<void> {
  const cells = profiles.flatMap((profile) =>
    reports.flatMap((name) => flagSets.map((flags) => [name, ...flags.split(' '), `${profile}.pprof`])),
  );
  await inParallel(2, cells, (words) => compareReport(words.filter((word) => word !== ''), folder));
}

for (const flags of ['-functions', '-filefunctions', '-lines', '-lines -showcolumns', '-addresses']) {
  test(`every report equals pprof's under ${flags}`, () => checkAll([flags]));
}

test("every report of a goroutine, threadcreate, mutex or allocs profile equals pprof's", () =>
  checkAll(['', '-cum -lines'], REPORTS, ['goroutine', 'threadcreate', 'mutex', 'allocs']));

test("reports by file equal pprof's", () => checkAll(['-files -trim=false'], ['-top', '-tree', '-dot', '-traces']));

test("reports without inlined functions equal pprof's", () => checkAll(['-noinlines', '-noinlines -lines'], ['-top', '-tree', '-raw', '-dot']));

test("reports in other units, divided or with means, equal pprof's", () =>
  checkAll(
    ['-unit=auto', '-unit=kb', '-mean', '-divide_by=7 -cum', '-sample_index=0'],
    ['-top', '-tree', '-traces', '-tags', '-dot', '-callgrind'],
  ));

test("graphs and tables are trimmed as in pprof", () =>
  checkAll(
    ['-nodecount=5', '-nodecount=10 -cum', '-nodefraction=0.05 -edgefraction=0.1', '-trim=false', '-edgefraction=0.3 -nodecount=12'],
    ['-top', '-tree', '-dot'],
  ));

test("call trees equal pprof's", async () => {
  await checkAll(['-call_tree -trim=false', '-call_tree -nodefraction=0.1'], ['-dot'], ['heap', 'block', 'text']);
  // Other profiles have equal nodes, between which pprof chooses at random.
  await checkAll(['-call_tree -nodecount=8'], ['-dot'], ['text']);
});

test("filtered reports equal pprof's", () =>
  checkAll(
    ['-focus=main|work', '-ignore=runtime|leaf', '-hide=runtime|mid|top', '-show=work|main', '-show_from=work|main', '-prune_from=main|work',
      '-focus=main -relative_percentages', '-focus=nothing'],
    ['-top', '-peek=.', '-dot', '-traces'],
    ['mem', 'text'],
  ));

test("labels are filtered, shown and turned into frames as in pprof", () =>
  checkAll(
    ['-tagfocus=kind=fast', '-tagignore=slow', '-tagfocus=16b:1kb', '-tagroot=kind,bytes', '-tagleaf=bytes', '-taghide=kind', '-tagshow=kind'],
    ['-top', '-tags', '-dot', '-traces', '-raw'],
    ['heap', 'text'],
  ));

test("reports of merged or compared profiles equal pprof's, even with negative values", async () => {
  const reports = ['-top', '-tree', '-dot', '-traces', '-tags', '-raw', '-list=main|work', '-peek=main'];
  await checkAll(['allocs.pprof', '-base=allocs.pprof', '-diff_base=allocs.pprof', '-diff_base=allocs.pprof -normalize -cum'], reports, ['heap']);
  await checkAll(['-base=mutex.pprof -drop_negative', '-diff_base=mutex.pprof -mean'], reports, ['block']);
});

test('the last of several bases is used, and an empty one is ignored, as in pprof', async () => {
  const flagSets = ['-base=allocs.pprof -base=mem.pprof', '-diff_base=mem.pprof -diff_base=allocs.pprof', '-base=mem.pprof -base='];
  await checkAll(flagSets, ['-top', '-raw'], ['heap']);
});

test("paths are trimmed and headers shortened as in pprof", () =>
  checkAll(['-trim_path=/usr -lines', '-source_path=/src/work -lines', '-compact_labels', '-add_comment=noted'], ['-top', '-dot', '-traces'], ['cpu', 'heap']));

test("pprof reads the same content from our -proto as from its own", async () => {
  const flagSets = ['', '-noinlines', '-focus=main', '-divide_by=3', '-hide=runtime', '-tagroot=bytes', '-diff_base=allocs.pprof', 'allocs.pprof'];
  const cells = ['heap', 'text', 'cpu'].flatMap((profile) => flagSets.map((flags) => [flags, `${profile}.pprof`]));
  for (const words of cells) {
    const isPair = words[0]!.includes('allocs');
    if (!isPair || words[1] === 'heap.pprof') await compareProto(words.filter((word) => word !== ''), folder);
  }
});

test("comments equal pprof's, and the header names a binary that is given before the profile, as in pprof", async () => {
  await compareReport(['-comments', '-add_comment=three', 'text.pprof'], folder);
  await compareReport(['-top', process.execPath, 'cpu.pprof'], folder);
});

test("reports with flags that have little or no effect on profiles from files equal pprof's", async () => {
  const idle = ['-divide_by=-1 -cum', '-seconds=5 -timeout=-3', '-tools=/nowhere', '-intel_syntax', '-buildid=abc'];
  const modes = ['none', 'NO', 'local', 'fastlocal:demangle=default', 'remote', ''].map((mode) => `-symbolize=${mode}`);
  await checkAll([...idle, ...modes], ['-top', '-raw', '-traces'], ['mem', 'text']);
});

test('-output writes a report to a file', async () => {
  const { stdout } = await pprof(['-top', 'cpu.pprof'], { cwd: folder });
  const ours = await report(['top', `-output=${join(folder, 'out')}`, 'cpu.pprof'], folder);
  assert.deepEqual([ours.code, ours.stdout.length], [0, 0]);
  assert.match(ours.stderr, /^Generating report in .*out\n$/);
  assert.deepEqual(await readFile(join(folder, 'out')), stdout);
});

test('options without matches give the same warnings as pprof', async () => {
  const words = ['-top', '-focus=no', '-tagfocus=no', '-show_from=no', 'heap.pprof'];
  const [ours, theirs] = [await report(words, folder), await pprof(words, { cwd: folder })];
  assert.deepEqual(ours.stderr.split('\n').sort(), theirs.stderr.split('\n').filter((line) => !line.startsWith('Main')).sort());
});
