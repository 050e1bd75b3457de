import { afterEach, beforeEach } from 'node:test';
import type { VsCode } from './vsCode';

/** The windows of all running sessions. */
const windows = new Set<VsCode>();
let failedTest: string | undefined;

/** Takes a picture of a window when a test fails. @returns a function that stops watching the window */
export function watchForFailure(code: VsCode): () => Promise<void> {
  windows.add(code);
  return async () => {
    windows.delete(code);
  };
}

// The tests of a file depend on each other. After a failure, each later test would wait until its time limit.
if (process.env.NODE_TEST_CONTEXT) {
  beforeEach(() => {
    if (failedTest !== undefined) throw new Error(`Not run, because "${failedTest}" failed.`);
  });
  afterEach(async (context) => {
    const { name, error } = context as { name: string; error?: unknown };
    if (!error || failedTest !== undefined) return;
    failedTest = name;
    for (const code of windows) await code.picture(`failed ${name}`).catch(() => undefined);
  });
}
