import { Worker } from 'node:worker_threads';
import { Engine, type WorkerLike } from '../../../src/engine/client';

/** Starts the engine as the extension does, except that its worker keeps the process alive until it is disposed. */
export function startEngine(worker: string): Engine {
  return new Engine(() => Object.assign(new Worker(worker), { unref: () => undefined }) as unknown as WorkerLike);
}

/** Returns the value and the milliseconds until it was available. */
export async function timed<T>(work: () => Promise<T>): Promise<{ readonly value: T; readonly ms: number }> {
  const start = performance.now();
  const value = await work();
  return { value, ms: performance.now() - start };
}
