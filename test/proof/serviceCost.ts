import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Instance } from '../../src/live/targets/instances';
import { InstanceMoments } from '../../src/live/watch/momentRequest';
import { withWatched } from '../conformance/watch/watchedProgram';

/** How often each request of a moment is repeated: CPU times are counted in hundredths of a second. */
const REPEATS = 200;
/** CPU profiles of a second that are taken. */
const PROFILES = 10;
const NEVER = new AbortController().signal;

const ticks = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** CPU time of another process, in seconds. */
export function spentBy(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticks;
}

/** What a request costs the service, in seconds. */
interface Cost {
  readonly cpu: number;
  /** How often the world is stopped for it. */
  readonly stops: number;
  readonly usualStop: number;
  readonly longestStop: number;
}

/** Prints what each request of a moment costs an idle service with so many goroutines, in milliseconds of CPU time. */
export async function printMomentCost(goroutines: number, everySeconds: number): Promise<void> {
  await withWatched([`-waiting=${goroutines}`], async (instance, pid) => {
    const get = async (path: string) => void (await textOf(instance, path));
    const cost = (path: string, repeats = REPEATS) => costOf(() => get(path), repeats, instance, pid);
    const second = await costOf(() => new Promise((resolve) => setTimeout(resolve, 1000)), PROFILES, instance, pid);
    const profile = await cost('profile?seconds=1', PROFILES);
    const rows: [string, Cost][] = [
      ['list of profiles', await cost('')],
      ['heap', await cost('heap')],
      ['goroutines', await cost('goroutine')],
      ['memory statistics', await cost('heap?debug=1')],
      ['CPU profile of 1 s', { ...profile, cpu: profile.cpu - second.cpu }],
    ];
    const taker = new InstanceMoments(instance);
    const options = { cpuSeconds: 0, maxUnpackedBytes: 1 << 30, signal: NEVER };
    rows.push(['all but the CPU profile', await costOf(async () => void (await taker.take(options)), REPEATS, instance, pid)]);
    console.log(`\nA service with ${goroutines} waiting goroutines that does nothing else:`);
    for (const [name, { cpu, stops, usualStop, longestStop }] of rows) {
      const lengths = `each for ${millis(usualStop)} (median), at most ${millis(longestStop)}`;
      const stopped = Math.round(stops) > 0 ? `; stops the world ${Math.round(stops)} ×, ${lengths}` : '';
      console.log(`  ${name.padEnd(24)} ${(1000 * cpu).toFixed(2).padStart(6)} ms of CPU time${stopped}`);
    }
    const all = rows.at(-1)![1].cpu + Math.max(0, profile.cpu - second.cpu);
    const percent = (100 * all) / everySeconds;
    console.log(`  ${'a moment'.padEnd(24)} ${(1000 * all).toFixed(2).padStart(6)} ms, ${percent.toFixed(3)} % of a core at one in ${everySeconds} s`);
  });
}

async function costOf(act: () => Promise<unknown>, repeats: number, instance: Instance, pid: number): Promise<Cost> {
  await act();
  await textOf(instance, '/pauses');
  const before = spentBy(pid);
  for (let i = 0; i < repeats; i++) await act();
  const cpu = (spentBy(pid) - before) / repeats;
  const pauses = (await textOf(instance, '/pauses')).trim().split(' ').map(Number);
  const [stops, usualStop, longestStop] = pauses as [number, number, number];
  return { cpu, stops: stops / repeats, usualStop, longestStop };
}

const millis = (seconds: number): string => `${(1000 * seconds).toFixed(2)} ms`;

async function textOf({ url }: Instance, path: string): Promise<string> {
  const answer = await fetch(new URL(path, url));
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
  return answer.text();
}
