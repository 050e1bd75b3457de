import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test, { after, before } from 'node:test';
import { temporaryFolder } from './goPrograms';
import { mustRun, run, type RunResult } from './oracle';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BUNDLE = join(ROOT, 'dist', 'linecost.js');
/** Short runs: the changes that the tests plant are large. */
const QUICK = ['-benchtime=20ms', '--runs=6'];

const SUM = `package sum

func Sum(values []int) int {
	total := 0
	for _, value := range values {
		total += step(value)
	}
	return total
}

func step(value int) int {
	return value * 3 %% 7
}
`.replace('%%', '%');
/** Slower on the lines PLANTED. */
const SLOWER = SUM.replace('	return value * 3', `	for i := 0; i < 40; i++ {
		value = value*31 ^ i // planted
	}
	return value * 3`);
const PLANTED = [11, 12, 13];
const TEST = `package sum

import "testing"

var Sink int

func BenchmarkSum(b *testing.B) {
	values := make([]int, 1000)
	for b.Loop() {
		Sink += Sum(values)
	}
}
`;

let folder: string;
let temp: string;
let remove: () => Promise<void>;
let env: NodeJS.ProcessEnv;

before(async () => {
  ({ folder, remove } = await temporaryFolder());
  folder = await realpath(folder);
  temp = join(folder, 'temp');
  await mkdir(temp);
  const own = Object.entries(process.env).filter(([name]) => !/^npm_|^INIT_CWD$|^NODE_|^GIT_/.test(name));
  const author = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b' };
  const user = { GIT_CONFIG_GLOBAL: '/dev/null', ...author };
  env = { ...Object.fromEntries(own), TMPDIR: temp, GOTMPDIR: '', GOFLAGS: '', GOWORK: '', ...user };
  await mustRun(process.execPath, [join(ROOT, 'esbuild.config.mjs'), 'report'], { cwd: ROOT, env });
});
after(() => remove());

type Files = Readonly<Record<string, string>>;

async function write(root: string, files: Files): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
  }
}

const git = (cwd: string, ...args: string[]): Promise<string> => {
  return mustRun('git', ['-c', 'protocol.file.allow=always', ...args], { cwd, env });
};

/** A repository with a commit of these files; returns its folder. */
async function repository(name: string, files: Files): Promise<string> {
  const root = join(folder, name);
  await write(root, files);
  await git(root, 'init', '-q', '-b', 'main');
  await commit(root, 'first');
  return root;
}

async function commit(root: string, subject: string): Promise<void> {
  await git(root, 'add', '-A');
  await git(root, 'commit', '-q', '-m', subject);
}

const measure = (cwd: string, ...args: string[]): Promise<RunResult> =>
  run(process.execPath, [BUNDLE, 'measure', ...args], { cwd, env });

const MODULE = { 'go.mod': 'module example.com/sum\n\ngo 1.24\n', 'sum.go': SUM, 'sum_test.go': TEST };

interface Report {
  readonly formatVersion: number;
  readonly result: string;
  readonly exitCode: number;
  readonly before: { readonly name: string; readonly commit: string };
  readonly now: { readonly hasChanges: boolean };
  readonly rule: { readonly failOver: number; readonly confidence: number; readonly comparisons: number };
  readonly benchmarks: readonly {
    readonly package: string;
    readonly name: string;
    readonly procs: number;
    readonly isRegressed: boolean;
    readonly verdict: string;
    readonly figures: readonly {
      readonly unit: string;
      readonly outcome: string;
      readonly pairs: number;
      readonly change?: { readonly ratio: number; readonly low: number; readonly high: number };
      readonly before: { readonly median: number; readonly values: readonly number[] };
    }[];
    readonly lines: readonly { readonly file: string; readonly line: number }[];
  }[];
}

const parsed = ({ stdout }: RunResult): Report => JSON.parse(stdout.toString()) as Report;

