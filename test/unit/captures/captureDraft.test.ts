import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { CaptureStore } from '../../../src/captures/disk/captureStore';
import type { QueryEngine } from '../../../src/engine/client';
import { CaptureDraft } from '../../../src/captures/captureDraft';

const CPU = { label: 'cpu', fileName: 'cpu.pprof' };
const MEMORY = { label: 'memory', fileName: 'memory.pprof' };

interface Asked {
  readonly source?: { readonly path: string };
  readonly sources?: readonly { readonly bytes: Uint8Array }[];
  readonly profile?: number;
}

/** A draft, and the queries to its engine, which cannot load profiles that begin with a 0. */
async function draftIn(context: TestContext) {
  const folder = await mkdtemp(path.join(tmpdir(), 'linecost-draft-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  const queries: string[] = [];
  const ask = async (query: string, params: Asked) => {
    // The sum of the first bytes.
    if (params.sources) return Uint8Array.of(params.sources.reduce((sum, { bytes: [first] }) => sum + first!, 0));
    const file = params.source?.path;
    queries.push(`${query} ${file === undefined ? params.profile : path.relative(folder, file)}`);
    if (file === undefined) return undefined;
    const [first] = await readFile(file);
    if (first === 0) throw new Error('cannot be read');
    return { id: first };
  };
  const engine = { ask } as unknown as QueryEngine;
  return { folder, asked: queries, draft: new CaptureDraft('capture', new CaptureStore(folder, 30), engine) };
}

test('a profile is stored and loaded as soon as it is taken', async (context) => {
  const { folder, asked, draft } = await draftIn(context);
  draft.take(CPU, Uint8Array.of(5));
  await draft.stored();
  assert.deepEqual([...(await readFile(path.join(folder, 'capture', 'cpu.pprof')))], [5]);
  await draft.loaded();
  assert.deepEqual(asked, [`load ${path.join('capture', 'cpu.pprof')}`]);
  draft.take(MEMORY, Uint8Array.of(6));
  assert.deepEqual(await draft.loaded(), [{ summary: { id: 5 }, label: 'cpu' }, { summary: { id: 6 }, label: 'memory' }]);
  assert.deepEqual(draft.profiles, [CPU, MEMORY]);
});

test('loaded profiles are available while other profiles are taken, and stay the same objects', async (context) => {
  const { draft } = await draftIn(context);
  const reads: string[][] = [];
  const onRead = () => reads.push(draft.loadedSoFar.map(({ label }) => label));
  draft.take({ ...CPU, iterations: [7, 7] }, Uint8Array.of(5), { onLoaded: onRead });
  const [cpu] = await draft.loaded();
  draft.take(MEMORY, Uint8Array.of(6), { onLoaded: onRead });
  const both = await draft.loaded();
  assert.deepEqual([reads, both[0]!.iterations], [[['cpu'], ['cpu', 'memory']], [7, 7]]);
  assert.ok(both[0] === cpu && draft.loadedSoFar[0] === cpu);
});

test('a retaken profile is the sum of its rounds, in place of the earlier one', async (context) => {
  const { folder, asked, draft } = await draftIn(context);
  draft.take({ ...CPU, iterations: [7] }, Uint8Array.of(5));
  draft.take(MEMORY, Uint8Array.of(6));
  const [cpu] = await draft.loaded();
  const twice = { ...CPU, iterations: [7, 7] };
  const before = await draft.retake(twice, [Uint8Array.of(5), Uint8Array.of(4)]);
  assert.equal(before.loaded, cpu);
  assert.deepEqual(await draft.loaded(), [{ summary: { id: 9 }, label: 'cpu', iterations: [7, 7] }, { summary: { id: 6 }, label: 'memory' }]);
  assert.deepEqual(draft.profiles, [{ ...twice, fileName: 'cpu.2.pprof' }, MEMORY]);
  const bytesOf = async (file: string) => [...(await readFile(path.join(folder, 'capture', file)))];
  // The stored record still names the file of the first round.
  assert.deepEqual([await bytesOf('cpu.2.pprof'), await bytesOf('cpu.pprof')], [[9], [5]]);
  draft.unloadInBackground(before.loaded);
  await draft.removeFile(before.profile);
  assert.deepEqual((await readdir(path.join(folder, 'capture'))).filter((name) => name.endsWith('.pprof')), ['cpu.2.pprof', 'memory.pprof']);
  assert.equal(asked.at(-1), 'unload 5');
});

test('if the sum of the rounds cannot be loaded, the earlier profile stays, on disk, too', async (context) => {
  const { folder, draft } = await draftIn(context);
  const once = { ...CPU, iterations: [7] };
  draft.take(once, Uint8Array.of(5));
  const [cpu] = await draft.loaded();
  await assert.rejects(draft.retake({ ...CPU, iterations: [7, 7] }, [Uint8Array.of(5), Uint8Array.of(251)]), /cannot be read/);
  assert.deepEqual([await draft.loaded(), draft.profiles], [[cpu], [once]]);
  assert.deepEqual([...(await readFile(path.join(folder, 'capture', 'cpu.pprof')))], [5]);
  assert.equal(existsSync(path.join(folder, 'capture', 'cpu.2.pprof')), false);
});

test('a dropped draft leaves nothing on disk or in the engine', async (context) => {
  const { folder, asked, draft } = await draftIn(context);
  draft.take(CPU, Uint8Array.of(5));
  await draft.drop();
  assert.equal(existsSync(path.join(folder, 'capture')), false);
  assert.equal(asked.at(-1), 'unload 5');
});

test('if one profile cannot be loaded, the other profiles can be unloaded while the files stay', async (context) => {
  const { folder, asked, draft } = await draftIn(context);
  draft.take(CPU, Uint8Array.of(5));
  draft.take(MEMORY, Uint8Array.of(0));
  await assert.rejects(draft.loaded(), /cannot be read/);
  await draft.unload();
  assert.deepEqual(asked.filter((query) => query.startsWith('unload')), ['unload 5']);
  assert.equal(existsSync(path.join(folder, 'capture', 'memory.pprof')), true);
});
