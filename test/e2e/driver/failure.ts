import { afterEach, beforeEach } from 'node:test';
import type { VsCode } from './vsCode';

/** The windows of the sessions that are running. */
const watched = new Set<VsCode>();
let failed: string | undefined;

/** Takes a picture of a window when a test fails. @returns what ends that */
export function watchForFailure(code: VsCode): () => Promise<void> {
  watched.add(code);
  return async () => {
    watched.delete(code);
  };
}

// The tests of a file build on one another: after a failure, each of the others would wait a minute in vain.
if (process.env.NODE_TEST_CONTEXT) {
  beforeEach(() => {
    if (failed !== undefined) throw new Error(`Not run, because "${failed}" failed.`);
  });
  afterEach(async (context) => {
    const { name, error } = context as { name: string; error?: unknown };
    if (!error || failed !== undefined) return;
    failed = name;
    for (const code of watched) await code.picture(`failed ${name}`).catch(() => undefined);
  });
}
