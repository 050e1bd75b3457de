import assert from 'node:assert/strict';
import { once } from 'node:events';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { build, type Plugin } from 'esbuild';
import { repoRoot } from '../../host/paths.mjs';

/** Prepares for half a second unless it is stopped, then says that nothing is left; rehearses for a while. */
const STORE = `
  export class Store {
    memory = { tidy() {} };
    async answer(query) { return query; }
    rest() {}
    prepare(hear) {
      const end = performance.now() + 500;
      try { while (performance.now() < end) hear(); } catch {}
      return false;
    }
    rehearse() { return new Promise((resolve) => setTimeout(() => resolve(false), 100)); }
  }`;

const fakeStore: Plugin = {
  name: 'fake store',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /\/store$/ }, () => ({ path: 'store', namespace: 'fake' }));
    onLoad({ filter: /.*/, namespace: 'fake' }, () => ({ contents: STORE }));
  },
};

test('a question is answered whenever it comes: while something is prepared, or rehearsed', { timeout: 30_000 }, async () => {
  const entry = path.join(repoRoot, 'src', 'engine', 'worker.ts');
  const { outputFiles } = await build({
    entryPoints: [entry], bundle: true, platform: 'node', format: 'cjs', write: false, plugins: [fakeStore],
  });
  const worker = new Worker(outputFiles[0]!.text, { eval: true });
  try {
    for (const [ask, waitMs] of [0, 100, 200, 550, 560].entries()) {
      await pause(waitMs);
      const replied = once(worker, 'message');
      worker.postMessage({ kind: 'ask', ask, query: 'files', params: {} });
      assert.deepEqual(await replied, [{ kind: 'answer', ask, answer: 'files' }]);
    }
  } finally {
    await worker.terminate();
  }
});
