import { rm } from 'node:fs/promises';
import path from 'node:path';
import { scratchFolder } from '../places';
import { IN_ONE_FILE } from '../tools';
import { median, pairedRatio } from '../statistics';
import type { PagedRun } from '../shared/newPages';
import type { BenchProfile, Profiles } from '../profiles';
import type { Bench, Measurement, Table } from '../table';
import { count, time, times } from '../words';

const ROUNDS = { quick: 5, usual: 15 };
/** Rounds in one process; V8 has compiled and optimized the code before the last ones. */
const ROUNDS_IN_PROCESS = 9;
/** Flags of V8 that could make a short run faster. */
const V8_FLAGS = [
  '--always-sparkplug', '--maglev', '--interrupt-budget=20000', '--no-lazy-feedback-allocation', '--min-semi-space-size=16',
];

/** Table 10: lower bounds that keep some figures from reaching their targets. */
export const limits: Table = {
  name: 'limits',
  async measure(bench: Bench): Promise<Measurement> {
    const { tools, options, log } = bench;
    const profile = await bench.profiles.generated(100_000);
    log('limits: an empty worker, compiled code, the code cache, flags of V8');
    const run = async (program: string, ...args: string[]) =>
      tools.measure([process.execPath, tools.program(program), ...args], { keepOutput: true });
    const compileMs = async (...programs: string[]) => {
      const { stdout } = await run('compileOnly', ...programs.map(tools.program));
      return (JSON.parse(stdout) as { milliseconds: number }).milliseconds;
    };
    const cache = path.join(scratchFolder, `code-${process.pid}.cache`);
    const costs = [tools.program(IN_ONE_FILE), profile.path, profile.sampleType ?? 'default'] as const;
    const worker: number[] = [];
    const plain: number[] = [];
    const cached: number[] = [];
    const compiling: number[] = [];
    const compilingAll: number[] = [];
    const plainCpu: number[] = [];
    const flagged = V8_FLAGS.map((flag) => ({ flag, wall: [] as number[], cpu: [] as number[] }));
    try {
      await run('codeCache', cache, ...costs);
      for (let round = 0; round < (options.quick ? ROUNDS.quick : ROUNDS.usual); round++) {
        worker.push((JSON.parse((await run('emptyWorker')).stdout) as { milliseconds: number }).milliseconds);
        const { wallMs, cpuMs } = await tools.measure([process.execPath, ...costs], { keepOutput: true });
        plain.push(wallMs);
        plainCpu.push(cpuMs);
        for (const { flag, wall, cpu } of flagged) {
          const withFlag = await tools.measure([process.execPath, flag, ...costs], { keepOutput: true });
          wall.push(withFlag.wallMs);
          cpu.push(withFlag.cpuMs);
        }
        cached.push((await run('codeCache', cache, ...costs)).wallMs);
        compiling.push(await compileMs('costs'));
        compilingAll.push(await compileMs(IN_ONE_FILE));
      }
    } finally {
      await rm(cache, { force: true });
    }
    const again = async ({ path: file }: BenchProfile, types: 'default' | 'all'): Promise<CostsAgain> => {
      const { stdout } = await run('costsAgain', file, String(ROUNDS_IN_PROCESS), types);
      const { costs: runs, gunzip } = JSON.parse(stdout) as { costs: PagedRun[]; gunzip: number[] };
      return { first: runs[0]!, later: medianRun(runs.slice(-3)).ms, gunzip: median(gunzip.slice(-3)) };
    };
    const generated = await again(profile, 'default');
    const compilerRows: string[][] = [];
    for (const compiler of options.largest >= 500_000 ? await compilerHeaps(bench.profiles) : []) {
      log(`limits: ${compiler.name}`);
      const { first, later } = await again(compiler, 'all');
      compilerRows.push([`${compiler.name}: costs of every line, first time in a process`, partsOf(first)]);
      compilerRows.push(['– code compiled and optimized', time(later)]);
    }
    const ratio = pairedRatio(cached, plain);
    const windows = JSON.parse((await run('flameAtOnce', profile.path, String(ROUNDS_IN_PROCESS))).stdout) as PagedRun[];
    const rows = [
      ['start of a worker thread without code', time(median(worker))],
      [
        'costs of every line, first time in a process',
        `${againstGunzip(generated.first.ms, generated)}; ${pagesOf(generated.first)}`,
      ],
      ['– code compiled and optimized', againstGunzip(generated.later, generated)],
      ['– loading its code', `${time(median(compiling))}; in one file with the code of all reports, ${time(median(compilingAll))}`],
      ['whole process with the code cache, against without', times(ratio)],
      ...flagged.map(({ flag, wall, cpu }) => [
        `– with ${flag}`, `${times(pairedRatio(wall, plain))}, processor time ${times(pairedRatio(cpu, plainCpu))}`,
      ]),
      ['flame window right after a load: first in a process', partsOf(windows[0]!)],
      ['– code compiled and optimized', partsOf(medianRun(windows.slice(-3)))],
      ...compilerRows,
    ];
    return {
      title: 'Lower bounds of some figures',
      sections: [{ title: '', head: ['', '100,000 samples, or as said'], rows }],
      notes: [
        'The first query of a window waits for a worker thread, unless the thread starts while `go test` runs. The ' +
          'first time in a process takes longer than later ones, because V8 interprets each function until it is ' +
          'compiled. The code cache saves parsing, but has no optimized code, so it saves little.',
        'A worker thread cannot have flags of V8 of its own: Node refuses them, so they could only be set for all ' +
          'extensions. "New pages" are the pages of memory that the process gets from the system meanwhile; their ' +
          'time is that of only writing to as many new pages.',
      ],
      figures: { 'limits.worker.ms': median(worker), 'limits.cold': generated.first.ms / generated.later, 'limits.codeCache': ratio },
    };
  },
};

/** What programs/costsAgain.ts measures: the first round, and the milliseconds of the last ones. */
interface CostsAgain {
  readonly first: PagedRun;
  readonly later: number;
  readonly gunzip: number;
}

/** With and without labels: the profiles that pprof is measured on. */
async function compilerHeaps(profiles: Profiles): Promise<BenchProfile[]> {
  const asWritten = await profiles.real('compiler-heap');
  return [asWritten, await profiles.stripped(asWritten)];
}

function againstGunzip(milliseconds: number, { gunzip }: CostsAgain): string {
  return `${time(milliseconds)}, ${times(milliseconds / gunzip)} gunzip`;
}

function medianRun(runs: readonly PagedRun[]): PagedRun {
  const of = (part: keyof PagedRun) => median(runs.map((run) => run[part]));
  return { ms: of('ms'), newPages: of('newPages'), pagesMs: of('pagesMs') };
}

function partsOf(run: PagedRun): string {
  return `${time(run.ms)}; ${pagesOf(run)}`;
}

function pagesOf({ newPages, pagesMs }: PagedRun): string {
  return `${count(newPages)} new pages alone ${time(pagesMs)}`;
}
