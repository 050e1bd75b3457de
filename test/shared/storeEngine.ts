import type { QueryEngine } from '../../src/engine/client';
import { NodeStore } from '../../src/engine/node/nodeStore';

const neverAborted = new AbortController().signal;

/** An engine that answers queries on this thread with the worker's code. */
export function storeEngine(): QueryEngine {
  const store = new NodeStore();
  return { ask: (query, params, signal = neverAborted) => store.answer(query, params, signal) };
}
