import { Worker } from 'node:worker_threads';
import { NodeStore } from '../../../src/engine/node/nodeStore';
import { SumClient, type SumWorker } from '../../../src/engine/node/sumClient';

/**
 * costs.cjs PROFILE [TYPE]: computes flat and cum of every line from the file on disk, as the extension's worker does,
 * for all sample types or for TYPE (`default` is the profile's default type). The second thread's bundle is next to the
 * program.
 */
const sumsProgram = `${__dirname}/sumThread.cjs`;
const [path, type = ''] = process.argv.slice(2) as [string, string?];
void main();

async function main(): Promise<void> {
  const start = performance.now();
  const store = new NodeStore(undefined, undefined, new SumClient(() => new Worker(sumsProgram) as SumWorker));
  const { signal } = new AbortController();
  const summary = await store.answer('load', { source: { kind: 'file', path } }, signal);
  const { id: profile, defaultSampleType, sampleTypes, sampleCount } = summary;
  const files = await store.answer('files', { profile }, signal);
  const all = sampleTypes.map((_, sampleType) => sampleType);
  const chosen = type === 'default' ? [defaultSampleType] : all.filter((i) => sampleTypes[i]!.type === type);
  const sums: { lines: number; flat: number; cum: number }[] = [];
  for (const sampleType of type === '' ? all : chosen) {
    const sum = { lines: 0, flat: 0, cum: 0 };
    for (const { lines, flat, cum } of await store.answer('fileCosts', { profile, sampleType, files }, signal)) {
      sum.lines += lines.length;
      for (let i = 0; i < lines.length; i++) {
        sum.flat += flat[i]!;
        sum.cum += cum[i]!;
      }
    }
    sums.push(sum);
  }
  const milliseconds = performance.now() - start;
  console.log(JSON.stringify({ milliseconds, sampleCount, totals: summary.totals, sums }));
}
