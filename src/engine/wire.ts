import type { QueryAnswer, QueryName, QueryParams } from './queries';

/** What crosses to the worker. */
export type WorkerRequest =
  | { [N in QueryName]: { readonly kind: 'ask'; readonly ask: number; readonly query: N; readonly params: QueryParams<N> } }[QueryName]
  | { readonly kind: 'cancel'; readonly ask: number };

/** What comes back: exactly one for every `ask`, also for a cancelled one. */
export type WorkerReply =
  | { readonly kind: 'answer'; readonly ask: number; readonly answer: QueryAnswer<QueryName> }
  | { readonly kind: 'failed'; readonly ask: number; readonly error: EngineErrorShape }
  | { readonly kind: 'cancelled'; readonly ask: number };

/** An error in the worker, flattened for the crossing. `reason` is for the code, `message` for the user. */
export interface EngineErrorShape {
  readonly reason: EngineErrorReason;
  readonly message: string;
}

export type EngineErrorReason =
  /** The bytes are no profile, or a broken one. */
  | 'badProfile'
  /** The file could not be read. */
  | 'unreadable'
  /** A limit was reached before memory ran out. */
  | 'tooLarge'
  /** The profile was unloaded, or the worker had to be restarted. */
  | 'notLoaded'
  /** A defect in Linecost. */
  | 'internal';

export class EngineError extends Error {
  override readonly name = 'EngineError';
  constructor(
    readonly reason: EngineErrorReason,
    message: string,
  ) {
    super(message);
  }
}
