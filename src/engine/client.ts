import { Holdings } from './workerHoldings';
import { LastAnswers } from './lastAnswers';
import type { Derivation, ProfileId, QueryAnswer, QueryName, QueryParams } from './queries';
import { type AskRequest, EngineError, type WorkerReply, type WorkerRequest } from './workerMessages';

/** What the client needs of a node:worker_threads Worker. */
export interface WorkerLike {
  postMessage(message: WorkerRequest, transfer?: readonly ArrayBuffer[]): void;
  on(event: 'message', listener: (reply: WorkerReply) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'exit', listener: (code: number) => void): unknown;
  terminate(): Promise<unknown>;
  unref(): void;
}

/** A query that the worker has not answered yet. */
interface PendingQuery {
  readonly request: AskRequest;
  /** Its bytes were transferred: it cannot be asked again. */
  readonly isSpent: boolean;
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
  isGivenUp: boolean;
}

export interface EngineOptions {
  /** The worker's memory limit in bytes; unset: the worker's default. */
  readonly memoryBytes?: number;
  /** A busy worker that takes longer to react to a cancellation is replaced. */
  readonly cancelMs?: number;
}

const CANCEL_MS = 3000;
/** Derived profiles get their ids here, the others in the worker. */
const FIRST_DERIVED: ProfileId = 2 ** 32;

/** Answers queries: the engine itself, or a latest-only view of it. */
export interface QueryEngine {
  /** Throws EngineError, or an AbortError if `signal` was aborted; a waiting query is then never computed. */
  ask<N extends QueryName>(query: N, params: QueryParams<N>, signal?: AbortSignal): Promise<QueryAnswer<N>>;
}

/**
 * Answers typed queries from the worker thread; starts the worker with the first query. If a worker ends, another one
 * replaces it: the running query fails, waiting queries are sent again, and profiles are read again from their files
 * when a query needs them.
 */
export class Engine implements QueryEngine {
  private worker: WorkerLike | undefined;
  private nextAsk = 1;
  private nextDerived = FIRST_DERIVED;
  /** In the order asked, in which the worker answers. */
  private readonly unanswered = new Map<number, PendingQuery>();
  private readonly holdings = new Holdings();
  private readonly lastAnswers = new LastAnswers();
  private memoryBytes: number | undefined;

  constructor(
    private readonly startWorker: () => WorkerLike,
    private readonly options: EngineOptions = {},
  ) {
    this.memoryBytes = options.memoryBytes;
  }

  async ask<N extends QueryName>(query: N, params: QueryParams<N>, signal?: AbortSignal): Promise<QueryAnswer<N>> {
    signal?.throwIfAborted();
    const known = this.lastAnswers.find(query, params);
    if (known !== undefined) return known as QueryAnswer<N>;
    const worker = this.running();
    const ask = this.nextAsk++;
    const cancelled = signal && new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
    const request = { kind: 'ask', ask, query, params, cancelled } as AskRequest;
    return new Promise<QueryAnswer<N>>((resolve, reject) => {
      const abort = () => {
        this.giveUp(ask);
        reject(abortError(signal));
      };
      const settled = <T>(settle: (value: T) => void) => (value: T) => {
        signal?.removeEventListener('abort', abort);
        settle(value);
      };
      const transfer = transferOf(params);
      const asked = { request, isSpent: transfer.length > 0, isGivenUp: false };
      this.unanswered.set(ask, { ...asked, resolve: settled(resolve), reject: settled(reject) });
      signal?.addEventListener('abort', abort, { once: true });
      worker.postMessage(request, transfer);
    });
  }

  /**
   * The id of a profile derived from others; call `forget` when it is no longer used. The first query about it makes
   * the profile, and throws an EngineError with the reason `badRefinement` if the derivation is invalid.
   */
  derive(of: Derivation): ProfileId {
    const profile = this.nextDerived++;
    this.ask('derive', { profile, of }).catch(() => undefined);
    return profile;
  }

  /** Unloads a derived profile. */
  forget(derived: ProfileId): void {
    this.ask('unload', { profile: derived }).catch(() => undefined);
  }

  /** Starts the worker before the first query. */
  start(): void {
    this.running();
  }

  /** Sets the worker's memory limit in bytes. */
  limitMemory(memoryBytes: number): void {
    this.memoryBytes = memoryBytes;
    this.worker?.postMessage({ kind: 'limit', memoryBytes });
  }

