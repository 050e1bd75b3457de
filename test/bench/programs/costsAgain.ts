import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { NodeStore } from '../../../src/engine/node/nodeStore';

/**
 * costsAgain.cjs PROFILE ROUNDS: computes the costs of every line several times in one process, on one thread, and
 * prints the milliseconds of each round, and those of gunzip alone. The first round runs code that is not compiled yet.
 */
const [path, rounds] = process.argv.slice(2) as [string, string];
void main();

async function main(): Promise<void> {
  const costs: number[] = [];
  const gunzip: number[] = [];
  for (let round = 0; round < Number(rounds); round++) {
    costs.push(await milliseconds(() => costsOf(path)));
    gunzip.push(await milliseconds(async () => void gunzipSync(await readFile(path))));
  }
  console.log(JSON.stringify({ costs, gunzip }));
}

async function costsOf(file: string): Promise<void> {
  const store = new NodeStore();
  const { signal } = new AbortController();
  const { id: profile, defaultSampleType: sampleType } = await store.answer('load', { source: { kind: 'file', path: file } }, signal);
  const files = await store.answer('files', { profile }, signal);
  await store.answer('fileCosts', { profile, sampleType, files }, signal);
}

async function milliseconds(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
