import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { InstanceMoments } from '../../src/live/watch/momentRequest';
import { watchInstances } from '../../src/live/watch/watchLoop';
import { withWatched } from '../conformance/watch/watchedProgram';
import { watchedOnDisk } from '../shared/watchedOnDisk';
import { proveGrowth } from './growthFound';
import { printMomentCost, spentBy } from './serviceCost';

// npm run proof:watch [-- --moments=N --hours=N]

/**
 * Watches a real Go service with the host's and the worker's own code, and fails if that takes more than 1 % of a core
 * at the default interval. Moments follow one another sooner here: what one costs is divided by 30 s. It also prints
 * what the service's own process spent with and without the watch, and what each request costs an idle one; and fails
 * if a leak is found late, or hours without a leak raise anything.
 */
const { values } = parseArgs({
  options: { moments: { type: 'string', default: '20' }, hours: { type: 'string', default: '20' } },
});
const moments = Number(values.moments);
const hours = Number(values.hours);
if (!(hours > 0)) throw new Error('--hours must be positive.');
if (!Number.isInteger(moments) || moments < 5) throw new Error('--moments must be a whole number of at least 5.');
if (process.platform !== 'linux') throw new Error('The CPU time of the service is only known under Linux.');

/** The default of `linecost.watch.interval`, in seconds. */
const USUAL = 30;
const EVERY_SECONDS = 2.5;
/** The first moments start the worker and compile code. */
const WARM_UP = 3;
const MAX_PERCENT = 1;
/** Of services whose requests are measured: above 10,000, goroutines are only counted. */
const GOROUTINES = [100, 9900];
/** Work by amount, not by time, which would be less on a busy machine. */
const FLAGS = ['-garbage=400000000', '-goroutines=20', '-leak=1000000'];

/** CPU time of this process with all its threads, in seconds. */
const spentHere = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});

async function main(): Promise<void> {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'proof-watch-')));
  try {
    await withWatched(FLAGS, (instance, pid) => prove(root, new InstanceMoments(instance), pid));
    for (const count of GOROUTINES) await printMomentCost(count, USUAL);
    for (const failure of await proveGrowth(hours, USUAL)) fail(failure);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function prove(root: string, taker: InstanceMoments, pid: number): Promise<void> {
  const controller = new AbortController();
  const clock = { now: Date.now, sleep: (millis: number, signal: AbortSignal) => sleep(millis, undefined, { signal }) };
  const watched = await watchedOnDisk(root, clock);
  const seconds = moments * EVERY_SECONDS;
  const before = spentBy(pid);
  await sleep(1000 * seconds);
  const without = spentBy(pid) - before;
  let [count, here, there] = [0, 0, 0];
  const counting = {
    instance: taker.instance,
    take: (options: Parameters<InstanceMoments['take']>[0]) => {
      if (count === WARM_UP) [here, there] = [spentHere(), spentBy(pid)];
      if (count++ < WARM_UP + moments) return taker.take(options);
      [here, there] = [spentHere() - here, spentBy(pid) - there];
      controller.abort();
      throw controller.signal.reason;
    },
  };
  const pace = { everySeconds: EVERY_SECONDS, cpuSeconds: 1, maxUnpackedBytes: 1 << 30 };
  try {
    await watchInstances([counting], pace, watched.service, { clock, signal: controller.signal });
  } finally {
    await watched.dispose();
  }
  const perMoment = here / moments;
  const percent = (100 * perMoment) / USUAL;
  const cost = there - without;
  console.log(`${moments} moments, ${EVERY_SECONDS} s apart, after ${WARM_UP} that warm up.`);
  console.log(`Here: ${(1000 * perMoment).toFixed(0)} ms of CPU time a moment, ${percent.toFixed(2)} % of a core at one in ${USUAL} s.`);
  console.log(`The service: ${there.toFixed(2)} s of CPU time in ${seconds} s with the watch, ${without.toFixed(2)} s without: ` +
    `${((1000 * cost) / moments).toFixed(0)} ms a moment, ${((100 * cost) / moments / USUAL).toFixed(2)} % of a core at one in ${USUAL} s.`);
  if (cost <= 0) console.log('So what it costs the service is less than what the machine changes from one minute to the next.');
  if (!(percent <= MAX_PERCENT)) fail(`The watch takes more than ${MAX_PERCENT} % of a core.`);
}

function fail(text: string): void {
  console.error(text);
  process.exitCode = 1;
}
