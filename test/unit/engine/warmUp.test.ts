import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { Store } from '../../../src/engine/store';
import { bytesOf, manyFiles } from '../../conformance/hostile/inputs';
import { paperProfile } from '../../shared/paperProfile';

const SMALL = paperProfile({ types: 'cpu/nanoseconds', stacks: '1 | f a.go:7 < main m.go:3' });
const MOST_EXPECTED = 20;
const never = new AbortController().signal;

async function inFile(bytes: Uint8Array, work: (path: string, store: Store, profile: number) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'warm-up-'));
  try {
    const path = join(folder, 'a.pprof');
    await writeFile(path, bytes);
    const store = new Store();
    await work(path, store, (await store.answer('load', { source: { kind: 'file', path } }, never)).id);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test('warming up reads a small profile a few times and leaves the loaded one unchanged', async () => {
  await inFile(SMALL, async (path, store, profile) => {
    let rounds = 1;
    while (rounds < MOST_EXPECTED && (await store.warmUp(never))) rounds++;
    assert.ok(rounds > 2 && rounds < MOST_EXPECTED, `${rounds} rounds`);
    assert.equal(await store.warmUp(never), false);
    await rm(path);
    const [costs] = await store.answer('fileCosts', { profile, sampleType: 0, files: ['a.go'] }, never);
    assert.deepEqual([...costs!.cum], [1]);
  });
});

test('warming up without the profile file fails, and the loaded profile still answers', async () => {
  await inFile(SMALL, async (path, store, profile) => {
    await rm(path);
    await assert.rejects(store.warmUp(never), /there is no such file/);
    assert.deepEqual(await store.answer('files', { profile }, never), ['a.go', 'm.go']);
  });
});

test('neither a large profile nor an empty store is warmed up', async () => {
  assert.equal(await new Store().warmUp(never), false);
  await inFile(bytesOf(manyFiles(100_000)), async (path, store) => {
    await rm(path);
    assert.equal(await store.warmUp(never), false);
  });
});
