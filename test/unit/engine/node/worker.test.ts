import assert from 'node:assert/strict';
import { once } from 'node:events';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { build, type Plugin } from 'esbuild';
import { repoRoot } from '../../../host/paths.mjs';

/** Prepares for half a second, unless a query stops it, and then has nothing left to prepare. */
const SLOW_STORE = `
  export class Store {
    memory = { collectIfLarge() {} };
    async answer(query) { return query; }
    unloadUnused() {}
    async reportCode() {}
    prepare(checkCancelled) {
      const end = performance.now() + 500;
      try { while (performance.now() < end) checkCancelled(); } catch {}
      return false;
    }
  }`;

/** Posts a message when it prepares, with the milliseconds since its last answer. */
const REPORTING_STORE = `
  import { parentPort } from 'node:worker_threads';
  export class Store {
    memory = { collectIfLarge() {} };
    answered = performance.now();
    async answer(query) { this.answered = performance.now(); return query; }
    unloadUnused() {}
    async reportCode() {}
    prepare() { parentPort.postMessage({ kind: 'prepares', after: performance.now() - this.answered }); return false; }
  }`;

/** Answers slowly. Posts a message when the code of the reports is loaded. */
const LOADING_STORE = `
  import { parentPort } from 'node:worker_threads';
  export class Store {
    memory = { collectIfLarge() {} };
    async answer(query) {
      this.isAnswering = true;
      await new Promise((resolve) => setTimeout(resolve, 100));
      this.isAnswering = false;
      return query;
    }
    unloadUnused() {}
    async reportCode() { parentPort.postMessage({ kind: this.isAnswering ? 'loads too early' : 'loads' }); }
    prepare() { return false; }
  }`;

/** The messages up to the first one of this kind. */
async function messagesUntil<M extends { readonly kind: string }>(worker: Worker, kind: string): Promise<M[]> {
  const messages: M[] = [];
  while (messages.at(-1)?.kind !== kind) messages.push(...((await once(worker, 'message')) as M[]));
  return messages;
}

async function withWorker(store: string, body: (worker: Worker) => Promise<void>): Promise<void> {
  const fakeStore: Plugin = {
    name: 'fake store',
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /\/store$/ }, () => ({ path: 'store', namespace: 'fake' }));
      onLoad({ filter: /^store$/, namespace: 'fake' }, () => ({ contents: store }));
    },
  };
  const entry = path.join(repoRoot, 'src', 'engine', 'node', 'worker.ts');
  const { outputFiles } = await build({
    entryPoints: [entry], bundle: true, platform: 'node', format: 'cjs', write: false, plugins: [fakeStore],
  });
  const worker = new Worker(outputFiles[0]!.text, { eval: true });
  try {
    await body(worker);
  } finally {
    await worker.terminate();
  }
}

test('a query is answered at any time, even while a report is prepared', { timeout: 30_000 }, () =>
  withWorker(SLOW_STORE, async (worker) => {
    for (const [ask, waitMs] of [0, 100, 200, 550, 560].entries()) {
      await pause(waitMs);
      const replied = once(worker, 'message');
      worker.postMessage({ kind: 'ask', ask, query: 'files', params: {} });
      assert.deepEqual(await replied, [{ kind: 'answer', ask, answer: 'files' }]);
    }
  }));

test('likely reports are prepared only after a pause, because the next query often follows immediately', { timeout: 30_000 }, () =>
  withWorker(REPORTING_STORE, async (worker) => {
    worker.postMessage({ kind: 'ask', ask: 1, query: 'files', params: {} });
    // The worker may prepare before the query arrives, too.
    await messagesUntil(worker, 'answer');
    const [{ kind, after }] = (await once(worker, 'message')) as [{ kind: string; after: number }];
    assert.equal(kind, 'prepares');
    assert.ok(after >= 10, `after ${after} ms`);
  }));

test('the code of the reports is loaded without a query', { timeout: 30_000 }, () =>
  withWorker(LOADING_STORE, async (worker) => {
    assert.deepEqual(await once(worker, 'message'), [{ kind: 'loads' }]);
  }));

test('the code of the reports is not loaded while a query runs, but after it', { timeout: 30_000 }, () =>
  withWorker(LOADING_STORE, async (worker) => {
    worker.postMessage({ kind: 'ask', ask: 1, query: 'files', params: {} });
    const kinds = (await messagesUntil(worker, 'answer')).map(({ kind }) => kind);
    assert.ok(!kinds.includes('loads too early'), kinds.join());
    assert.deepEqual(await once(worker, 'message'), [{ kind: 'loads' }]);
  }));

test('a query that is cancelled before it starts does not stop preparation', { timeout: 30_000 }, () =>
  withWorker(REPORTING_STORE, async (worker) => {
    worker.postMessage({ kind: 'ask', ask: 1, query: 'files', params: {} });
    worker.postMessage({ kind: 'cancel', ask: 1 });
    await messagesUntil(worker, 'cancelled');
    const [{ kind }] = (await once(worker, 'message')) as [{ kind: string }];
    assert.equal(kind, 'prepares');
  }));
