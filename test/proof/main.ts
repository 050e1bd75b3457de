import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { resolveGoEnvironment } from '../../src/go/tool/goSettings';
import { OWN_MODULE, PROVED, type ProvedBenchmark } from './benchmarks';
import { judgeCpu, judgeExact, judgeSampled, type Verdict } from './judge';
import { measure } from './measure';

/**
 * Compares the costs per operation of profiles with the figures of `go test -benchmem`, and fails if they disagree.
 * With arguments, measures only benchmarks whose names contain one of them. With `--folder=PATH`, each argument is the
 * name of a benchmark in the package in that folder.
 */
const { values: { folder: otherFolder }, positionals: words } = parseArgs({
  options: { folder: { type: 'string' } },
  allowPositionals: true,
});
const matching = PROVED.filter(({ name, standard = 'proof' }) => {
  return words.length === 0 || words.some((word) => `${standard}.${name}`.includes(word));
});
const inOtherFolder = words.map((name): ProvedBenchmark => ({ name, isParallel: true }));
const benchmarks = otherFolder === undefined ? matching : inOtherFolder;
if (benchmarks.length === 0) {
  console.error(`No benchmark has a name with ${words.join(' or ')}.`);
  process.exit(1);
}

/** By chance, a figure that depends on samples disagrees once in 400 times, so a disagreement is measured again. */
const TRIES = 2;

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'linecost-proof-')));
const moduleFolder = otherFolder === undefined ? folder : realpathSync(otherFolder);
for (const [name, text] of Object.entries(OWN_MODULE)) writeFileSync(join(folder, name), text);
const goroot = execFileSync('go', ['env', 'GOROOT'], { encoding: 'utf8' }).trim();
const processEnv = { ...process.env, GOFLAGS: '', GOWORK: '' };
const go = resolveGoEnvironment(() => undefined, { workspaceFolder: folder, processEnv, platform: process.platform });

interface Row {
  readonly name: string;
  readonly verdicts: readonly (readonly [label: string, verdict: Verdict])[];
  readonly failure?: string;
}

const started = Date.now();
const rows: Row[] = [];
void prove();

async function prove(): Promise<void> {
  try {
    // Running two programs at a time does not change allocations, and hardly changes cpu time.
    await inParallel(2, benchmarks, async (benchmark) => {
      const row = await proveBenchmark(benchmark);
      rows.push(row);
      print(row);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  report();
}

function targetOf({ standard, name }: ProvedBenchmark) {
  return { folder: standard === undefined ? moduleFolder : join(goroot, 'src', standard), name, go };
}

async function verdictsOf(benchmark: ProvedBenchmark): Promise<Row> {
  const { name } = benchmark;
  const atRate1 = { ...targetOf(benchmark), kinds: ['memory'], memProfileRate: 1 } as const;
  // Captures of one operation and of many.
  const one = await measure({ ...atRate1, benchtime: '1x' });
  const many = await measure({ ...atRate1, benchtime: '5ms' });
  const exact = [
    ...(await judgeExact(one, one)).map((verdict) => ['once', verdict] as const),
    ...(await judgeExact(many, one)).map((verdict) => ['exact', verdict] as const),
  ];
  for (let tries = TRIES; ; tries--) {
    const sampled = await measure({ ...targetOf(benchmark), kinds: ['cpu', 'memory'], benchtime: '200ms' });
    const verdicts = [
      ...(await judgeSampled(sampled, many, one)).map((verdict) => ['sampled', verdict] as const),
      ['cpu', await judgeCpu(sampled, benchmark.isParallel ? availableParallelism() : 1)] as const,
    ];
    const isDone = tries <= 1 || verdicts.every(([, { agrees }]) => agrees);
    if (isDone) return { name, verdicts: [...exact, ...verdicts] };
  }
}

/** Like verdictsOf, but a thrown error becomes a row. */
async function proveBenchmark(benchmark: ProvedBenchmark): Promise<Row> {
  try {
    return await verdictsOf(benchmark);
  } catch (error) {
    return { name: benchmark.name, verdicts: [], failure: (error as Error).message };
  }
}

async function inParallel<T>(workers: number, items: readonly T[], act: (item: T) => Promise<unknown>): Promise<void> {
  const queue = [...items];
  const work = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await act(item);
  };
  await Promise.all(Array.from({ length: workers }, work));
}

function print({ name, verdicts, failure }: Row): void {
  if (failure !== undefined) console.log(`FAIL ${name}: ${failure}`);
  for (const [label, { unit, reported, measured, bound, agrees, setup, remark }] of verdicts) {
    const words = [agrees ? 'ok  ' : 'FAIL', name.padEnd(48), label.padEnd(7), unit.padEnd(9)];
    const figures = [`reported ${figure(reported)}`, `profile ${figure(measured)} ± ${figure(bound)}`];
    const others = [...(setup > 0 ? [`setup ${figure(setup)}`] : []), ...(remark ? [remark] : [])];
    console.log([...words, ...figures, ...others].join('  '));
  }
}

function figure(value: number): string {
  return (Math.abs(value) >= 1000 ? value.toFixed(0) : value.toPrecision(4)).padStart(9);
}

function report(): void {
  const verdicts = rows.flatMap((row) => row.verdicts);
  const failed = verdicts.filter(([, { agrees }]) => !agrees).length + rows.filter(({ failure }) => failure).length;
  const seconds = ((Date.now() - started) / 1000).toFixed(0);
  console.log(`\n${rows.length} benchmarks, ${verdicts.length} figures, ${failed} disagree, ${seconds} s`);
  process.exitCode = failed > 0 ? 1 : 0;
}
