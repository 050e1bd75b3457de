import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { runBenchstat } from '../../../src/cli/benchstatCommand';
import { asksForBenchstatHelp, parseBenchstatArgs } from '../../../src/cli/benchstatArgs';

let folder: string;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'linecost-cli-'));
  for (const [name, first] of [['old', 100], ['new', 200]] as const) {
    const lines = Array.from({ length: 6 }, (_, i) => `BenchmarkA 1 ${first + i} ns/op\n`);
    await writeFile(path.join(folder, name), lines.join(''));
  }
});
after(() => rm(folder, { recursive: true }));

const run = (...args: string[]) => runBenchstat(args, async () => new TextEncoder().encode('BenchmarkA 1 5 ns/op\n'));
const file = (name: string): string => path.join(folder, name);

test('a regression above the limit gives exit code 1 and a message after the table', async () => {
  const { code, stdout, stderr } = await run('-fail-over=5%', `old=${file('old')}`, `new=${file('new')}`);
  assert.equal(code, 1);
  assert.match(String(stdout), /\+97\.56% \(p=0\.002 n=6\)/);
  assert.equal(stderr, 'Worse by more than 5%:\n  new: A sec/op +97.56%\n');
});

test('a regression below the limit passes, and so does an improvement', async () => {
  assert.equal((await run('-fail-over=100', file('old'), file('new'))).code, 0);
  assert.equal((await run('-fail-over=0%', file('new'), file('old'))).code, 0);
});

test('memory figures that are one apart pass with a remark, since go test cuts off decimals', async () => {
  const runs = (bytes: number, allocs: number) => `BenchmarkA 1 ${bytes} B/op ${allocs} allocs/op\n`.repeat(6);
  const compare = async (now: string) => {
    await writeFile(file('cut'), now);
    return runBenchstat(['-fail-over=5%', 'old=-', `new=${file('cut')}`], async () => new TextEncoder().encode(runs(639, 9)));
  };
  const { code, stdout, stderr } = await compare(runs(640, 10));
  assert.equal(code, 0);
  assert.match(String(stdout), /\+11\.11% \(p=0\.002 n=6\)/);
  assert.equal(stderr, 'May be no change, since go test cuts off decimals (9.999 reads 9):\n  new: A allocs/op +11.11%\n');
  const grown = await compare(runs(704, 10));
  assert.deepEqual([grown.code, grown.stderr], [1, 'Worse by more than 5%:\n  new: A B/op +10.17%\n  new: A allocs/op +11.11%\n']);
});

test('with nothing to compare, -fail-over fails and says why', async () => {
  const { code, stderr } = await run('-fail-over=5%', file('old'));
  assert.deepEqual({ code, stderr }, { code: 1, stderr: `-fail-over: there is nothing to compare: all results are in one column, ${file('old')}\n` });
});

test('if names differ only in GOMAXPROCS, -fail-over says so, and names the flag that ignores it', async () => {
  const [two, four] = [2, 4].map((procs) => `BenchmarkA/b-${procs} 1 5 ns/op\n`.repeat(6));
  await writeFile(file('four'), four!);
  const compare = (...flags: string[]) =>
    runBenchstat(['-fail-over=5%', ...flags, 'two=-', `four=${file('four')}`], async () => new TextEncoder().encode(two));
  const why = 'names differ only in GOMAXPROCS, the -N at their end (see -ignore=/gomaxprocs)';
  const { code, stderr } = await compare();
  assert.deepEqual({ code, stderr }, { code: 1, stderr: `-fail-over: there is nothing to compare: ${why}\n` });
  assert.equal((await compare('-ignore=/gomaxprocs')).code, 0);
});

test('the file - is standard input, which is empty the second time', async () => {
  const { stdout } = await run('a=-', 'b=-');
  assert.match(String(stdout), /│ +a +│\n/);
});

test('an error gives exit code 1 and a message', async () => {
  const { code, stdout, stderr } = await run(file('old'), 'missing.txt');
  const message = 'benchstat: open missing.txt: no such file or directory\n';
  assert.deepEqual({ code, stdout, stderr }, { code: 1, stdout: '', stderr: message });
  assert.match(String((await run(folder)).stderr), /:0: read .* is a directory/);
  assert.equal((await run('-alpha=2', file('old'))).stderr, 'benchstat: -alpha must be in range [0, 1]\n');
});

test('an invalid command line gives exit code 2 and the usage', async () => {
  for (const args of [[], ['-x', 'f'], ['-alpha=z', 'f'], ['-fail-over=x', 'f'], ['-alpha'], ['---a', 'f']]) {
    const { code, stdout, stderr } = await run(...args);
    assert.deepEqual({ code, stdout }, { code: 2, stdout: '' });
    assert.match(String(stderr), /report benchstat \[flags\] \[LABEL=\]FILE\.\.\./);
  }
});

test('flags are parsed as in Go: before the files, with one or two dashes', () => {
  const { alpha, row, format, inputs } = parseBenchstatArgs(['--alpha', '0x1p-4', '-row=.name', 'a', '-format=csv']);
  assert.deepEqual({ alpha, row, format, inputs }, { alpha: 0.0625, row: '.name', format: 'text', inputs: ['a', '-format=csv'] });
  assert.deepEqual(parseBenchstatArgs(['--', '-x']).inputs, ['-x']);
  assert.equal(parseBenchstatArgs(['-fail-over', '2.5%', 'a']).failOver, 2.5);
});

test('only a flag before the files prints the help', async () => {
  assert.equal(asksForBenchstatHelp(['-h']), true);
  assert.equal(asksForBenchstatHelp(['a', '-h']), false);
  assert.match(String((await run('-help')).stdout), /-fail-over=N%/);
});
