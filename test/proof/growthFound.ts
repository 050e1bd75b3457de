import { readMoment } from '../../src/engine/node/readMoment';
import { GrowthFinder, type Growth } from '../../src/live/watch/growth';
import { InstanceMoments } from '../../src/live/watch/momentRequest';
import { withWatched } from '../conformance/watch/watchedProgram';

const KB = 1000;
/** Services that leak, one after the other: heap samples are chance. */
const TRIES = 10;
/** A leak must be found after at most so many minutes. Without garbage, a service collects every two minutes. */
const MAX_MINUTES = 5;
const MAX_MINUTES_RARELY = 15;

/** What a service does, in bytes per second. */
interface Work {
  readonly leak?: number;
  readonly garbage?: number;
  readonly cache?: number;
}

/** Prints when a leak is found and what hours without one raise. Returns a sentence for each failure. */
export async function proveGrowth(hours: number, everySeconds: number): Promise<string[]> {
  return [
    ...(await leakFound('with garbage, 1 MB/s', { leak: 100 * KB, garbage: 1000 * KB }, MAX_MINUTES, everySeconds)),
    ...(await leakFound('without garbage', { leak: 100 * KB }, MAX_MINUTES_RARELY, everySeconds)),
    ...(await nothingFound('is idle', {}, hours, everySeconds)),
    ...(await nothingFound('replaces a cache of 1 MB and makes garbage', { garbage: 1000 * KB, cache: 1000 * KB }, hours, everySeconds)),
  ];
}

async function leakFound(name: string, work: Work, maxMinutes: number, everySeconds: number): Promise<string[]> {
  const minutes: number[] = [];
  for (let i = 0; i < TRIES; i++) {
    const [first] = await growths(work, maxMinutes / 60, everySeconds, true);
    minutes.push(first?.growth.site.function === 'main.remember' ? first.minutes : Infinity);
  }
  const [least, median, most] = [0, TRIES >> 1, TRIES - 1].map((i) => minutes.sort((a, b) => a - b)[i]!.toFixed(1));
  console.log(`A leak of 100 kB/s ${name} is found after ${median} min (median of ${TRIES} services; ${least} to ${most}).`);
  return most === 'Infinity' ? [`A leak ${name} is not found in ${maxMinutes} minutes.`] : [];
}

async function nothingFound(name: string, work: Work, hours: number, everySeconds: number): Promise<string[]> {
  const found = await growths(work, hours, everySeconds, false);
  const text = found.map(({ growth, minutes }) => `${growth.site.function} after ${minutes} min`).join(', ');
  console.log(`${hours} simulated hours of a service that ${name} raise ${text || 'nothing'}.`);
  return text ? [`A service that ${name} raises ${text}.`] : [];
}

/** What a real service raises, whose seconds pass as fast as it does its work. */
async function growths(
  { leak = 0, garbage = 0, cache = 0 }: Work,
  hours: number,
  everySeconds: number,
  untilFirst: boolean,
): Promise<readonly { readonly growth: Growth; readonly minutes: number }[]> {
  const found: { readonly growth: Growth; readonly minutes: number }[] = [];
  const { signal } = new AbortController();
  await withWatched(['-asked', `-leak=${leak}`, `-garbage=${garbage}`, `-cache=${cache}`], async (instance) => {
    const [heap, goroutines] = [new GrowthFinder(), new GrowthFinder()];
    const taker = new InstanceMoments(instance);
    const facts = (bytes: Uint8Array) => readMoment({ parts: [{ instance: '', bytes }] }, signal);
    for (let seconds = 0; seconds <= 3600 * hours && !(untilFirst && found.length > 0); seconds += everySeconds) {
      const moment = await taker.take({ cpuSeconds: 0, maxUnpackedBytes: 1 << 30, signal });
      const grown = [
        ...heap.add(1000 * seconds, await facts(moment.heap!)),
        ...goroutines.add(1000 * seconds, await facts(moment.goroutine!)),
      ];
      found.push(...grown.map((growth) => ({ growth, minutes: seconds / 60 })));
      await fetch(new URL(`/work?seconds=${everySeconds}`, instance.url));
    }
  });
  return found;
}
