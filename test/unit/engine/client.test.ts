import assert from 'node:assert/strict';
import test from 'node:test';
import { EventEmitter } from 'node:events';
import { Worker } from 'node:worker_threads';
import { latestOnly } from '../../../src/engine/latestOnly';
import { Engine, type EngineOptions, type WorkerLike } from '../../../src/engine/client';
import type { WorkerReply, WorkerRequest } from '../../../src/engine/workerMessages';

/** A worker that only records queries; the test answers them. */
class FakeWorker extends EventEmitter implements WorkerLike {
  readonly requests: WorkerRequest[] = [];
  transferred: readonly ArrayBuffer[] = [];

  postMessage(message: WorkerRequest, transfer: readonly ArrayBuffer[] = []): void {
    this.requests.push(message);
    this.transferred = transfer;
  }

  reply(reply: WorkerReply): void {
    this.emit('message', reply);
  }

  async terminate(): Promise<void> {}
  unref(): void {}
}

function start(options?: EngineOptions) {
  const workers: FakeWorker[] = [];
  const engine = new Engine(() => {
    workers.push(new FakeWorker());
    return workers.at(-1)!;
  }, options);
  return { engine, workers };
}

test('a worker is started once, by the first query or call of start', () => {
  const { engine, workers } = start();
  assert.equal(workers.length, 0);
  engine.start();
  engine.start();
  void engine.ask('files', { profile: 1 });
  assert.equal(workers.length, 1);
});

test('answers reach their queries in any order', async () => {
  const { engine, workers } = start();
  const first = engine.ask('files', { profile: 1 });
  const second = engine.ask('files', { profile: 2 });
  workers[0].reply({ kind: 'answer', ask: 2, answer: ['b.go'] });
  workers[0].reply({ kind: 'answer', ask: 1, answer: ['a.go'] });
  assert.deepEqual(await Promise.all([first, second]), [['a.go'], ['b.go']]);
});

test('an aborted query rejects immediately, is cancelled in the worker, and its late answer is dropped', async () => {
  const { engine, workers } = start();
  const controller = new AbortController();
  const query = engine.ask('files', { profile: 1 }, controller.signal);
  controller.abort();
  await assert.rejects(query, { name: 'AbortError' });
  assert.deepEqual(workers[0].requests.at(-1), { kind: 'cancel', ask: 1 });
  workers[0].reply({ kind: 'answer', ask: 1, answer: [] });
});

test('repeated queries for the same costs are answered without the worker, until a profile is unloaded', async () => {
  const { engine, workers } = start();
  const costs = (file: string) => engine.ask('fileCosts', { profile: 1, sampleType: 0, files: [file] });
  const reply = (answer: readonly string[] | undefined) =>
    workers[0].reply({ kind: 'answer', ask: (workers[0].requests.at(-1) as { ask: number }).ask, answer });
  const first = costs('a.go');
  reply(['costs of a']);
  assert.deepEqual(await first, ['costs of a']);
  assert.deepEqual(await costs('a.go'), ['costs of a']);
  assert.equal(workers[0].requests.length, 1);
  const other = costs('b.go');
  reply(['costs of b']);
  assert.deepEqual(await other, ['costs of b']);
  const unloading = engine.ask('unload', { profile: 1 });
  reply(undefined);
  await unloading;
  void costs('a.go');
  assert.equal(workers[0].requests.length, 4);
});

test('a latest-only query cancels the previous query', async () => {
  const { engine, workers } = start();
  const latest = latestOnly(engine);
  const stale = latest.ask('files', { profile: 1 });
  const fresh = latest.ask('files', { profile: 2 });
  await assert.rejects(stale, { name: 'AbortError' });
  workers[0].reply({ kind: 'answer', ask: 2, answer: ['b.go'] });
  assert.deepEqual(await fresh, ['b.go']);
});

test('a query that fails in the worker rejects with the reason and message of the failure', async () => {
  const { engine, workers } = start();
  const query = engine.ask('files', { profile: 1 });
  workers[0].reply({ kind: 'failed', ask: 1, error: { reason: 'badProfile', message: 'The profile is cut off.' } });
  await assert.rejects(query, { name: 'EngineError', reason: 'badProfile', message: 'The profile is cut off.' });
});

