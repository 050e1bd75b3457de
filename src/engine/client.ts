import type { QueryAnswer, QueryName, QueryParams } from './queries';
import { EngineError, type WorkerReply, type WorkerRequest } from './wire';

/** What the client needs of a node:worker_threads Worker. */
export interface WorkerLike {
  postMessage(message: WorkerRequest, transfer?: readonly ArrayBuffer[]): void;
  on(event: 'message', listener: (reply: WorkerReply) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'exit', listener: (code: number) => void): unknown;
  terminate(): Promise<unknown>;
  unref(): void;
}

interface Pending {
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

/** Answers typed queries from the worker thread. Starts the worker with the first query. */
export interface Asker {
  /**
   * Throws EngineError, or an AbortError where `signal` was aborted; a query that is waiting is then never computed.
   */
  ask<N extends QueryName>(query: N, params: QueryParams<N>, signal?: AbortSignal): Promise<QueryAnswer<N>>;
}

export class Engine implements Asker {
  private worker: WorkerLike | undefined;
  private nextAsk = 1;
  private readonly pending = new Map<number, Pending>();

  constructor(private readonly startWorker: () => WorkerLike) {}

  async ask<N extends QueryName>(query: N, params: QueryParams<N>, signal?: AbortSignal): Promise<QueryAnswer<N>> {
    signal?.throwIfAborted();
    const worker = this.running();
    const ask = this.nextAsk++;
    return new Promise<QueryAnswer<N>>((resolve, reject) => {
      const abort = () => {
        // The worker's reply is dropped when it comes: the asker is gone.
        this.pending.delete(ask);
        worker.postMessage({ kind: 'cancel', ask });
        reject(abortError(signal));
      };
      const settled = <T>(settle: (value: T) => void) => (value: T) => {
        signal?.removeEventListener('abort', abort);
        settle(value);
      };
      this.pending.set(ask, { resolve: settled(resolve), reject: settled(reject) });
      signal?.addEventListener('abort', abort, { once: true });
      worker.postMessage({ kind: 'ask', ask, query, params } as WorkerRequest, transferOf(params));
    });
  }

  /** An asker that holds one query at a time: asking again gives up the earlier one (it rejects with an AbortError). */
  face(): Asker {
    let current: AbortController | undefined;
    return {
      ask: (query, params, signal) => {
        current?.abort();
        current = new AbortController();
        const both = signal ? AbortSignal.any([signal, current.signal]) : current.signal;
        return this.ask(query, params, both);
      },
    };
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
    worker.on('message', (reply) => this.settle(reply));
    worker.on('error', (error) => this.lost(worker, error.message));
    worker.on('exit', (code) => this.lost(worker, `exit code ${code}`));
    worker.unref();
    this.worker = worker;
    return worker;
  }

  private settle(reply: WorkerReply): void {
    const pending = this.pending.get(reply.ask);
    this.pending.delete(reply.ask);
    if (!pending) return;
    if (reply.kind === 'answer') pending.resolve(reply.answer as never);
    else if (reply.kind === 'failed') pending.reject(new EngineError(reply.error.reason, reply.error.message));
    else pending.reject(abortError());
  }

  private lost(worker: WorkerLike, why: string): void {
    if (this.worker !== worker) return;
    this.worker = undefined;
    this.failAll(new EngineError('tooLarge', `The profile reader stopped (${why}). Load the profile again.`));
  }

  private failAll(error: Error): void {
    const waiting = [...this.pending.values()];
    this.pending.clear();
    for (const pending of waiting) pending.reject(error);
  }
}

function abortError(signal?: AbortSignal): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new DOMException('The query was given up.', 'AbortError');
}

/** Profile bytes that own their whole buffer are handed over; a view into a pool (small Buffers) must be copied. */
function transferOf(params: unknown): readonly ArrayBuffer[] {
  const source = (params as { source?: { bytes?: Uint8Array } }).source;
  const bytes = source?.bytes;
  if (!bytes || bytes.byteLength !== bytes.buffer.byteLength || !(bytes.buffer instanceof ArrayBuffer)) return [];
  return [bytes.buffer];
}
