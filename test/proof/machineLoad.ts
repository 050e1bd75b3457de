import { Worker } from 'node:worker_threads';

/**
 * Keeps threads busy in phases of up to a second, as neighbors on a machine of CI do.
 * @returns a function that ends it
 */
export function keepBusy(threads: number): () => Promise<unknown> {
  const burn = `const { setTimeout: wait } = require('node:timers/promises');
    const work = async () => {
      for (const end = Date.now() + 1000 * Math.random(); Date.now() < end;);
      await wait(1000 * Math.random());
      return work();
    };
    work();`;
  const workers = Array.from({ length: threads }, () => new Worker(burn, { eval: true }));
  return () => Promise.all(workers.map((worker) => worker.terminate()));
}
