import type { Bench, Measurement, Table } from '../table';
import { count, megabytes } from '../words';

const TIMES = { quick: 3, usual: 10 };
/** Without unloading, the run ends once memory exceeds that of this many loaded profiles. */
const MAX_HELD_RATIO = 4;

/** Table 4: whether memory is freed after ten large profiles. */
export const memory: Table = {
  name: 'memory',
  async measure(bench: Bench): Promise<Measurement> {
    const { options, profiles, say } = bench;
    const profile = await profiles.generated(Math.min(options.largest, options.quick ? 100_000 : 1_000_000));
    const times = options.quick ? TIMES.quick : TIMES.usual;
    const paths = Array.from({ length: times }, () => profile.path);
    say(`${profile.name}: loaded and unloaded ${times} times`);
    const closed = await run(bench, 'unload', Infinity, paths);
    const held = closed.loaded[0]!.resident - closed.before.resident;
    const maxBytes = closed.before.resident + MAX_HELD_RATIO * held;
    const kept = options.quick ? undefined : await keepAll(bench, profile.name, maxBytes, paths);
    const figures: Record<string, number> = {
      'memory.samples': profile.samples,
      'memory.unloadedGrowth': growth(closed.unloaded),
      'memory.loadedGrowth': growth(closed.loaded),
      'memory.heldBytes': held,
    };
    if (kept) {
      figures['memory.keptGrowth'] = growth(kept.loaded);
      figures['memory.keptLoads'] = kept.loaded.length;
    }
    const row = (name: string, { before, loaded, unloaded, end }: Rested): string[] => [
      name, ...[before, loaded[0], unloaded[0], loaded.at(-1), unloaded.at(-1)].map(shown),
      megabytes(end.resident), String(loaded.length),
    ];
    return {
      title: `Resident memory while ${times} profiles of ${count(profile.samples)} samples are opened one after the other`,
      sections: [{
        title: '',
        head: ['', 'worker started', '1st loaded', '1st unloaded', 'last loaded', 'last unloaded', 'worker ended', 'loads'],
        rows: [row('each one unloaded before the next', closed), ...(kept ? [row('none unloaded', kept)] : [])],
      }],
      notes: [
        `Unpacked ${megabytes(profile.unpackedBytes)}. The costs of a file and a flame window of each are queried. ` +
          'Memory is of the whole idle process, without a forced collection; in parentheses, the part of the worker.',
        ...(kept ? [`"none unloaded" ends early if more than the memory of ${MAX_HELD_RATIO} profiles is in use.`] : []),
      ],
      figures,
    };
  },
};

interface Resident {
  readonly resident: number;
  readonly held: number;
}

interface Rested {
  readonly before: Resident;
  readonly loaded: readonly Resident[];
  readonly unloaded: readonly Resident[];
  readonly end: Resident;
}

function growth(states: readonly Resident[]): number {
  return states.at(-1)!.resident / states[0]!.resident;
}

function shown(state: Resident | undefined): string {
  return state === undefined ? '–' : `${megabytes(state.resident)} (${megabytes(state.held)})`;
}

/** Loads all profiles without unloading any. A quick run leaves this out, since its profiles all fit in memory. */
async function keepAll(bench: Bench, name: string, maxBytes: number, paths: readonly string[]): Promise<Rested> {
  bench.say(`${name}: loaded ${paths.length} times, never unloaded`);
  return run(bench, 'keep', maxBytes, paths);
}

async function run({ tools }: Bench, mode: 'unload' | 'keep', limit: number, paths: readonly string[]): Promise<Rested> {
  const args = [tools.program('memory'), tools.worker, mode, String(limit), ...paths];
  return JSON.parse((await tools.measure([process.execPath, ...args], { keepOutput: true })).stdout) as Rested;
}
