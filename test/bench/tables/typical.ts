import { cp, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { repoRoot } from '../../host/paths.mjs';
import { builtFolder, clickedFolder, scratchFolder } from '../places';
import { median } from '../statistics';
import type { Bench, Measurement, Table } from '../table';
import { megabytes, time } from '../words';

const ROUNDS = { quick: 3, usual: 9 };
const CLICKS = { quick: 1, usual: 3 };

interface Click {
  readonly workspace: string;
  readonly benchmark: string;
  readonly testFile: string;
  /** The file that the editor shows. */
  readonly shown: string;
}

const sampleFolder = path.join(repoRoot, 'test', 'workspaces', 'sample');
const BENCHMARKS: readonly Click[] = [
  { workspace: clickedFolder, benchmark: 'BenchmarkCheck', testFile: 'check_test.go', shown: 'check.go' },
  { workspace: sampleFolder, benchmark: 'BenchmarkTotal', testFile: 'sample_test.go', shown: 'events.go' },
];

/** Table 5: the profiles of a benchmark that one click captures. */
export const typical: Table = {
  name: 'typical',
  async measure(bench: Bench): Promise<Measurement> {
    const figures: Record<string, number> = {};
    const rows: string[][] = [];
    for (const name of ['benchmark-cpu', 'benchmark-mem'] as const) {
      const profile = await bench.profiles.real(name);
      bench.log(`${name}: bytes to costs`);
      const runs: { first: number; second: number }[] = [];
      for (let round = 0; round < (bench.options.quick ? ROUNDS.quick : ROUNDS.usual); round++) {
        const command = [process.execPath, bench.tools.program('firstLoad'), bench.tools.worker, profile.path];
        const { stdout } = await bench.tools.measure(command, { keepOutput: true });
        runs.push(JSON.parse(stdout) as (typeof runs)[number]);
      }
      const [first, second] = (['first', 'second'] as const).map((key) => median(runs.map((run) => run[key])));
      figures[`typical.${name}.first.ms`] = first!;
      figures[`typical.${name}.second.ms`] = second!;
      rows.push([`${name} (${megabytes(profile.packedBytes)}): bytes → costs of a file`, time(first), time(second)]);
    }
    const clicks = bench.options.quick ? BENCHMARKS.slice(0, 1) : BENCHMARKS;
    for (const click of clicks) rows.push(await clickRow(bench, click, figures));
    return {
      title: 'A benchmark’s profile, from the end of `go test` to the columns',
      sections: [{ title: '', head: ['', 'first, with the worker’s start', 'a later one'], rows }],
      notes: [
        'The last rows run the built extension on a copy of a Go module, with a fake `vscode` module: the lens’s ' +
          'command captures a cpu and a memory profile. The time is from the exit of the last `go test` to the ' +
          'decorations with the figures, without the time in which the editor then draws them.',
      ],
      figures,
    };
  },
};

async function clickRow(bench: Bench, click: Click, figures: Record<string, number>): Promise<string[]> {
  const { benchmark, testFile, shown } = click;
  bench.log(`${benchmark}: go test to columns`);
  const runs: { milliseconds: number[]; sizes: number[]; errors: string[] }[] = [];
  for (let round = 0; round < (bench.options.quick ? CLICKS.quick : CLICKS.usual); round++) {
    const folder = await mkdtemp(path.join(scratchFolder, 'clicked-'));
    try {
      const workspace = path.join(folder, 'workspace');
      await cp(click.workspace, workspace, { recursive: true });
      const args = [builtFolder, workspace, path.join(folder, 'storage'), testFile, benchmark, shown];
      const command = [process.execPath, bench.tools.program('benchmark'), ...args];
      const run = await bench.tools.measure(command, { keepOutput: true, limitMs: 5 * 60_000 });
      runs.push(JSON.parse(run.stdout) as (typeof runs)[number]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  const first = median(runs.map(({ milliseconds }) => milliseconds[0]!));
  const later = median(runs.flatMap(({ milliseconds }) => milliseconds.slice(1)));
  figures[`typical.${benchmark}.clicked.first.ms`] = first;
  figures[`typical.${benchmark}.clicked.second.ms`] = later;
  const largest = Math.max(...runs.flatMap(({ sizes }) => sizes));
  return [`${benchmark} (up to ${megabytes(largest)}): go test → columns`, time(first), time(later)];
}
