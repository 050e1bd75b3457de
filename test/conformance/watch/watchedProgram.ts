import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Instance } from '../../../src/live/targets/instances';
import { readMoment } from '../../../src/engine/node/readMoment';
import { GrowthFinder, type Growth } from '../../../src/live/watch/growth';
import { type InstanceMoment, InstanceMoments } from '../../../src/live/watch/momentRequest';
import { PROGRAMS, temporaryFolder } from '../goPrograms';
import { mustRun } from '../oracle';

/** Builds the program `watched`, runs it, and calls `act` with its instance and process. */
export async function withWatched(
  flags: readonly string[],
  act: (instance: Instance, pid: number) => Promise<void>,
): Promise<void> {
  const { folder, remove } = await temporaryFolder();
  try {
    const program = join(folder, process.platform === 'win32' ? 'watched.exe' : 'watched');
    await mustRun('go', ['build', '-o', program, './watched'], { cwd: PROGRAMS });
    const child = spawn(program, [...flags], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const [address] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
      const url = new URL(`http://${address.trim()}/debug/pprof/`);
      await act({ name: url.host, url, isIndex: true, connection: {} }, child.pid!);
    } finally {
      child.kill('SIGKILL');
    }
  } finally {
    await remove();
  }
}

export interface Watched {
  readonly heap: readonly Growth[];
  readonly goroutines: readonly Growth[];
  readonly moments: readonly InstanceMoment[];
}

interface Pace {
  readonly everyMs: number;
  readonly moments: number;
  readonly cpuSeconds?: number;
}

/** Watches until `isEnough`, or so many moments were taken. */
export async function watch(
  instance: Instance,
  { everyMs, moments: most, cpuSeconds = 0 }: Pace,
  isEnough: (found: Watched) => boolean = () => false,
): Promise<Watched> {
  const [heap, goroutines] = [new GrowthFinder(), new GrowthFinder()];
  const taker = new InstanceMoments(instance);
  const { signal } = new AbortController();
  const moments: InstanceMoment[] = [];
  const found = { heap: [] as Growth[], goroutines: [] as Growth[], moments };
  for (let i = 0; i < most && !isEnough(found); i++) {
    const begin = Date.now();
    const moment = await taker.take({ cpuSeconds, maxUnpackedBytes: 1 << 30, signal });
    moments.push(moment);
    const facts = (bytes: Uint8Array) => readMoment({ parts: [{ instance: '', bytes }] }, signal);
    found.heap.push(...heap.add(begin, await facts(moment.heap!)));
    found.goroutines.push(...goroutines.add(begin, await facts(moment.goroutine!)));
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, begin + everyMs - Date.now())));
  }
  return found;
}
