import { Engine, type QueryEngine } from '../client';
import type { ProfileSummary, QueryAnswer, QueryName, QueryParams } from '../queries';
import { BrowserWorker } from './browserWorker';

/** The queries about one profile. */
type ProfileQuery = { [N in QueryName]: QueryParams<N> extends { readonly profile: number } ? N : never }[QueryName];

/** A profile in a browser. */
export interface BrowserProfile {
  readonly summary: ProfileSummary;
  /** Answers any query, also about derived profiles: see Engine. */
  readonly engine: Engine;
  /** Answers a query about the profile. Rejects as `QueryEngine.ask` does. */
  ask<N extends ProfileQuery>(
    query: N,
    params: Omit<QueryParams<N>, 'profile'>,
    signal?: AbortSignal,
  ): Promise<QueryAnswer<N>>;
}

/**
 * Reads a profile, gzip or raw, in a browser, and answers queries about it on this thread.
 * Rejects with an EngineError whose message is for the user, or with the signal's reason if the signal is aborted.
 */
export async function loadProfile(bytes: Uint8Array, signal?: AbortSignal): Promise<BrowserProfile> {
  const engine = new Engine(() => new BrowserWorker());
  const summary = await engine.ask('load', { source: { kind: 'bytes', bytes } }, signal);
  const ask: QueryEngine['ask'] = (query, params, querySignal) => {
    return engine.ask(query, { ...params, profile: summary.id }, querySignal);
  };
  return { summary, engine, ask };
}
