import type { FunctionCorrections } from '../sources/lineMatching/misfiledFunctions';
import type { Derivation, ProfileId, ProfileSource, QueryAnswer, QueryName, QueryParams } from './queries';

/** A query. `cancelled` holds an Int32 that is not 0 after a cancellation, because a busy worker gets no messages. */
export type AskRequest = {
  [N in QueryName]: {
    readonly kind: 'ask';
    readonly ask: number;
    readonly query: N;
    readonly params: QueryParams<N>;
    readonly cancelled?: SharedArrayBuffer;
  };
}[QueryName];

/** A message to the worker. */
export type WorkerRequest =
  | AskRequest
  | { readonly kind: 'cancel'; readonly ask: number }
  /** Sets the worker's memory limit, in bytes. */
  | { readonly kind: 'limit'; readonly memoryBytes: number }
  /** Takes over from another worker: its profiles are read again on demand; new profiles get ids from `nextId` on. */
  | { readonly kind: 'resume'; readonly nextId: ProfileId; readonly profiles: readonly WorkerProfile[] };

/** A profile that is read again. */
export interface WorkerSource {
  readonly profile: ProfileId;
  readonly source: ProfileSource;
  /** Identifies the file's content when it was read. */
  readonly stamp: string;
  readonly corrections?: FunctionCorrections | undefined;
}

/** A profile and how to make it again. */
export type WorkerProfile =
  | WorkerSource
  | { readonly profile: ProfileId; readonly of: Derivation };

/**
 * A message from the worker: one `answer`, `failed` or `cancelled` per `ask`. Before the answer to `load`, `holds`
 * names the loaded profile and its stamp.
 */
export type WorkerReply =
  | { readonly kind: 'holds'; readonly ask: number; readonly profile: ProfileId; readonly stamp: string }
  | { readonly kind: 'answer'; readonly ask: number; readonly answer: QueryAnswer<QueryName> }
  | { readonly kind: 'failed'; readonly ask: number; readonly error: EngineErrorShape }
  | { readonly kind: 'cancelled'; readonly ask: number };

/** An error in the worker, as plain data. `reason` is for code, `message` for the user. */
export interface EngineErrorShape {
  readonly reason: EngineErrorReason;
  readonly message: string;
  /** The invalid part of a derivation: a field of its refinement, `base`, `diff_base` or `normalize`. */
  readonly field?: string;
}

export type EngineErrorReason =
  /** The bytes are not a profile, or the profile is damaged. */
  | 'badProfile'
  /** The file could not be read. */
  | 'unreadable'
  /** An invalid refinement or comparison; `field` names the part. */
  | 'badRefinement'
  /** A file could not be written. */
  | 'unwritable'
  /** A limit of memory, time or length was exceeded. */
  | 'tooLarge'
  /** The query needs a file system, and there is none. */
  | 'unavailable'
  /** The profile was unloaded, or the worker had to be restarted. */
  | 'notLoaded'
  /** A defect in Linecost. */
  | 'internal';

export class EngineError extends Error {
  override readonly name = 'EngineError';
  constructor(
    readonly reason: EngineErrorReason,
    message: string,
    readonly field?: string,
  ) {
    super(message);
  }
}