test('a regression in a dirty tree ends with 1, its line is named, the table is benchstat\'s, and nothing is left', async () => {
  const root = await repository('planted', MODULE);
  await write(root, { 'sum.go': SLOWER });
  const state = async () => {
    const files = await readdir(join(root, '.git'));
    return [await git(root, 'status', '--porcelain'), await git(root, 'worktree', 'list'), files];
  };
  const earlier = await state();
  const { code, stdout, stderr } = await measure(root, '--against=HEAD', '--fail-over=5%', '--save=../saved', ...QUICK);
  const text = stdout.toString();
  assert.equal(code, 1, text + stderr);
  const [, line] = /^ {4}sum\.go:(\d+) {2}\+\S+ ns\/op \(\S+ → \S+\) {2}\S/m.exec(text) ?? [];
  assert.ok(PLANTED.includes(Number(line)), text);
  assert.match(text, /✗ BenchmarkSum(?:-\d+)? {2}.*(?:slower|as much CPU time)/);
  assert.match(stderr, /^reading HEAD\nbuilding: .*\nrunning in turns: /);
  await mustRun('go', ['install', 'golang.org/x/perf/cmd/benchstat@latest'], { cwd: root, env: { ...env, GOBIN: folder } });
  const saved = join(folder, 'saved');
  const theirs = await mustRun(join(folder, 'benchstat'), ['HEAD=base.txt', 'now=now.txt'], { cwd: saved, env });
  assert.ok(text.startsWith(theirs), `${text}\n${theirs}`);
  assert.deepEqual(await state(), earlier);
  assert.deepEqual(await readdir(temp), []);
});

test('the same code ends with 0, and --format=json has what the guide says of it', async () => {
  const root = await repository('same', MODULE);
  const result = await measure(root, '--against=HEAD', '--format=json', '--fail-over=5%', ...QUICK);
  assert.equal(result.code, 0, result.stdout.toString() + result.stderr);
  const report = parsed(result);
  const { formatVersion, result: word, exitCode, before: base, now, rule, benchmarks } = report;
  assert.deepEqual({ formatVersion, word, exitCode }, { formatVersion: 1, word: 'passed', exitCode: 0 });
  assert.deepEqual([base.name, base.commit, now.hasChanges], ['HEAD', (await git(root, 'rev-parse', 'HEAD')).trim(), false]);
  assert.ok(rule.failOver === 0.05 && rule.confidence >= 0.98 && rule.comparisons >= 1);
  const [{ name, isRegressed, figures, lines, ...rest }] = benchmarks as [Report['benchmarks'][0]];
  assert.deepEqual([name, rest.package, isRegressed, lines], ['BenchmarkSum', 'example.com/sum', false, []]);
  const [figure] = figures;
  assert.ok(figure && figure.pairs === 6 && figure.before.values.length === 6 && figure.change);
  assert.ok(figure.change.low <= figure.change.ratio && figure.change.ratio <= figure.change.high);
  const guide = await readFile(join(ROOT, 'media', 'guide', 'in-ci.md'), 'utf8');
  const fields = [...Object.keys(report), ...Object.keys(benchmarks[0]!), ...Object.keys(figure)];
  assert.deepEqual(fields.filter((field) => !guide.includes(`\`${field}\``)), []);
});

test('a module in a subfolder with a replaced sibling is measured; benchmarks of one side are named; Markdown is one table', async () => {
  const module = 'module example.com/app\n\ngo 1.24\n\nrequire example.com/sum v0.0.0\n\nreplace example.com/sum => ../lib\n';
  const imports = 'import (\n\t"testing"\n\n\t"example.com/sum"\n)';
  const own = TEST.replace('package sum', 'package app').replace('import "testing"', imports);
  const text = own.replace('Sum(values)', 'sum.Sum(values)');
  const library = Object.fromEntries(Object.entries(MODULE).map(([name, content]) => [`lib/${name}`, content]));
  const root = await repository('nested', { ...library, 'app/go.mod': module, 'app/a_test.go': text });
  await write(root, { 'app/b_test.go': 'package app\n\nimport "testing"\n\nfunc BenchmarkNew(b *testing.B) {}\n' });
  const flags = ['--against=main', '--format=markdown', '--fail-over=50%', '-cpu=1,2'];
  const { code, stdout, stderr } = await measure(join(root, 'app'), ...flags, ...QUICK);
  assert.equal(code, 0, stdout.toString() + stderr);
  const lines = stdout.toString().split('\n');
  assert.equal(lines.filter((line) => line.startsWith('|:--')).length, 1);
  assert.deepEqual(lines.flatMap((line) => /^\| (Sum\S*)/.exec(line)?.[1] ?? []).sort(), ['Sum', 'Sum-2']);
  assert.ok(lines.some((line) => line.startsWith('- Only in now: BenchmarkNew.')), stdout.toString());
  assert.match(stdout.toString(), /<sub>.*intervals from pairs of runs.*Before: main \(\w+\); now: the working tree/);
});

