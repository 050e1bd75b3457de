import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { Store } from '../../../src/engine/store';
import { bytesOf, manyFiles } from '../../conformance/hostile/inputs';
import { paperProfile } from '../pprofText/paperProfile';

const SMALL = paperProfile({ types: 'cpu/nanoseconds', stacks: '1 | f a.go:7 < main m.go:3' });
const MOST_EXPECTED = 20;
const never = new AbortController().signal;

async function inFile(bytes: Uint8Array, work: (path: string, store: Store, profile: number) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'rehearsal-'));
  try {
    const path = join(folder, 'a.pprof');
    await writeFile(path, bytes);
    const store = new Store();
    await work(path, store, (await store.answer('load', { source: { kind: 'file', path } }, never)).id);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test('a small profile is rehearsed a few times, reading it from its file, and what is loaded stays as it is', async () => {
  await inFile(SMALL, async (path, store, profile) => {
    let rounds = 1;
    while (rounds < MOST_EXPECTED && (await store.rehearse(never))) rounds++;
    assert.ok(rounds > 2 && rounds < MOST_EXPECTED, `${rounds} rounds`);
    assert.equal(await store.rehearse(never), false);
    await rm(path);
    const [costs] = await store.answer('fileCosts', { profile, sampleType: 0, files: ['a.go'] }, never);
    assert.deepEqual([...costs!.cum], [1]);
  });
});

test('a rehearsal reads the file: without it, it fails, and nobody has lost anything', async () => {
  await inFile(SMALL, async (path, store, profile) => {
    await rm(path);
    await assert.rejects(store.rehearse(never), /there is no such file/);
    assert.deepEqual(await store.answer('files', { profile }, never), ['a.go', 'm.go']);
  });
});

test('a large profile is not rehearsed, nor is anything where nothing is loaded', async () => {
  assert.equal(await new Store().rehearse(never), false);
  await inFile(bytesOf(manyFiles(100_000)), async (path, store) => {
    await rm(path);
    assert.equal(await store.rehearse(never), false);
  });
});
