import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { median } from '../../src/bench/medians';
import { samplesOf } from '../../src/bench/pairedSamples';
import type { BenchmarkResult } from '../../src/bench/parseOutput';
import { compareSamples } from '../../src/bench/statistics/compareSamples';
import { resultsOf } from '../../src/bench/goTestResults';
import { parseMeasureArgs } from '../../src/cli/measure/measureArgs';
import { Program } from '../../src/cli/measure/programs';
import { prepareSides } from '../../src/cli/measure/sides';
import { planOf } from '../../src/cli/measure/plan';
import type { StopRule } from '../../src/cli/measure/stopRule';
import { decisionsOn, runInTurns, type Target } from '../../src/cli/measure/turns';
import { BenchPattern } from '../../src/go/test/benchPattern';
import { temporaryFolder } from '../conformance/goPrograms';
import { keepBusy } from './machineLoad';
import { ProofReport } from './report';

// npm run proof:measure [-- --tries=100] [--benchtime=50ms] [--load=2] [--only=same|planted] [--bench=REGEXP]

/**
 * Measures the same code in three benchmarks as `linecost measure` does by default, and a benchmark that was made 5 %
 * slower as with --detect=5%. Beside both the usual way: ten runs before, then ten runs now, and benchstat's test. The
 * programs are built once, so that the times are those of the runs.
 */
const { values } = parseArgs({
  options: {
    tries: { type: 'string', default: '100' },
    benchtime: { type: 'string', default: '50ms' },
    /** Threads that are busy in phases of up to a second, as neighbors on a machine of CI are. */
    load: { type: 'string', default: '2' },
    only: { type: 'string' },
    /** The benchmarks with the same code. */
    bench: { type: 'string', default: '.' },
  },
});
const tries = Number(values.tries);
if (!Number.isInteger(tries) || tries < 1) throw new Error('--tries must be a whole number of at least 1.');

const MAX_FALSE = 0.02;
const MIN_FOUND = 0.95;
/** Runs of each program, the usual way. */
const USUAL_RUNS = 10;

/** Three benchmarks, of which `slower` changes the first. */
const CODE = (rounds: number, comment: string): string => `package proof
${comment}
func mix(rounds int) uint64 {
	h := uint64(14695981039346656037)
	for i := 0; i < rounds; i++ {
		h = (h ^ uint64(i)) * 1099511628211
	}
	return h
}

func Changed() uint64 { return mix(${rounds}) }

func Sort(values []int) {
	for i := 1; i < len(values); i++ {
		for j := i; j > 0 && values[j] < values[j-1]; j-- {
			values[j], values[j-1] = values[j-1], values[j]
		}
	}
}

func Words(n int) map[int]string {
	words := map[int]string{}
	for i := 0; i < n; i++ {
		words[i] = string(rune('a' + i%26))
	}
	return words
}
`;
const TESTS = `package proof

import "testing"

var Sink uint64

func BenchmarkChanged(b *testing.B) {
	for b.Loop() {
		Sink += Changed()
	}
}

func BenchmarkSort(b *testing.B) {
	values := make([]int, 200)
	for b.Loop() {
		for i := range values {
			values[i] = i * 7919 % 200
		}
		Sort(values)
	}
}

func BenchmarkWords(b *testing.B) {
	for b.Loop() {
		Sink += uint64(len(Words(300)))
	}
}
`;
const ROUNDS = 20_000;
const PLANTED = 1.05;

const report = new ProofReport('measure');

/** What a way of measuring says in one try. */
interface Said {
  readonly worse: readonly string[];
  readonly seconds: number;
  readonly runs: number;
}

async function timed(act: () => Promise<Omit<Said, 'seconds'>>): Promise<Said> {
  const begin = performance.now();
  const said = await act();
  return { ...said, seconds: (performance.now() - begin) / 1000 };
}

async function inTurns(targets: readonly Target[], stop: StopRule): Promise<Omit<Said, 'seconds'>> {
  const measured = await runInTurns(targets, stop, new AbortController().signal, { onPair: () => undefined });
  if (measured.failed.length > 0) throw measured.failed[0]!.error;
  const { cases } = decisionsOn(measured, 0);
  const worse = [...cases].flatMap(([each, { past }]) => (past.length > 0 ? [each.name] : []));
  return { worse, runs: measured.cases.reduce((sum, each) => sum + 2 * each.now.length, 0) };
}

/** Ten runs of each benchmark before, then ten now, and benchstat's test at 5 %. */
async function inBlocks(targets: readonly Target[]): Promise<Omit<Said, 'seconds'>> {
  const runAll = async (side: 'before' | 'now') => {
    const all = new Map<string, BenchmarkResult[]>();
    for (const target of targets) {
      for (let i = 0; i < USUAL_RUNS; i++) {
        const results = resultsOf(await target[side].run(target.name), target.name);
        all.set(target.name, [...(all.get(target.name) ?? []), ...results]);
      }
    }
    return all;
  };
  const before = await runAll('before');
  const now = await runAll('now');
  const worse = targets.flatMap(({ name }) => {
    const time = samplesOf(before.get(name)!, now.get(name)!).find(({ unit }) => unit === 'ns/op')!;
    const { isChanged, delta = 0 } = compareSamples(time.before, time.now);
    return isChanged && delta > 0 ? [name] : [];
  });
  return { worse, runs: 2 * USUAL_RUNS * targets.length };
}