test('a worker that dies fails the running query, and the next query starts another worker', async () => {
  const { engine, workers } = start();
  const lost = engine.ask('files', { profile: 1 });
  workers[0].emit('exit', 1);
  await assert.rejects(lost, { name: 'EngineError', reason: 'internal', message: /stopped/ });
  const next = engine.ask('files', { profile: 1 });
  workers[1].reply({ kind: 'answer', ask: 2, answer: [] });
  assert.deepEqual(await next, []);
});

test('bytes that fill their buffer are transferred, and a view into a larger buffer is copied', async () => {
  const { engine, workers } = start();
  const bytes = new Uint8Array(8);
  void engine.ask('load', { source: { kind: 'bytes', bytes } }).catch(() => undefined);
  assert.deepEqual(workers[0].transferred, [bytes.buffer]);
  void engine.ask('load', { source: { kind: 'bytes', bytes: bytes.subarray(2) } }).catch(() => undefined);
  assert.deepEqual(workers[0].transferred, []);
  await engine.dispose();
});

test('a worker gets its memory limit, and the new limit when it changes', () => {
  const { engine, workers } = start({ memoryBytes: 500 });
  void engine.ask('files', { profile: 1 }).catch(() => undefined);
  engine.limitMemory(700);
  const limits = workers[0].requests.flatMap((request) => (request.kind === 'limit' ? [request.memoryBytes] : []));
  assert.deepEqual(limits, [500, 700]);
});

test('a cancellation sets a flag in shared memory, which a busy worker reads', async () => {
  const { engine, workers } = start();
  const controller = new AbortController();
  const query = engine.ask('files', { profile: 1 }, controller.signal);
  const [request] = workers[0].requests;
  assert.ok(request.kind === 'ask' && request.cancelled);
  const flag = new Int32Array(request.cancelled);
  assert.equal(flag[0], 0);
  controller.abort();
  assert.equal(flag[0], 1);
  await assert.rejects(query, { name: 'AbortError' });
});

const OUT_OF_MEMORY = Object.assign(new Error('JS heap out of memory'), { code: 'ERR_WORKER_OUT_OF_MEMORY' });
const fileAt = (path: string) => ({ source: { kind: 'file', path } }) as const;

/** Loads files as profiles 1, 2 …; the worker answers immediately. */
async function load(engine: Engine, worker: () => FakeWorker, paths: readonly string[]): Promise<void> {
  for (const [i, path] of paths.entries()) {
    const loading = engine.ask('load', fileAt(path));
    const { ask } = worker().requests.at(-1) as { ask: number };
    worker().reply({ kind: 'holds', ask, profile: i + 1, stamp: `read ${path}` });
    worker().reply({ kind: 'answer', ask, answer: { id: i + 1 } as never });
    await loading;
  }
}

test('if a worker runs out of memory, the running query fails, and waiting queries are sent to the next worker', async () => {
  const { engine, workers } = start();
  await load(engine, () => workers[0], ['a.pprof', 'b.pprof', 'c.pprof']);
  void engine.ask('unload', { profile: 3 });
  const { ask } = workers[0].requests.at(-1) as { ask: number };
  workers[0].reply({ kind: 'answer', ask, answer: undefined });
  const fatal = engine.ask('summary', { profile: 1 });
  const waiting = engine.ask('files', { profile: 2 });
  workers[0].emit('error', OUT_OF_MEMORY);
  workers[0].emit('exit', 1);
  await assert.rejects(fatal, { reason: 'tooLarge', message: /needs more memory than is available/ });

  const [resume, resent, ...others] = workers[1].requests;
  const source = { kind: 'file', path: 'b.pprof' };
  assert.deepEqual(resume, { kind: 'resume', nextId: 4, profiles: [{ profile: 2, source, stamp: 'read b.pprof' }] });
  assert.ok(resent.kind === 'ask' && resent.query === 'files' && others.length === 0);
  workers[1].reply({ kind: 'answer', ask: resent.ask, answer: ['b.go'] });
  assert.deepEqual(await waiting, ['b.go']);
});

