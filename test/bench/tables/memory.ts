import type { Bench, Measurement, Table } from '../table';
import { count, megabytes } from '../words';

const TIMES = { quick: 3, usual: 10 };
/** Without unloading, the run ends once memory exceeds that of this many loaded profiles. */
const MAX_HELD_RATIO = 4;

/** Table 4: whether the memory of unloaded profiles is freed. */
export const memory: Table = {
  name: 'memory',
  async measure(bench: Bench): Promise<Measurement> {
    const { options, profiles, log } = bench;
    const profile = await profiles.generated(Math.min(options.largest, options.quick ? 100_000 : 1_000_000));
    const times = options.quick ? TIMES.quick : TIMES.usual;
    const paths = Array.from({ length: times }, () => profile.path);
    log(`${profile.name}: loaded and unloaded ${times} times`);
    const unloadRun = await run(bench, 'unload', Infinity, paths);
    const profileBytes = unloadRun.loaded[0]!.resident - unloadRun.before.resident;
    const maxBytes = unloadRun.before.resident + MAX_HELD_RATIO * profileBytes;
    const keepRun = options.quick ? undefined : await keepAll(bench, profile.name, maxBytes, paths);
    const figures: Record<string, number> = {
      'memory.samples': profile.samples,
      'memory.unloadedGrowth': growth(unloadRun.unloaded),
      'memory.loadedGrowth': growth(unloadRun.loaded),
      'memory.heldBytes': profileBytes,
    };
    if (keepRun) {
      figures['memory.keptGrowth'] = growth(keepRun.loaded);
      figures['memory.keptLoads'] = keepRun.loaded.length;
    }
    const row = (name: string, { before, loaded, unloaded, end }: MemoryRun): string[] => [
      name, ...[before, loaded[0], unloaded[0], loaded.at(-1), unloaded.at(-1)].map(residentText),
      megabytes(end.resident), String(loaded.length),
    ];
    return {
      title: `Resident memory while ${times} profiles of ${count(profile.samples)} samples are opened one after the other`,
      sections: [{
        title: '',
        head: ['', 'worker started', '1st loaded', '1st unloaded', 'last loaded', 'last unloaded', 'worker ended', 'loads'],
        rows: [row('each one unloaded before the next', unloadRun), ...(keepRun ? [row('none unloaded', keepRun)] : [])],
      }],
      notes: [
        `Each profile has ${megabytes(profile.unpackedBytes)} unpacked; the costs of a file and a flame window are ` +
          'queried. Memory is that of the whole idle process, without a forced collection; in parentheses, the ' +
          'worker’s part.',
        ...(keepRun ? [`"none unloaded" ends early if more than the memory of ${MAX_HELD_RATIO} profiles is in use.`] : []),
      ],
      figures,
    };
  },
};

/** Bytes. */
interface Resident {
  /** The resident memory of the process. */
  readonly resident: number;
  /** The worker's part. */
  readonly held: number;
}

/** The memory after each step, while the process is idle. */
interface MemoryRun {
  readonly before: Resident;
  readonly loaded: readonly Resident[];
  readonly unloaded: readonly Resident[];
  readonly end: Resident;
}

function growth(states: readonly Resident[]): number {
  return states.at(-1)!.resident / states[0]!.resident;
}

function residentText(state: Resident | undefined): string {
  return state === undefined ? '–' : `${megabytes(state.resident)} (${megabytes(state.held)})`;
}

/** Loads all profiles without unloading any. A quick run leaves this out, because all its profiles fit in memory. */
async function keepAll(bench: Bench, name: string, maxBytes: number, paths: readonly string[]): Promise<MemoryRun> {
  bench.log(`${name}: loaded ${paths.length} times, never unloaded`);
  return run(bench, 'keep', maxBytes, paths);
}

async function run({ tools }: Bench, mode: 'unload' | 'keep', limit: number, paths: readonly string[]): Promise<MemoryRun> {
  const args = [tools.program('memory'), tools.worker, mode, String(limit), ...paths];
  return JSON.parse((await tools.measure([process.execPath, ...args], { keepOutput: true })).stdout) as MemoryRun;
}
