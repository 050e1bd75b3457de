import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import type { LineDetail } from '../../src/profile/answers/lines';
import { filesOf } from '../../src/profile/lines/frames';
import { lineCosts } from '../shared/inOneStep';
import { lineDetail } from '../../src/profile/lines/lineDetail';
import type { Profile } from '../../src/profile/model';
import { heapPairs, recovered } from '../../src/profile/noise/sampling';
import { shareInterval } from '../../src/profile/noise/interval';
import { decodeProfile } from '../../src/profile/wire/decode';
import { temporaryFolder } from '../conformance/goPrograms';
import { mustRun } from '../conformance/oracle';

// npm run proof:noise [-- --runs=N] [--only=cpu|heap]

const PROGRAM = fileURLToPath(new URL('program', import.meta.url));
const FILE = 'noise_test.go';
const COLUMNS = ['flat', 'cum'] as const;
/** The samples of a cpu run: as many as Go takes in a second, which is the default benchtime. */
const CPU_SAMPLES = 100;
const FIRST_OPERATIONS = 2000;
const HEAP_OPERATIONS = 100;

const { values } = parseArgs({ options: { runs: { type: 'string', default: '100' }, only: { type: 'string' } } });
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 2) throw new Error('--runs must be a whole number of at least 2.');

/** The value of a figure in one run. */
interface RunValue {
  readonly value: number;
  readonly samples: number;
  readonly interval: readonly [from: number, to: number];
}

/** The values of a figure in all runs; undefined for a run without a sample of it. */
type Figure = (RunValue | undefined)[];

/** The figures of all runs, by name, such as `cum of line 31 (alloc_space)`. */
class Figures {
  readonly byName = new Map<string, Figure>();

  add(run: number, name: string, runValue: RunValue): void {
    const figure = this.byName.get(name) ?? Array.from({ length: runs }, () => undefined);
    figure[run] = runValue;
    this.byName.set(name, figure);
  }

  /** All figures except each flat that equals the cum of its line in every run. */
  distinct(): [string, Figure][] {
    return [...this.byName].filter(([name, figure]) => {
      const cum = name.startsWith('flat') ? this.byName.get(name.replace('flat', 'cum')) : undefined;
      return cum?.every((runValue, run) => runValue?.value === figure[run]?.value) !== true;
    });
  }
}

/** The details of each line of the benchmark's file. */
function detailsOf(profile: Profile): LineDetail[] {
  const [file] = filesOf(profile).filter((name) => name.endsWith(FILE));
  if (file === undefined) return [];
  const sampleType = profile.sampleTypes.length - 1;
  const types = profile.sampleTypes.map((_, type) => lineCosts(profile, type).fileCosts(file).lines);
  const lines = [...new Set(types.flatMap((typeLines) => [...typeLines]))];
  return lines.flatMap((line) => lineDetail(profile, { sampleType, file, line, limit: 0 }) ?? []);
}

function addFigures(figures: Figures, run: number, profile: Profile, types: readonly string[]): void {
  for (const { line, values: all } of detailsOf(profile)) {
    for (const { sampleType: { type }, noise, total, ...value } of all) {
      if (!noise || !types.includes(type)) continue;
      for (const column of COLUMNS) {
        const { count, interval } = noise[column];
        if (!interval) continue;
        const divisor = type === 'cpu' ? total : 1;
        const [from, to] = interval;
        const [low, high] = [from / divisor, to / divisor];
        const runValue: RunValue = { value: value[column] / divisor, samples: count, interval: [low, high] };
        figures.add(run, `${column} of line ${line} (${type})`, runValue);
      }
    }
  }
}

async function main(): Promise<void> {
  const { folder, remove } = await temporaryFolder();
  try {
    const program = join(folder, 'proof.test');
    await mustRun('go', ['test', '-c', '-o', program, '.'], { cwd: PROGRAM });
    const profileOf = async (kind: 'cpu' | 'mem', benchmark: string, operations: number): Promise<Profile> => {
      const path = join(folder, `${kind}.pprof`);
      const flags = [`-test.bench=^${benchmark}$`, `-test.benchtime=${operations}x`, `-test.${kind}profile=${path}`];
      await mustRun(program, ['-test.run=^$', ...flags], { cwd: folder });
      return decodeProfile(gunzipSync(await readFile(path)));
    };
    const { only } = values;
    const isCpuRight = only === 'heap' || (await proveCpu(profileOf));
    const isHeapRight = only === 'cpu' || (await proveHeap(profileOf));
    process.exitCode = isCpuRight && isHeapRight ? 0 : 1;
  } finally {
    await remove();
  }
}

