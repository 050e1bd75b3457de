import type { Deriver } from '../../src/captures/session';
import type { QueryEngine } from '../../src/engine/client';
import { NodeStore } from '../../src/engine/node/nodeStore';

const neverAborted = new AbortController().signal;
/** As in the engine's client: the worker assigns smaller ids. */
const FIRST_DERIVED = 2 ** 32;

/** An engine that answers queries on this thread with the worker's code. */
export function storeEngine(): QueryEngine & Deriver {
  const store = new NodeStore();
  let next = FIRST_DERIVED;
  const ask: QueryEngine['ask'] = (query, params, signal = neverAborted) => store.answer(query, params, signal);
  return {
    ask,
    derive: (of) => {
      const profile = next++;
      void ask('derive', { profile, of });
      return profile;
    },
    unload: (profile) => void ask('unload', { profile }),
  };
}
