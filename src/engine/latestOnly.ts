import type { QueryEngine } from './client';

/** An engine that takes one query at a time: asking again cancels the earlier one, which rejects with an AbortError. */
export function latestOnly(engine: QueryEngine): QueryEngine {
  let current: AbortController | undefined;
  return {
    ask: (query, params, signal) => {
      // An older request that goes on after it was cancelled must not cancel the newer one.
      if (signal?.aborted) return engine.ask(query, params, signal);
      current?.abort();
      current = new AbortController();
      const both = signal ? AbortSignal.any([signal, current.signal]) : current.signal;
      return engine.ask(query, params, both);
    },
  };
}