test('code that does not compile, and a revision that does not, end with 2 and one sentence', async () => {
  const root = await repository('broken', MODULE);
  await write(root, { 'sum.go': SUM.replace('total := 0', 'total := nothing') });
  const now = await measure(root, '--against=HEAD', ...QUICK);
  assert.deepEqual([now.code, now.stdout.length], [2, 0]);
  assert.match(now.stderr, /^BenchmarkSum does not compile: undefined: nothing \(sum\.go:4\)\.$/m);
  await commit(root, 'broken');
  await write(root, { 'sum.go': SUM });
  const old = await measure(root, '--against=HEAD', ...QUICK);
  assert.equal(old.code, 2);
  assert.match(old.stderr, /^At HEAD, BenchmarkSum does not compile: undefined: nothing \(sum\.go:4\)\.$/m);
  const unknown = await measure(root, '--against=nowhere', ...QUICK);
  assert.deepEqual([unknown.code, unknown.stderr.split('\n').at(-2)], [
    2, 'There is no revision nowhere here: git rev-parse nowhere finds no commit.',
  ]);
  const none = await measure(root, '--against=HEAD', '-bench=Other', ...QUICK);
  assert.deepEqual([none.code, none.stderr.split('\n').at(-2)], [
    2, 'No benchmark matches -bench=Other in ., the package of this folder; ./... has those below it, too.',
  ]);
  assert.deepEqual(await readdir(temp), []);
});

test('in a shallow clone, the sentence has the fetch that is missing, after which the same command works', async () => {
  const root = await repository('whole', MODULE);
  await git(root, 'branch', 'other');
  await write(root, { 'README.md': 'second' });
  await commit(root, 'second');
  const clone = join(folder, 'shallow');
  await git(folder, 'clone', '-q', '--depth=1', `file://${root}`, clone);
  for (const revision of ['HEAD^', 'other']) {
    const { code, stderr } = await measure(clone, `--against=${revision}`, ...QUICK);
    assert.ok(stderr.includes(`There is no revision ${revision} here, because this is a shallow clone: `), stderr);
    const [, fetch] = /: fetch it with git (.*)\.$/m.exec(stderr) ?? [];
    assert.equal(code, 2, stderr);
    assert.ok(fetch !== undefined, stderr);
    await git(clone, ...fetch.split(' '));
  }
  const { code, stderr } = await measure(clone, '--against=other', '--fail-over=50%', ...QUICK);
  assert.equal(code, 0, stderr);
});

test('two folders are compared without git', async () => {
  const [old, now] = [join(folder, 'old'), join(folder, 'now')];
  await write(old, MODULE);
  await write(now, { ...MODULE, 'sum.go': SLOWER });
  const result = await measure(now, '--base-dir=../old', '--format=json', ...QUICK);
  const { before: { name }, benchmarks: [benchmark] } = parsed(result);
  assert.deepEqual([result.code, name, benchmark?.isRegressed], [1, 'old', true]);
  assert.ok(benchmark?.lines.some(({ file, line }) => file === 'sum.go' && PLANTED.includes(line)), JSON.stringify(benchmark));
});

test('Ctrl+C ends the programs, and leaves no file and nothing in the repository', async () => {
  const root = await repository('interrupted', MODULE);
  const child = spawn(process.execPath, [BUNDLE, 'measure', '--against=HEAD', '--time=10m'], { cwd: root, env });
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.once('exit', (_, signal) => resolve(signal)));
  let text = '';
  child.stderr.setEncoding('utf8').on('data', (more: string) => {
    text += more;
    if (text.includes('running in turns')) child.kill('SIGINT');
  });
  assert.equal(await ended, 'SIGINT', text);
  assert.deepEqual(await readdir(temp), []);
  assert.equal(await git(root, 'status', '--porcelain'), '');
});