type ProfileOf = (kind: 'cpu' | 'mem', benchmark: string, operations: number) => Promise<Profile>;

async function proveCpu(profileOf: ProfileOf): Promise<boolean> {
  // The number of operations is fixed, because in a fixed time a busy machine takes fewer samples.
  const first = samplesIn(await profileOf('cpu', 'BenchmarkShares', FIRST_OPERATIONS));
  const operations = Math.ceil((FIRST_OPERATIONS * CPU_SAMPLES) / first);
  const figures = new Figures();
  const sizes: number[] = [];
  for (let run = 0; run < runs; run++) {
    const profile = await profileOf('cpu', 'BenchmarkShares', operations);
    addFigures(figures, run, profile, ['cpu']);
    sizes.push(samplesIn(profile));
  }
  const totalSamples = sizes.reduce((sum, size) => sum + size, 0);
  const lines = figures.distinct().flatMap(([name, figure]) => {
    const share = figure.reduce((sum, runValue) => sum + (runValue?.samples ?? 0), 0) / totalSamples;
    if (share < 0.01 || share > 0.5) return [];
    // A run without a sample of the line shows that its share is small.
    const intervals = figure.map((runValue, run) => runValue?.interval ?? shareInterval(0, sizes[run]!));
    const covered = intervals.filter((interval) => contains(interval, share)).length;
    return [{ name, longRun: `${(100 * share).toFixed(1)} %`, samples: (share * totalSamples) / runs, covered }];
  });
  return report(`cpu, ${runs} runs of about ${Math.round(totalSamples / runs)} samples each`, lines);
}

async function proveHeap(profileOf: ProfileOf): Promise<boolean> {
  const figures = new Figures();
  let maxDeviation = 0;
  for (let run = 0; run < runs; run++) {
    const profile = await profileOf('mem', 'BenchmarkSizes', HEAP_OPERATIONS);
    addFigures(figures, run, profile, ['alloc_objects', 'alloc_space']);
    for (const pair of heapPairs(profile)) {
      const countOf = recovered(profile, pair);
      for (let i = 0; i < profile.sampleCount; i++) {
        maxDeviation = Math.max(maxDeviation, Math.abs(countOf(i).count - Math.round(countOf(i).count)));
      }
    }
  }
  const lines = figures.distinct().flatMap(([name, figure]) => {
    const samples = figure.reduce((sum, runValue) => sum + (runValue?.samples ?? 0), 0) / runs;
    // The editor fades figures of fewer than five samples.
    if (samples < 5) return [];
    const longRun = figure.reduce((sum, runValue) => sum + (runValue?.value ?? 0), 0) / runs;
    const covered = figure.filter((runValue) => runValue !== undefined && contains(runValue.interval, longRun)).length;
    return [{ name, longRun: longRun.toPrecision(4), samples, covered }];
  });
  const isCovered = report(`heap, ${runs} runs of ${HEAP_OPERATIONS} operations at the default rate`, lines);
  console.log(`Recovered counts are whole numbers within ${maxDeviation.toExponential(1)}; allowed: 1e-3.\n`);
  return isCovered && maxDeviation <= 1e-3;
}

function samplesIn({ values: [counts] }: Profile): number {
  return counts!.reduce((sum, count) => sum + count, 0);
}

function contains([from, to]: readonly [number, number], value: number): boolean {
  return from <= value && value <= to;
}

interface Coverage {
  readonly name: string;
  /** The long-run value, as text. */
  readonly longRun: string;
  /** The average number of samples per run. */
  readonly samples: number;
  /** The number of runs whose interval contains the long-run value. */
  readonly covered: number;
}

/** Prints the figures. Returns whether 93 to 97 % of all intervals contain the long-run value. */
function report(title: string, lines: readonly Coverage[]): boolean {
  console.log(title);
  for (const { name, longRun, samples, covered } of lines) {
    const cells = [name.padEnd(34), longRun.padStart(12), samples.toFixed(1).padStart(9), `${covered} of ${runs}`.padStart(12)];
    console.log(`  ${cells.join('')}`);
  }
  const share = lines.reduce((sum, { covered }) => sum + covered, 0) / (lines.length * runs);
  const isRight = share >= 0.93 && share <= 0.97;
  const count = lines.length * runs;
  const verdict = isRight ? 'ok' : 'NOT ok';
  console.log(`${(100 * share).toFixed(1)} % of ${count} intervals contain the long-run value (93 to 97 % required). ${verdict}\n`);
  return isRight;
}

void main();
