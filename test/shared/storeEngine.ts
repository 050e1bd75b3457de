import type { QueryEngine } from '../../src/engine/client';
import { Store } from '../../src/engine/store';

const never = new AbortController().signal;

/** An engine that answers as the worker does, in this thread. */
export function storeEngine(): QueryEngine {
  const store = new Store();
  return { ask: (query, params, signal = never) => store.answer(query, params, signal) };
}
