import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';
import { NodeStore } from '../../../src/engine/node/nodeStore';
import { SumClient, type SumWorker } from '../../../src/engine/node/sumClient';
import { type PagedRun, withNewPages } from '../shared/newPages';

/**
 * costsAgain.cjs PROFILE ROUNDS default|all: computes the costs of every line several times in one process, for the
 * default sample type or all of them, as costs.cjs does. Prints the PagedRun of each round, and the milliseconds of
 * gunzip alone. The first round runs code that is not compiled yet.
 */
const [path, rounds, types] = process.argv.slice(2) as [string, string, 'default' | 'all'];
const sumClient = new SumClient(() => new Worker(`${__dirname}/sumThread.cjs`) as SumWorker);
void main();

async function main(): Promise<void> {
  const costs: PagedRun[] = [];
  const gunzip: number[] = [];
  for (let round = 0; round < Number(rounds); round++) {
    costs.push(await withNewPages(() => costsOf(path)));
    gunzip.push((await withNewPages(async () => gunzipSync(await readFile(path)))).ms);
  }
  console.log(JSON.stringify({ costs, gunzip }));
}

async function costsOf(file: string): Promise<void> {
  const store = new NodeStore(undefined, undefined, sumClient);
  const { signal } = new AbortController();
  const { id: profile, defaultSampleType, sampleTypes } =
    await store.answer('load', { source: { kind: 'file', path: file } }, signal);
  const files = await store.answer('files', { profile }, signal);
  const wanted = types === 'all' ? sampleTypes.map((_, i) => i) : [defaultSampleType];
  for (const sampleType of wanted) await store.answer('fileCosts', { profile, sampleType, files }, signal);
}
