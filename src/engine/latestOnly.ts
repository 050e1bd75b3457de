import type { QueryEngine } from './client';

/** An engine that answers one query at a time: a query cancels the earlier one, which rejects with an AbortError. */
export function latestOnly(engine: QueryEngine): QueryEngine {
  let current: AbortController | undefined;
  return {
    ask: (query, params, signal) => {
      // A caller that was aborted may still send queries, which must not cancel the query of a newer caller.
      if (signal?.aborted) return engine.ask(query, params, signal);
      current?.abort();
      current = new AbortController();
      const both = signal ? AbortSignal.any([signal, current.signal]) : current.signal;
      return engine.ask(query, params, both);
    },
  };
}
