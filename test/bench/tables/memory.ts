import type { Bench, Measurement, Table } from '../table';
import { count, megabytes } from '../words';

const TIMES = 10;
/** Without unloading, the run ends where this many loaded profiles' worth of memory is passed. */
const MOST_HELD = 4;

/** Table 4: does memory come back after ten large profiles? */
export const memory: Table = {
  name: 'memory',
  async measure(bench: Bench): Promise<Measurement> {
    const { options, profiles, say } = bench;
    const profile = await profiles.generated(Math.min(options.largest, options.quick ? 100_000 : 1_000_000));
    const paths = Array.from({ length: TIMES }, () => profile.path);
    say(`${profile.name}: loaded and unloaded ${TIMES} times`);
    const closed = await run(bench, 'unload', Infinity, paths);
    const held = closed.loaded[0]! - closed.before;
    say(`${profile.name}: loaded ${TIMES} times, never unloaded`);
    const kept = await run(bench, 'keep', closed.before + MOST_HELD * held, paths);
    const figures = {
      'memory.samples': profile.samples,
      'memory.unloadedGrowth': closed.unloaded.at(-1)! / closed.unloaded[0]!,
      'memory.loadedGrowth': closed.loaded.at(-1)! / closed.loaded[0]!,
      'memory.keptGrowth': kept.loaded.at(-1)! / kept.loaded[0]!,
      'memory.keptLoads': kept.loaded.length,
      'memory.heldBytes': held,
    };
    const row = (name: string, { before, loaded, unloaded, end }: Rested): string[] => [
      name, megabytes(before), megabytes(loaded[0]), megabytes(unloaded[0]), megabytes(loaded.at(-1)),
      megabytes(unloaded.at(-1)), megabytes(end), String(loaded.length),
    ];
    return {
      title: `Resident memory while ${TIMES} profiles of ${count(profile.samples)} samples are opened one after the other`,
      sections: [{
        title: '',
        head: ['', 'worker started', '1st loaded', '1st unloaded', 'last loaded', 'last unloaded', 'worker ended', 'loads'],
        rows: [row('each unloaded before the next', closed), row('none unloaded', kept)],
      }],
      notes: [
        `Unpacked ${megabytes(profile.unpackedBytes)}. Of each, the costs of a file and a flame window are asked for. ` +
          'The whole process, at rest, nobody forces a collection.',
        `"none unloaded" ends early where more than ${MOST_HELD} profiles' worth is held.`,
      ],
      figures,
    };
  },
};

interface Rested {
  readonly before: number;
  readonly loaded: readonly number[];
  readonly unloaded: readonly number[];
  readonly end: number;
}

async function run({ tools }: Bench, mode: 'unload' | 'keep', limit: number, paths: readonly string[]): Promise<Rested> {
  const args = [tools.program('memory'), tools.worker, mode, String(limit), ...paths];
  return JSON.parse((await tools.measure([process.execPath, ...args], { keepOutput: true })).stdout) as Rested;
}