/** Builds both sides of a repository whose working tree has the other code, and calls `act` with its benchmarks. */
async function withTargets(
  folder: string,
  code: string,
  flags: readonly string[],
  act: (targets: readonly Target[], stop: StopRule) => Promise<void>,
): Promise<void> {
  await mkdir(folder);
  const git = (...args: string[]) => execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder });
  await writeFile(join(folder, 'go.mod'), 'module example.com/proof\n\ngo 1.24\n');
  await writeFile(join(folder, 'proof.go'), CODE(ROUNDS, ''));
  await writeFile(join(folder, 'proof_test.go'), TESTS);
  git('init', '-q');
  git('add', '-A');
  git('commit', '-q', '-m', 'before');
  await writeFile(join(folder, 'proof.go'), code);
  const args = parseMeasureArgs(['--against=HEAD', `-benchtime=${values.benchtime}`, ...flags]);
  const env = { ...process.env, GOFLAGS: '', GOWORK: '' } as Record<string, string>;
  const { signal } = new AbortController();
  const temp = `${folder}-temp`;
  await mkdir(temp);
  const sides = await prepareSides(args, { cwd: folder, env, signal }, temp);
  const pattern = new BenchPattern(args.bench);
  const { packages: [pair] } = await planOf(sides, args, pattern, signal);
  const { benchtime, timeoutSeconds } = args;
  const parts = { settings: { benchtime, timeoutSeconds }, sides, signal };
  const chosen = { names: pair!.names, pattern };
  const before = await Program.build(sides.before, pair!.before, chosen, parts);
  const now = await Program.build(sides.now, pair!.now, chosen, parts);
  try {
    await act(pair!.names.map((name) => ({ importPath: pair!.now.importPath, name, before, now })), args.stop);
  } finally {
    await Promise.all([before.close(), now.close()]);
  }
}

const WAYS = { 'in turns (linecost measure)': inTurns, 'base first, then head (benchstat)': inBlocks } as const;
type Way = keyof typeof WAYS;

/** A row of the table: how many tries had an alarm, and how long they took. */
interface Row {
  readonly way: Way;
  readonly said: Said[];
}

/** @param flags of the command line */
async function proveCode(name: string, folder: string, code: string, ...flags: string[]): Promise<Row[]> {
  const rows = (Object.keys(WAYS) as Way[]).map((way): Row => ({ way, said: [] }));
  await withTargets(join(folder, name), code, flags, async (targets, stop) => {
    for (let i = 1; i <= tries; i++) {
      report.at(`${name}: try ${i} of ${tries}`);
      for (const { way, said } of rows) said.push(await timed(() => WAYS[way](targets, stop)));
      if (i % 10 === 0) print(`${name}, ${i} tries: a firm regression in`, rows, ({ worse }) => worse.length > 0);
    }
  });
  return rows;
}

function print(title: string, rows: readonly Row[], isRight: (said: Said) => boolean): void {
  report.note(title);
  for (const { way, said } of rows) {
    const count = said.filter(isRight).length;
    const seconds = median(said.map((each) => each.seconds)).toFixed(1);
    const runs = Math.round(median(said.map((each) => each.runs)));
    report.note(`  ${way.padEnd(36)}${count} of ${said.length} tries, ${runs} runs and ${seconds} s in the median try`);
  }
}

async function main(): Promise<void> {
  const { folder, remove } = await temporaryFolder();
  const stopLoad = keepBusy(Number(values.load));
  try {
    let isRight = true;
    if (values.only !== 'planted') {
      const rows = await proveCode('same', folder, CODE(ROUNDS, '\n// The same code, with a comment.\n'), `-bench=${values.bench}`);
      const isAlarm = ({ worse }: Said) => worse.length > 0;
      print('the same code: firm regressions in any benchmark', rows, isAlarm);
      const share = rows[0]!.said.filter(isAlarm).length / tries;
      isRight = conclude(`at most ${100 * MAX_FALSE} % false alarms: ${(100 * share).toFixed(1)} %`, share <= MAX_FALSE);
    }
    if (values.only !== 'same') {
      const rows = await proveCode('planted', folder, CODE(ROUNDS * PLANTED, ''), '-bench=Changed', '--detect=5%');
      const isFound = ({ worse }: Said) => worse.includes('BenchmarkChanged');
      print('a benchmark made 5 % slower: found', rows, isFound);
      const share = rows[0]!.said.filter(isFound).length / tries;
      const claim = `a change of 5 % is found in at least 95 %: ${(100 * share).toFixed(1)} %`;
      isRight = conclude(claim, share >= MIN_FOUND) && isRight;
    }
    report.end(isRight);
  } catch (error) {
    report.fail(error);
  } finally {
    await stopLoad();
    await remove();
  }
}

function conclude(text: string, isRight: boolean): boolean {
  report.conclude(text, isRight);
  return isRight;
}

void main();
