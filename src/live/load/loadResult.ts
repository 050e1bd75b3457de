/** The tools whose reports are read; `other` for any program that prints its requests per second. */
export type LoadTool = 'hey' | 'wrk' | 'vegeta' | 'bombardier' | 'oha' | 'ab' | 'k6' | 'other';

/** What a load tool reports of one run, as plain data. A field is unset if the tool does not print it. */
export interface LoadResult {
  readonly tool: LoadTool;
  /**
   * The tool's own figure, which differs in meaning: requests that were answered, whatever the status (wrk, ab); with
   * those that failed (hey, oha, k6); those that were sent (vegeta's rate); the mean of short intervals (bombardier).
   */
  readonly requestsPerSecond: number;
  /** The figure with the tool's own digits: `30824.2758`; unset if the tool prints none (`hey -o csv`). */
  readonly printedRate?: string;
  /** Requests that were answered, whatever the status, per second: what a service worked for. */
  readonly answeredPerSecond?: number;
  /** Answers with a status below 400, per second. */
  readonly successesPerSecond?: number;
  /** The number of requests that were answered, whatever the status. */
  readonly requests?: number;
  /** Answers by status: `200`, or by class where the tool has only these: `2xx`. hey counts its first million. */
  readonly statuses?: Readonly<Record<string, number>>;
  readonly errors?: LoadErrors;
  /** How long the tool sent requests. */
  readonly seconds?: number;
  readonly latency?: Latency;
  /** The bytes that the tool received; rounded as the tool prints them. */
  readonly bytes?: number;
  /** Connections, or workers, at once. */
  readonly concurrency?: number;
  /** The end of the tool's output, without colors. */
  readonly output: string;
}

export interface LoadErrors {
  /** Answers with status 400 or above, and requests without an answer. */
  readonly count: number;
  /** Requests without an answer, such as refused connections and timeouts. */
  readonly unanswered: number;
  /** The most frequent messages, the most frequent first. vegeta does not count them. */
  readonly texts: readonly ErrorText[];
}

export interface ErrorText {
  readonly text: string;
  readonly count?: number;
}

/** In nanoseconds. */
export interface Latency {
  readonly mean?: number;
  readonly p50?: number;
  readonly p75?: number;
  readonly p90?: number;
  readonly p95?: number;
  readonly p99?: number;
  readonly max?: number;
}
