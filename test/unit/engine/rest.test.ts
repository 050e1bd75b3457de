import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { NodeStore } from '../../../src/engine/node/nodeStore';
import { profileFromText } from '../../shared/profileFromText';

const BYTES = profileFromText({ types: 'cpu/nanoseconds', stacks: '1 | f a.go:7 < main m.go:3', binary: '/bin/app' });
const NAMES = ['a', 'b', 'c'];
const neverAborted = new AbortController().signal;

/** Calls `work` with the profiles a, b and c, each loaded from its own file. Returns the names of those left loaded. */
async function withThree(budget: number, work: (store: NodeStore, ids: number[]) => Promise<void>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'rest-'));
  try {
    const store = new NodeStore(budget);
    const paths = NAMES.map((name) => join(folder, `${name}.pprof`));
    const ids: number[] = [];
    for (const path of paths) {
      await writeFile(path, BYTES);
      ids.push((await store.answer('load', { source: { kind: 'file', path } }, neverAborted)).id);
    }
    await work(store, ids);
    // A query reads an unloaded profile again, and fails because its file has changed.
    for (const path of paths) await writeFile(path, Buffer.concat([BYTES, BYTES]));
    const loaded: string[] = [];
    for (const [i, profile] of ids.entries()) {
      await store.answer('files', { profile }, neverAborted).then(() => loaded.push(NAMES[i]!), () => undefined);
    }
    return loaded;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The smallest budget that holds all three profiles, within 2 %. */
const minBudget = (async () => {
  let [tooSmall, enough] = [1, 2];
  const isEnough = async (budget: number) => (await withThree(budget, async () => undefined)).length === 3;
  while (!(await isEnough(enough))) [tooSmall, enough] = [enough, 2 * enough];
  while (enough - tooSmall > enough / 50) {
    const middle = Math.round((tooSmall + enough) / 2);
    if (await isEnough(middle)) enough = middle;
    else tooSmall = middle;
  }
  return enough;
})();

/** Enough for all three profiles. A quarter of it, which `unloadUnused` leaves, fits one besides the last one used. */
const smallBudget = async () => 1.4 * (await minBudget);
const largeBudget = async () => 10 * (await smallBudget());

test('unloadUnused unloads the least recently used profile', async () => {
  assert.deepEqual(await withThree(await smallBudget(), async () => undefined), ['a', 'b', 'c']);
  assert.deepEqual(await withThree(await smallBudget(), async (store) => store.unloadUnused()), ['b', 'c']);
});

test('unloadUnused does not unload the profile of the last query', async () => {
  const loaded = await withThree(await smallBudget(), async (store, [a]) => {
    await store.answer('files', { profile: a! }, neverAborted);
    store.unloadUnused();
  });
  assert.deepEqual(loaded, ['a', 'c']);
});

test('unloadUnused does not unload profiles that need less than a quarter of the budget', async () => {
  assert.deepEqual(await withThree(await largeBudget(), async (store) => store.unloadUnused()), ['a', 'b', 'c']);
});

test('unloadUnused does not unload the profiles of a comparison until the comparison is unloaded', async () => {
  const compare = async (store: NodeStore, [a, b]: number[]): Promise<number> => {
    const base = { profile: b!, mode: 'diff_base', normalize: false } as const;
    await store.answer('derive', { profile: 100, of: { profile: a!, base, refinement: {} } }, neverAborted);
    return 100;
  };
  const compared = await withThree(await smallBudget(), async (store, ids) => {
    await compare(store, ids);
    store.unloadUnused();
  });
  assert.deepEqual(compared, ['a', 'b', 'c']);
  const after = await withThree(await smallBudget(), async (store, ids) => {
    await store.answer('unload', { profile: await compare(store, ids) }, neverAborted);
    store.unloadUnused();
  });
  assert.deepEqual(after, ['b', 'c']);
});
