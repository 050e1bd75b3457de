import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ensureBenchstat } from '../../host/benchstat.mjs';
import { scratchFolder } from '../places';
import { growth, median, pairedRatio } from '../statistics';
import type { Bench, Measurement, Table } from '../table';
import { count, megabytes, time, times } from '../words';

const SIZES = [10_000, 100_000, 1_000_000];
const ROUNDS = { quick: 3, usual: 9 };
/** Results of each benchmark in each file. */
const RUNS = 10;

/** Table 9: comparing the results of two files, in a new process each time. */
export const benchstat: Table = {
  name: 'benchstat',
  async measure(bench: Bench): Promise<Measurement> {
    const benchstatPath = await ensureBenchstat();
    const figures: Record<string, number> = {};
    const rows: string[][] = [];
    const walls: number[] = [];
    const sizes = SIZES.filter((size) => size <= (bench.options.quick ? 100_000 : bench.options.largest));
    for (const size of sizes) {
      bench.log(`benchstat of ${count(size)} result lines`);
      const { wall, theirs, ratio, peak } = await measureSize(bench, benchstatPath, size);
      figures[`benchstat.${size}.ms`] = wall;
      walls.push(wall);
      rows.push([count(size), time(wall), time(theirs), times(ratio), megabytes(peak)]);
    }
    if (sizes.length > 1) figures['benchstat.growth'] = growth(sizes, walls);
    const head = ['result lines', 'ours', 'benchstat', 'ours : benchstat', 'peak memory'];
    return {
      title: 'Comparing the benchmark results of two files',
      sections: [{ title: '', head, rows }],
      notes: [
        `Each figure is that of a whole new process, including the start of Node. Each file has ${RUNS} results of ` +
          'each benchmark, in three units, with ties.',
      ],
      figures,
    };
  },
};

async function measureSize({ tools, options }: Bench, benchstatPath: string, size: number) {
  const folder = await mkdtemp(path.join(scratchFolder, 'benchstat-'));
  try {
    const files = ['old.txt', 'new.txt'].map((name) => path.join(folder, name));
    for (const [i, file] of files.entries()) await writeFile(file, resultLines(size / files.length, 1 + i / 20));
    const command = [process.execPath, tools.program('benchstat'), ...files];
    const ours: number[] = [];
    const theirs: number[] = [];
    let peak = 0;
    for (let round = 0; round < (options.quick ? ROUNDS.quick : ROUNDS.usual); round++) {
      const { wallMs, peakBytes } = await tools.measure(command);
      ours.push(wallMs);
      peak = Math.max(peak, peakBytes);
      theirs.push((await tools.measure([benchstatPath, ...files])).wallMs);
    }
    return { wall: median(ours), theirs: median(theirs), ratio: pairedRatio(ours, theirs), peak };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function resultLines(size: number, factor: number): string {
  const lines = ['goos: linux', 'goarch: amd64', 'pkg: example.com/p'];
  for (let i = 0; i < size; i++) {
    const benchmark = Math.floor(i / RUNS);
    const time = ((100 + (benchmark * 7919) % 100_000) * factor * (1 + ((i * 37) % 61) / 1000)).toFixed(benchmark % 3);
    const name = `BenchmarkEncode${benchmark % 97}/size=${benchmark}/kind=x-8`;
    lines.push(`${name}         \t  100000\t      ${time} ns/op\t     ${16 * (benchmark % 7)} B/op\t       ${benchmark % 5} allocs/op`);
  }
  return `${lines.join('\n')}\n`;
}
