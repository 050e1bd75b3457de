import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { Engine, type WorkerLike } from '../../../src/engine/client';

/**
 * memory.cjs WORKER unload|keep LIMIT PROFILE…: loads the profiles one after the other, queries each as an open editor
 * and flame graph do, and prints the idle process's resident memory and the worker's part of it, in bytes: at the
 * start, and after each load and unload. `keep` never unloads, and stops early if resident memory exceeds LIMIT bytes.
 */
const [worker, mode, limit, ...paths] = process.argv.slice(2) as [string, 'unload' | 'keep', string, ...string[]];
/** After a query, the worker prepares likely later ones; two seconds later it has finished. */
const REST_MS = 2500;
/** The bytes of the worker's objects and typed arrays. */
const held = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT));
const WATCHED = `
  const { workerData: { worker, held } } = require('node:worker_threads');
  const { getHeapStatistics } = require('node:v8');
  require(worker);
  setInterval(() => {
    // V8 counts buffers as freed when the next one is made.
    new ArrayBuffer(8);
    const { used_heap_size: objects, external_memory: arrays } = getHeapStatistics();
    held[0] = objects + arrays;
  }, 50);
`;
void main();

async function main(): Promise<void> {
  const engine = startWatched();
  // The query fails, but starts the worker.
  await engine.ask('files', { profile: 0 }).catch(() => undefined);
  const before = await atRest();
  const loaded: Resident[] = [];
  const unloaded: Resident[] = [];
  for (const path of paths) {
    const { id: profile, defaultSampleType: sampleType } = await engine.ask('load', { source: { kind: 'file', path } });
    const files = await engine.ask('files', { profile });
    await engine.ask('fileCosts', { profile, sampleType, files: files.slice(0, 1) });
    const window = { root: 0, restFrom: 0, width: 1400, minWidth: 2.5, maxFrames: 2000, search: '' };
    await engine.ask('flame', { ...window, profile, sampleType });
    loaded.push(await atRest());
    if (mode === 'unload') await engine.ask('unload', { profile });
    if (mode === 'unload') unloaded.push(await atRest());
    else if (loaded.at(-1)!.resident > Number(limit)) break;
  }
  await engine.dispose();
  console.log(JSON.stringify({ before, loaded, unloaded, end: await atRest() }));
}

function startWatched(): Engine {
  return new Engine(() => {
    const watched = new Worker(WATCHED, { eval: true, workerData: { worker, held } });
    return Object.assign(watched, { unref: () => undefined }) as unknown as WorkerLike;
  });
}

/** Bytes. */
interface Resident {
  /** The resident memory of the process. */
  readonly resident: number;
  /** The worker's part. */
  readonly held: number;
}

/** Waits until memory no longer changes, because garbage is collected in the background. */
async function atRest(): Promise<Resident> {
  await pause(REST_MS);
  let last = process.memoryUsage.rss();
  for (let stable = 0, tries = 0; stable < 10 && tries < 60; tries++) {
    await pause(100);
    const now = process.memoryUsage.rss();
    stable = Math.abs(now - last) < last * 0.005 ? stable + 1 : 0;
    last = now;
  }
  return { resident: last, held: held[0]! };
}