test('the next worker gets the corrections of a profile', async () => {
  const { engine, workers } = start();
  await load(engine, () => workers[0], ['a.pprof']);
  const sources = { texts: new Map([['a.go', 'package a']]) };
  const corrected = engine.ask('correctFunctions', { profile: 1, sources });
  const corrections = { files: new Map([[0, 'a.go']]), lines: new Map() };
  const { ask } = workers[0].requests.at(-1) as { ask: number };
  workers[0].reply({ kind: 'answer', ask, answer: corrections });
  assert.deepEqual(await corrected, corrections);
  workers[0].emit('exit', 1);
  void engine.ask('files', { profile: 1 }).catch(() => undefined);
  const [resume] = workers[1].requests;
  assert.ok(resume.kind === 'resume' && 'corrections' in resume.profiles[0]!);
  assert.deepEqual(resume.profiles[0].corrections, corrections);
  await engine.dispose();
});

test('the next worker gets the corrections that came with the load of a profile', async () => {
  const { engine, workers } = start();
  const source = { kind: 'file', path: 'a.pprof' } as const;
  const loading = engine.ask('load', { source, capture: {} });
  const corrections = { files: new Map([[0, 'a.go']]), lines: new Map() };
  workers[0].reply({ kind: 'holds', ask: 1, profile: 1, stamp: 'read' });
  workers[0].reply({ kind: 'answer', ask: 1, answer: { id: 1, facts: { corrections } } as never });
  await loading;
  workers[0].emit('exit', 1);
  void engine.ask('files', { profile: 1 }).catch(() => undefined);
  const [resume] = workers[1].requests;
  assert.deepEqual(resume, { kind: 'resume', nextId: 2, profiles: [{ profile: 1, source, stamp: 'read', corrections }] });
  await engine.dispose();
});

test('transferred bytes are lost with the worker, and the message says what to do', async () => {
  const { engine, workers } = start();
  const fatal = engine.ask('files', { profile: 7 });
  const loading = engine.ask('load', { source: { kind: 'bytes', bytes: new Uint8Array(8) } });
  workers[0].emit('error', OUT_OF_MEMORY);
  await assert.rejects(fatal, { reason: 'tooLarge' });
  await assert.rejects(loading, { reason: 'notLoaded', message: /Open the profile again/ });
});

test('a worker that ignores a cancellation is replaced, and no other query is lost', async () => {
  const { engine, workers } = start({ cancelMs: 1 });
  const controller = new AbortController();
  const ignored = engine.ask('files', { profile: 1 }, controller.signal);
  const waiting = engine.ask('files', { profile: 2 });
  controller.abort();
  await assert.rejects(ignored, { name: 'AbortError' });
  while (workers.length < 2) await new Promise(setImmediate);
  assert.deepEqual(workers[1].requests.map((request) => request.kind === 'ask' && request.params), [{ profile: 2 }]);
  workers[1].reply({ kind: 'answer', ask: 2, answer: [] });
  assert.deepEqual(await waiting, []);
});

test('a real worker that runs out of memory fails its query and is replaced', async () => {
  const greedy = `
    const { parentPort } = require('node:worker_threads');
    parentPort.on('message', (request) => {
      if (request.kind !== 'ask') return;
      if (request.query !== 'load') return parentPort.postMessage({ kind: 'answer', ask: request.ask, answer: [] });
      const kept = [];
      for (;;) kept.push(new Array(1000).fill({}));
    });`;
  const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 };
  const worker = () => Object.assign(new Worker(greedy, { eval: true, resourceLimits }), { unref: () => undefined });
  const engine = new Engine(() => worker() as unknown as WorkerLike);
  await assert.rejects(engine.ask('load', fileAt('x')), { reason: 'tooLarge' });
  assert.deepEqual(await engine.ask('files', { profile: 1 }), []);
  await engine.dispose();
});
