import { mkdtemp, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { vsixPath } from '../../host/paths.mjs';
import { packageExtension } from '../npmSteps.mjs';
import { builtFolder, scratchFolder } from '../places';
import { median } from '../statistics';
import type { Bench, Measurement, Table } from '../table';
import { count, megabytes, time } from '../words';

const ROUNDS = { quick: 5, usual: 15 };
const LONGEST_ROUNDS = { quick: 2, usual: 5 };
const BUNDLES = ['extension.js', 'worker.js', 'webview.js', 'webview.css'];

/** The longest task during each step, in milliseconds. */
interface LongestTasks {
  readonly idle: number;
  readonly load: number;
  readonly zoom: number;
  readonly show: number;
  readonly scroll: number;
  readonly type: number;
  readonly newline: number;
  readonly replace: number;
}

/** Table 7: the size of the extension, and how long it blocks the extension host's thread. */
export const host: Table = {
  name: 'host',
  async measure(bench: Bench): Promise<Measurement> {
    const figures: Record<string, number> = {};
    const sizes = await sizeRows(bench, figures);
    const activation = await activationRows(bench, figures);
    const tasks = await longestRows(bench, figures);
    const bounds = await boundRows(bench);
    return {
      title: 'The extension’s host',
      sections: [
        { title: 'Sizes', head: ['file', 'size'], rows: sizes },
        { title: 'Activation in a fresh process', head: ['', 'time'], rows: activation },
        { title: 'Longest task of the host’s thread', head: ['while', 'time'], rows: tasks },
        { title: 'Lower bounds', head: ['', 'time'], rows: bounds },
      ],
      notes: [
        'The built bundle runs in Node with a fake `vscode` module, whose calls only serialize what they send. A task ' +
          'is the time for which the event loop is blocked, on Linux without the time in which other programs had the ' +
          'processor. Each figure is from the run whose longest task was shortest.',
        'Activation takes at least the time in which V8 compiles the bundle. The first profile of a window needs the ' +
          'paths of `go env`, and starting a process blocks the thread for longer the more memory the process has.',
      ],
      figures,
    };
  },
};

async function sizeRows({ log }: Bench, figures: Record<string, number>): Promise<string[][]> {
  log('packaging');
  await packageExtension();
  const files = [...BUNDLES.map((name) => path.join(builtFolder, name)), vsixPath];
  const rows: string[][] = [];
  for (const file of files) {
    const { size } = await stat(file);
    figures[`host.size.${path.basename(file)}`] = size;
    rows.push([path.basename(file), size < 1e6 ? `${(size / 1000).toFixed(1)} kB` : megabytes(size)]);
  }
  return rows;
}

async function activationRows({ options, tools, log }: Bench, figures: Record<string, number>): Promise<string[][]> {
  log('activation');
  const runs: { requireMs: number; activateMs: number }[] = [];
  for (let round = 0; round < (options.quick ? ROUNDS.quick : ROUNDS.usual); round++) {
    const command = [process.execPath, tools.program('activation'), builtFolder];
    runs.push(JSON.parse((await tools.measure(command, { keepOutput: true })).stdout) as (typeof runs)[number]);
  }
  const [requireTime, activateTime, both] = [
    median(runs.map(({ requireMs }) => requireMs)),
    median(runs.map(({ activateMs }) => activateMs)),
    median(runs.map(({ requireMs, activateMs }) => requireMs + activateMs)),
  ];
  figures['host.activation.ms'] = both;
  return [['require the bundle', time(requireTime)], ['activate', time(activateTime)], ['both', time(both)]];
}

async function longestRows(bench: Bench, figures: Record<string, number>): Promise<string[][]> {
  const { options, tools, profiles, log } = bench;
  const profile = await profiles.generated(Math.min(options.largest, options.quick ? 100_000 : 1_000_000));
  log(`${profile.name}: longest tasks of the host`);
  const runs: LongestTasks[] = [];
  for (let round = 0; round < (options.quick ? LONGEST_ROUNDS.quick : LONGEST_ROUNDS.usual); round++) {
    const folder = await mkdtemp(path.join(scratchFolder, 'host-'));
    try {
      const command = [process.execPath, tools.program('longest'), builtFolder, folder, profile.path];
      runs.push(JSON.parse((await tools.measure(command, { keepOutput: true })).stdout) as LongestTasks);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  const rows: readonly (readonly [keyof LongestTasks, string])[] = [
    ['idle', 'nothing happens (what the machine itself takes)'],
    ['load', `a profile of ${count(profile.samples)} samples (${megabytes(profile.unpackedBytes)}) loads`],
    ['zoom', 'its flame graph is zoomed'],
    ['show', 'an annotated file of 20,000 lines is opened'],
    ['scroll', 'it is scrolled'],
    ['type', 'it is typed in, within a line'],
    ['newline', 'it is typed in, new lines'],
    ['replace', 'a line of it is replaced by two, as by a formatter or git'],
  ];
  return rows.map(([key, words]) => {
    // Every run does the same work; other programs on the machine can only add to its time.
    const least = Math.min(...runs.map((run) => run[key]));
    figures[`host.${profile.samples}.longest.${key}.ms`] = least;
    return [words, time(least)];
  });
}

/** What programs/startProcess.ts measures, in a small process and in a large one. */
interface Starts {
  readonly residentBytes: number;
  readonly starts: readonly number[];
}

async function boundRows({ options, tools, log }: Bench): Promise<string[][]> {
  log('lower bounds of the host');
  const rounds = options.quick ? ROUNDS.quick : ROUNDS.usual;
  const run = async (program: string, argument: string) =>
    (await tools.measure([process.execPath, tools.program(program), argument], { keepOutput: true })).stdout;
  const compiled: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const text = await run('compileOnly', path.join(builtFolder, 'extension.js'));
    compiled.push((JSON.parse(text) as { milliseconds: number }).milliseconds);
  }
  const { small, large } = JSON.parse(await run('startProcess', String(rounds))) as Record<'small' | 'large', Starts>;
  return [
    ['the bundle is read and compiled, but not run', time(median(compiled))],
    ...[small, large].map(({ residentBytes, starts }) => [
      `a process is started by one with ${megabytes(residentBytes)}`, time(median(starts)),
    ]),
  ];
}