  async dispose(): Promise<void> {
    const worker = this.worker;
    this.worker = undefined;
    this.failAll(new EngineError('notLoaded', 'Linecost was shut down.'));
    await worker?.terminate();
  }

  private running(): WorkerLike {
    if (this.worker) return this.worker;
    const worker = this.startWorker();
    worker.on('message', (reply) => this.receive(reply));
    worker.on('error', (error) => this.lost(worker, error));
    worker.on('exit', (code) => this.lost(worker, new Error(`exit code ${code}`)));
    worker.unref();
    this.worker = worker;
    if (this.memoryBytes !== undefined) worker.postMessage({ kind: 'limit', memoryBytes: this.memoryBytes });
    const resume = this.holdings.resume();
    if (resume) worker.postMessage(resume);
    return worker;
  }

  private receive(reply: WorkerReply): void {
    const asked = this.unanswered.get(reply.ask);
    if (!asked) return;
    this.holdings.note(asked.request, reply);
    if (reply.kind === 'holds') return;
    this.unanswered.delete(reply.ask);
    if (reply.kind === 'answer') {
      this.lastAnswers.note(asked.request.query, asked.request.params, reply.answer);
      asked.resolve(reply.answer as never);
    } else if (reply.kind === 'failed') asked.reject(new EngineError(reply.error.reason, reply.error.message, reply.error.field));
    else asked.reject(abortError());
  }

  /** Cancels a query in the worker, and drops its late reply. */
  private giveUp(ask: number): void {
    const asked = this.unanswered.get(ask);
    const { worker } = this;
    if (!asked || !worker) return;
    asked.isGivenUp = true;
    const { cancelled } = asked.request;
    if (cancelled) Atomics.store(new Int32Array(cancelled), 0, 1);
    worker.postMessage({ kind: 'cancel', ask });
    const isBusyWithIt = () => this.worker === worker && this.unanswered.keys().next().value === ask;
    const end = () => {
      if (isBusyWithIt()) this.replace(worker);
    };
    // A reply that has arrived meanwhile is handled first.
    setTimeout(() => setImmediate(end), this.options.cancelMs ?? CANCEL_MS).unref();
  }

  /** Replaces a worker that does not react to a cancellation. */
  private replace(worker: WorkerLike): void {
    this.worker = undefined;
    worker.terminate().catch(() => undefined);
    this.askAgain();
  }

  private lost(worker: WorkerLike, cause: Error & { code?: unknown }): void {
    if (this.worker !== worker) return;
    this.worker = undefined;
    const culprit = this.unanswered.values().next().value;
    const isMemory = cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
    if (culprit) {
      this.unanswered.delete(culprit.request.ask);
      // Otherwise the next query about it would end the next worker.
      this.holdings.forget(culprit.request);
      culprit.reject(isMemory ? outOfMemory() : stopped(cause));
    }
    this.askAgain();
  }

  private askAgain(): void {
    for (const [ask, asked] of [...this.unanswered]) {
      if (asked.isGivenUp || asked.isSpent) {
        this.unanswered.delete(ask);
        asked.reject(new EngineError('notLoaded', 'The profile reader was restarted. Open the profile again.'));
      } else this.running().postMessage(asked.request, []);
    }
  }

  private failAll(error: Error): void {
    const waiting = [...this.unanswered.values()];
    this.unanswered.clear();
    for (const asked of waiting) asked.reject(error);
  }
}

function outOfMemory(): EngineError {
  const message = 'This profile needs more memory than is available, so the profile reader was restarted.';
  return new EngineError('tooLarge', message);
}

function stopped({ message }: Error): EngineError {
  return new EngineError('internal', `The profile reader stopped (${message}). Open the profile again.`);
}

function abortError(signal?: AbortSignal): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new DOMException('The query was cancelled.', 'AbortError');
}

/** Profile bytes that own their whole buffer are transferred; a view into a pool (small Buffers) is copied. */
function transferOf(params: unknown): readonly ArrayBuffer[] {
  const source = (params as { source?: { bytes?: Uint8Array } }).source;
  const bytes = source?.bytes;
  if (!bytes || bytes.byteLength !== bytes.buffer.byteLength || !(bytes.buffer instanceof ArrayBuffer)) return [];
  return [bytes.buffer];
}
