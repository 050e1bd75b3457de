import { Worker } from 'node:worker_threads';
import { Engine, type WorkerLike } from '../../../src/engine/client';

/** The engine as the extension starts it; but its worker keeps the process alive until the engine is disposed of. */
export function startEngine(worker: string): Engine {
  return new Engine(() => Object.assign(new Worker(worker), { unref: () => undefined }) as unknown as WorkerLike);
}

/** A value with the milliseconds until it was available. */
export async function timed<T>(work: () => Promise<T>): Promise<{ readonly value: T; readonly ms: number }> {
  const start = performance.now();
  const value = await work();
  return { value, ms: performance.now() - start };
}
