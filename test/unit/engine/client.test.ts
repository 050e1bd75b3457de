import assert from 'node:assert/strict';
import test from 'node:test';
import { EventEmitter } from 'node:events';
import { Engine, type WorkerLike } from '../../../src/engine/client';
import type { WorkerReply, WorkerRequest } from '../../../src/engine/wire';

/** A worker that only writes down what it is asked; the test answers. */
class PaperWorker extends EventEmitter implements WorkerLike {
  readonly asked: WorkerRequest[] = [];
  transferred: readonly ArrayBuffer[] = [];

  postMessage(message: WorkerRequest, transfer: readonly ArrayBuffer[] = []): void {
    this.asked.push(message);
    this.transferred = transfer;
  }

  reply(reply: WorkerReply): void {
    this.emit('message', reply);
  }

  async terminate(): Promise<void> {}
  unref(): void {}
}

function start() {
  const workers: PaperWorker[] = [];
  const engine = new Engine(() => {
    workers.push(new PaperWorker());
    return workers.at(-1)!;
  });
  return { engine, workers };
}

test('no worker is started before the first query', () => {
  assert.equal(start().workers.length, 0);
});

test('answers find their askers whatever their order', async () => {
  const { engine, workers } = start();
  const first = engine.ask('files', { profile: 1 });
  const second = engine.ask('files', { profile: 2 });
  workers[0].reply({ kind: 'answer', ask: 2, answer: ['b.go'] });
  workers[0].reply({ kind: 'answer', ask: 1, answer: ['a.go'] });
  assert.deepEqual(await Promise.all([first, second]), [['a.go'], ['b.go']]);
});

test('an aborted query rejects at once, is cancelled in the worker, and its late answer is dropped', async () => {
  const { engine, workers } = start();
  const controller = new AbortController();
  const query = engine.ask('files', { profile: 1 }, controller.signal);
  controller.abort();
  await assert.rejects(query, { name: 'AbortError' });
  assert.deepEqual(workers[0].asked.at(-1), { kind: 'cancel', ask: 1 });
  workers[0].reply({ kind: 'answer', ask: 1, answer: [] });
});

test('a face gives up its earlier query when it asks again', async () => {
  const { engine, workers } = start();
  const face = engine.face();
  const stale = face.ask('files', { profile: 1 });
  const fresh = face.ask('files', { profile: 2 });
  await assert.rejects(stale, { name: 'AbortError' });
  workers[0].reply({ kind: 'answer', ask: 2, answer: ['b.go'] });
  assert.deepEqual(await fresh, ['b.go']);
});

test('a failure in the worker arrives with its reason and its sentence', async () => {
  const { engine, workers } = start();
  const query = engine.ask('files', { profile: 1 });
  workers[0].reply({ kind: 'failed', ask: 1, error: { reason: 'badProfile', message: 'It is cut off.' } });
  await assert.rejects(query, { name: 'EngineError', reason: 'badProfile', message: 'It is cut off.' });
});

test('a worker that dies fails what it was working on, and the next query starts another', async () => {
  const { engine, workers } = start();
  const lost = engine.ask('files', { profile: 1 });
  workers[0].emit('exit', 1);
  await assert.rejects(lost, { name: 'EngineError', reason: 'internal', message: /stopped/ });
  const next = engine.ask('files', { profile: 1 });
  workers[1].reply({ kind: 'answer', ask: 2, answer: [] });
  assert.deepEqual(await next, []);
});

test('bytes that own their buffer are handed over, a view into a larger one is copied', async () => {
  const { engine, workers } = start();
  const own = new Uint8Array(8);
  void engine.ask('load', { source: { kind: 'bytes', bytes: own } }).catch(() => undefined);
  assert.deepEqual(workers[0].transferred, [own.buffer]);
  void engine.ask('load', { source: { kind: 'bytes', bytes: own.subarray(2) } }).catch(() => undefined);
  assert.deepEqual(workers[0].transferred, []);
  await engine.dispose();
});
