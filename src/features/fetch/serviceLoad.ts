import type { AnsweredRequests } from '../../captures/disk/answeredRequests';
import type { LoadResult } from '../../live/load/loadResult';
import type { Actions } from '../../ui/loggedMessage';

export interface AroundOptions {
  /** The service that the load is for. */
  readonly service: URL;
  /** How long the profiles take. */
  readonly seconds: number;
  readonly signal: AbortSignal;
  /** Aborted when no more is to be measured: the load ends, and what is complete may be kept. */
  readonly stop?: AbortSignal;
  readonly report: (stage: string) => void;
}

/** What was measured under load, and what is known of the load. */
export interface Loaded<T> {
  readonly measured: T;
  /** Unset if the tool's output has no requests per second. */
  readonly load?: LoadResult;
  /** In the profiles' time; unset if it is not known. */
  readonly requests?: AnsweredRequests;
  /** Sentences on what is not known, and why. */
  readonly notes: readonly string[];
}

/** Sends requests to a service while it is profiled. */
export interface ServiceLoad {
  around<T>(measure: () => Promise<T>, options: AroundOptions): Promise<Loaded<T>>;
  /** What to do about a load that failed. */
  readonly actions: Actions;
}
