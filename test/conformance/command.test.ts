import assert from 'node:assert/strict';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import test, { after, before } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { profileProgram, PROGRAMS } from './goPrograms';
import type { FreshProfiles } from './goPrograms';
import { assertSameText, pprof, run } from './oracle';
import type { RunResult } from './oracle';

const BUNDLE = fileURLToPath(new URL('../../dist/linecost.js', import.meta.url));
const MAIN = '^main\\.main$';

/** This process's environment without the variables of npm. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_|^INIT_CWD$|^NODE_/.test(name)));

let program: FreshProfiles;
let heap: string;

before(async () => {
  program = await profileProgram();
  heap = program.paths.get('heap')!;
  // This builds the bundle, which `report` below runs directly.
  assert.equal((await npmReport(['top', heap], program.folder)).code, 0);
});
after(() => program.remove());

function npmReport(args: readonly string[], cwd: string): Promise<RunResult> {
  const npm = process.env['npm_execpath'];
  const [command, ...before] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm'];
  const root = fileURLToPath(new URL('../..', import.meta.url));
  return run(command!, [...before, '--prefix', root, 'run', '-s', 'report', '--', ...args], { cwd, env });
}

const report = (args: readonly string[], cwd: string, input?: Uint8Array): Promise<RunResult> =>
  run(process.execPath, [BUNDLE, 'report', ...args], { cwd, env, input });

test("npm run report resolves paths in the user's directory, and prints the same as pprof, with sources", async () => {
  const path = relative(PROGRAMS, heap);
  const top = await npmReport(['top', '-cum', '-nodecount', '5', path], PROGRAMS);
  assertSameText(top.stdout, (await pprof(['-top', '-cum', '-nodecount=5', path], { cwd: PROGRAMS })).stdout, 'top');
  const list = await npmReport(['list', MAIN, path, '-source_path=dump:work'], PROGRAMS);
  const theirs = await pprof([`-list=${MAIN}`, '-source_path=dump:work', path], { cwd: PROGRAMS });
  assertSameText(list.stdout, theirs.stdout, 'list');
  assert.match(list.stdout.toString(), /descend\(10\)/);
});

test("a pattern without matches prints only pprof's error, with the same exit code", async () => {
  const theirs = await pprof(['-list=nowhere', heap], { cwd: PROGRAMS });
  for (const ours of [await report(['list', 'nowhere', heap], PROGRAMS), await npmReport(['list', 'nowhere', heap], PROGRAMS)]) {
    assert.deepEqual([ours.code, ours.stdout.length], [theirs.code, 0]);
    assert.equal(ours.stderr, 'no matches found for regexp: nowhere\n');
    assert.ok(theirs.stderr.endsWith(ours.stderr));
  }
});

test('flags may come before and after the file, with one dash or two, and the value after = or a space', async () => {
  const expected = (await pprof(['-top', '-cum', '-nodecount=3', '-unit=kb', heap], { cwd: PROGRAMS })).stdout;
  for (const args of [
    ['top', '-cum', '-nodecount=3', '-unit=kb', heap],
    ['top', heap, '--cum', '--nodecount', '3', '-unit', 'kb'],
    ['-cum=true', 'top', '-nodecount=3', heap, '--unit=kb'],
    ['top', '-cum', '-nodecount=3', '-unit=kb', '--', heap],
  ]) {
    assertSameText((await report(args, PROGRAMS)).stdout, expected, args.join(' '));
  }
});

test('a profile may be gzipped or not, and may come from standard input', async () => {
  const bytes = await readFile(heap);
  const raw = join(program.folder, 'raw');
  await writeFile(raw, gunzipSync(bytes));
  const expected = (await pprof(['-top', heap], { cwd: PROGRAMS })).stdout;
  assertSameText((await report(['top', raw], PROGRAMS)).stdout, expected, 'raw');
  assertSameText((await report(['top', '-'], PROGRAMS, bytes)).stdout, expected, 'standard input');
});

test('an invalid command line gives one sentence and code 2', async () => {
  for (const [args, sentence] of [
    [[], /^usage: report REPORT \[flags\] FILE\.\.\..*\n$/],
    [['top'], /^usage: /],
    [['list', heap], /^usage: /],
    [['graph', heap], /^there is no report "graph"; usage: .*\n$/],
    [['top', '-frob', heap], /^unknown flag -frob; report -help lists the flags\n$/],
    [['top', '-nodecount=many', heap], /^flag -nodecount needs a whole number, not "many"\n$/],
    [['top', heap, '-unit'], /^flag -unit needs a value, as in -unit=VALUE\n$/],
    [['top', '-cum=perhaps', heap], /^flag -cum is true or false, not "perhaps"\n$/],
    [['top', '-sample_index=cpu', heap], /^There is no sample type "cpu"; the profile has alloc_objects .*\n$/],
    [['list', 'a(', heap], /^parsing argument regexp a\(: .*missing closing \).*\n$/],
  ] as const) {
    const { code, stdout, stderr } = await report(args, PROGRAMS);
    assert.deepEqual([code, stdout.toString()], [2, ''], args.join(' '));
    assert.match(stderr, sentence);
  }
});

test('a file that is not a profile gives one sentence with its name, and code 1', async () => {
  const bytes = await readFile(heap);
  await writeFile(join(program.folder, 'cut'), bytes.subarray(0, bytes.length / 2));
  await writeFile(join(program.folder, 'text'), 'heap profile: 1: 2 [3: 4] @ heap/1048576\n');
  await writeFile(join(program.folder, 'empty'), '');
  for (const file of ['cut', 'text', 'empty', 'absent', '.']) {
    const { code, stdout, stderr } = await report(['top', file], program.folder);
    assert.deepEqual([code, stdout.toString()], [1, ''], file);
    assert.match(stderr, /^[^\n]+\.\n$/, file);
    assert.ok(stderr.includes(file), stderr);
  }
});

test("sources are searched for in the working directory by its name in PWD, as in pprof", { skip: process.platform === 'win32' }, async () => {
  const actual = join(program.folder, 'actual');
  const linked = join(program.folder, 'linked');
  await mkdir(actual);
  await symlink(actual, linked);
  const trimmed = await profileProgram('-trimpath');
  try {
    const path = trimmed.paths.get('heap')!;
    const options = { cwd: linked, env: { ...env, PWD: linked } };
    const ours = await run(process.execPath, [BUNDLE, 'list', MAIN, path], options);
    assertSameText(ours.stdout, (await pprof([`-list=${MAIN}`, path], options)).stdout, 'list');
    assert.match(ours.stdout.toString(), /could not find file .* on path .*linked\n/);
  } finally {
    await trimmed.remove();
  }
});
