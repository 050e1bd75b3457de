import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { Store } from '../../../src/engine/store';
import { decodeProfile } from '../../../src/profile/wire/decode';
import type { Profile } from '../../../src/profile/model';
import { paperProfile } from '../pprofText/paperProfile';

const BYTES = paperProfile({ types: 'cpu/nanoseconds', stacks: '1 | f a.go:7 < main m.go:3', binary: '/bin/app' });
const NAMES = ['a', 'b', 'c'];
const never = new AbortController().signal;

/** Profiles a, b and c, each loaded from a file of its own. */
async function withThree(budget: number, work: (store: Store, ids: number[]) => Promise<void>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'rest-'));
  try {
    const store = new Store(budget);
    const paths = NAMES.map((name) => join(folder, `${name}.pprof`));
    const ids: number[] = [];
    for (const path of paths) {
      await writeFile(path, BYTES);
      ids.push((await store.answer('load', { source: { kind: 'file', path } }, never)).id);
    }
    await work(store, ids);
    // What has left memory is read again: from a file that has changed, that is refused.
    for (const path of paths) await writeFile(path, Buffer.concat([BYTES, BYTES]));
    const held: string[] = [];
    for (const [i, profile] of ids.entries()) {
      await store.answer('files', { profile }, never).then(() => held.push(NAMES[i]!), () => undefined);
    }
    return held;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** All three fit; at rest, only one besides that in view. */
const LITTLE = 4.2 * bytesOfColumns(decodeProfile(BYTES));
const MUCH = 10 * LITTLE;

function bytesOfColumns({ stacks, labels, locations, lines, functions, values }: Profile): number {
  const all: readonly object[] = [stacks, labels, locations, lines, functions, values];
  const columns = all.flatMap((each) => Object.values(each) as unknown[]);
  return columns.filter(ArrayBuffer.isView).reduce((sum, { byteLength }) => sum + byteLength, 0);
}

test('at rest, what was in view the longest ago leaves memory', async () => {
  assert.deepEqual(await withThree(LITTLE, async () => undefined), ['a', 'b', 'c']);
  assert.deepEqual(await withThree(LITTLE, async (store) => store.rest()), ['b', 'c']);
});

test('what was asked last is in view', async () => {
  const held = await withThree(LITTLE, async (store, [a]) => {
    await store.answer('files', { profile: a! }, never);
    store.rest();
  });
  assert.deepEqual(held, ['a', 'c']);
});

test('small profiles stay, as long as they are little together', async () => {
  assert.deepEqual(await withThree(MUCH, async (store) => store.rest()), ['a', 'b', 'c']);
});

test('what a comparison is made of stays until that is unloaded', async () => {
  const compare = async (store: Store, [a, b]: number[]): Promise<number> => {
    const base = { profile: b!, mode: 'diff_base', normalize: false } as const;
    await store.answer('derive', { profile: 100, of: { profile: a!, base, refinement: {} } }, never);
    return 100;
  };
  const compared = await withThree(LITTLE, async (store, ids) => {
    await compare(store, ids);
    store.rest();
  });
  assert.deepEqual(compared, ['a', 'b', 'c']);
  const after = await withThree(LITTLE, async (store, ids) => {
    await store.answer('unload', { profile: await compare(store, ids) }, never);
    store.rest();
  });
  assert.deepEqual(after, ['b', 'c']);
});
