import { Recent } from '../profile/common/recent';
import { backgroundTimer, queueTask } from '../profile/common/tasks';
import type { FunctionCorrections } from '../sources/lineMatching/misfiledFunctions';
import type { Derivation, ProfileId, QueryAnswer, QueryName, QueryParams } from './queries';
import {
  type AskRequest, EngineError, type WorkerProfile, type WorkerReply, type WorkerRequest,
} from './workerMessages';
import { outOfMemory, workerStopped } from './failures';
import { ignored } from '../profile/common/ignored';

/** The methods of a node:worker_threads Worker that the client uses. */
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
  /** Whether its bytes were transferred to the worker. If so, the query cannot be sent again. */
  readonly isTransferred: boolean;
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
  isCancelled: boolean;
}

export interface EngineOptions {
  /** The worker's memory limit in bytes; if unset, the worker's default applies. */
  readonly memoryBytes?: number;
  /** How long the worker may take to react to a cancellation before it is replaced, in milliseconds. Default: 3000. */
  readonly cancelMs?: number;
}

const CANCEL_MS = 3000;
/** The first id of derived profiles. The worker assigns the ids of other profiles, starting at 1. */
const FIRST_DERIVED: ProfileId = 2 ** 32;

/** Answers queries. Implemented by `Engine`, and by `latestOnly`, which cancels the earlier query. */
export interface QueryEngine {
  /**
   * Rejects with EngineError, or with the signal's reason if the signal is aborted. An aborted query that is still
   * waiting is never computed.
   */
  ask<N extends QueryName>(query: N, params: QueryParams<N>, signal?: AbortSignal): Promise<QueryAnswer<N>>;
}

/**
 * Sends typed queries to a worker thread, which it starts with the first query. If a worker ends, another one replaces
 * it: the running query fails, and waiting queries are sent again, unless their bytes were transferred. Profiles read
 * from files are read again on demand; profiles loaded from bytes are lost.
 */
export class Engine implements QueryEngine {
  private worker: WorkerLike | undefined;
  private nextQuery = 1;
  private nextDerived = FIRST_DERIVED;
  /** By query id, in the order sent. The worker answers in this order. */
  private readonly unanswered = new Map<number, PendingQuery>();
  private readonly workerProfiles = new WorkerProfiles();
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
    const cached = this.lastAnswers.find(query, params);
    if (cached !== undefined) return cached as QueryAnswer<N>;
    const worker = this.ensureWorker();
    const queryId = this.nextQuery++;
    const cancelled = signal && sharedFlag();
    const request = { kind: 'ask', ask: queryId, query, params, cancelled } as AskRequest;
    return new Promise<QueryAnswer<N>>((resolve, reject) => {
      const abort = () => {
        this.cancel(queryId);
        reject(abortError(signal));
      };
      const settled = <T>(settle: (value: T) => void) => (value: T) => {
        signal?.removeEventListener('abort', abort);
        settle(value);
      };
      const transfer = transferOf(params);
      const pending = { request, isTransferred: transfer.length > 0, isCancelled: false };
      this.unanswered.set(queryId, { ...pending, resolve: settled(resolve), reject: settled(reject) });
      signal?.addEventListener('abort', abort, { once: true });
      worker.postMessage(request, transfer);
    });
  }

  /**
   * Registers a profile derived from others and returns its id. Call `unload` when it is no longer used. The first
   * query about it derives the profile, and rejects with the EngineError `badRefinement` if the derivation is invalid.
   */
  derive(of: Derivation): ProfileId {
    const profile = this.nextDerived++;
    this.ask('derive', { profile, of }).catch(ignored('a profile is not derived'));
    return profile;
  }

  /** Unloads a derived profile. */
  unload(derived: ProfileId): void {
    this.ask('unload', { profile: derived }).catch(ignored('a profile stays loaded'));
  }

  /** Starts the worker before the first query. */
  start(): void {
    this.ensureWorker();
  }

  /** Sets the worker's memory limit in bytes. */
  limitMemory(memoryBytes: number): void {
    this.memoryBytes = memoryBytes;
    this.worker?.postMessage({ kind: 'limit', memoryBytes });
  }

  /** Ends the worker. Unanswered queries reject with the EngineError `notLoaded`. */
  async dispose(): Promise<void> {
    const worker = this.worker;
    this.worker = undefined;
    this.failAll(new EngineError('notLoaded', 'Linecost was shut down.'));
    await worker?.terminate();
  }

  private ensureWorker(): WorkerLike {
    if (this.worker) return this.worker;
    const worker = this.startWorker();
    worker.on('message', (reply) => this.receive(reply));
    worker.on('error', (error) => this.onWorkerEnd(worker, error));
    worker.on('exit', (code) => this.onWorkerEnd(worker, new Error(`exit code ${code}`)));
    worker.unref();
    this.worker = worker;
    if (this.memoryBytes !== undefined) worker.postMessage({ kind: 'limit', memoryBytes: this.memoryBytes });
    const resume = this.workerProfiles.resume();
    if (resume) worker.postMessage(resume);
    return worker;
  }

  private receive(reply: WorkerReply): void {
    const pending = this.unanswered.get(reply.ask);
    if (!pending) return;
    this.workerProfiles.note(pending.request, reply);
    if (reply.kind === 'holds') return;
    this.unanswered.delete(reply.ask);
    if (reply.kind === 'answer') {
      this.lastAnswers.note(pending.request.query, pending.request.params, reply.answer);
      pending.resolve(reply.answer as never);
    } else if (reply.kind === 'failed') {
      const { reason, message, field } = reply.error;
      pending.reject(new EngineError(reason, message, field));
    } else pending.reject(abortError());
  }

  /** Cancels a query in the worker. Replaces the worker if it is still busy with the query after `cancelMs`. */
  private cancel(queryId: number): void {
    const pending = this.unanswered.get(queryId);
    const { worker } = this;
    if (!pending || !worker) return;
    pending.isCancelled = true;
    const { cancelled } = pending.request;
    if (cancelled) Atomics.store(new Int32Array(cancelled), 0, 1);
    worker.postMessage({ kind: 'cancel', ask: queryId });
    const replaceIfBusy = () => {
      if (this.worker === worker && this.unanswered.keys().next().value === queryId) this.replace(worker);
    };
    // A reply that has already arrived is handled first.
    backgroundTimer(() => queueTask(replaceIfBusy), this.options.cancelMs ?? CANCEL_MS);
  }

  /** Replaces a worker that does not react to a cancellation. */
  private replace(worker: WorkerLike): void {
    this.worker = undefined;
    worker.terminate().catch(() => undefined);
    this.sendAgain();
  }

  private onWorkerEnd(worker: WorkerLike, cause: Error & { code?: unknown }): void {
    if (this.worker !== worker) return;
    this.worker = undefined;
    const running = this.unanswered.values().next().value;
    const isMemory = cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
    if (running) {
      this.unanswered.delete(running.request.ask);
      // Otherwise the next query about this profile might end the next worker too.
      this.workerProfiles.remove(running.request);
      running.reject(isMemory ? outOfMemory() : workerStopped(cause));
    }
    this.sendAgain();
  }

  private sendAgain(): void {
    for (const [queryId, pending] of [...this.unanswered]) {
      if (pending.isCancelled || pending.isTransferred) {
        this.unanswered.delete(queryId);
        pending.reject(new EngineError('notLoaded', 'The profile reader was restarted. Open the profile again.'));
      } else this.ensureWorker().postMessage(pending.request, []);
    }
  }

  private failAll(error: Error): void {
    const waiting = [...this.unanswered.values()];
    this.unanswered.clear();
    for (const pending of waiting) pending.reject(error);
  }
}

/** undefined where memory cannot be shared, as in some browsers. */
function sharedFlag(): SharedArrayBuffer | undefined {
  return typeof SharedArrayBuffer === 'undefined' ? undefined : new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
}

function abortError(signal?: AbortSignal): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new DOMException('The query was cancelled.', 'AbortError');
}

/**
 * The buffers to transfer. Profile bytes that fill their buffer are transferred; others, such as small Buffers from
 * Node's pool, are copied.
 */
function transferOf(params: unknown): readonly ArrayBuffer[] {
  const source = (params as { source?: { bytes?: Uint8Array } }).source;
  const bytes = source?.bytes;
  if (!bytes || bytes.byteLength !== bytes.buffer.byteLength || !(bytes.buffer instanceof ArrayBuffer)) return [];
  return [bytes.buffer];
}

/** Cached `fileCosts` answers: enough for the visible files under two sample types. */
const MAX_ANSWERS = 8;

/** The last `fileCosts` answers, because editors repeat these queries often. */
class LastAnswers {
  private readonly answers = new Recent<unknown>(MAX_ANSWERS);

  /** The cached answer; undefined if there is none. */
  find(query: QueryName, params: QueryParams<QueryName>): unknown {
    return query === 'fileCosts' ? this.answers.find(JSON.stringify(params)) : undefined;
  }

  note(query: QueryName, params: QueryParams<QueryName>, answer: unknown): void {
    // Ids are never reused, so answers about an unloaded profile would only waste memory.
    if (query === 'unload') this.answers.clear();
    if (query !== 'fileCosts') return;
    this.answers.set(JSON.stringify(params), answer);
  }
}

/** Tracks the worker's profiles in the host, so that another worker can take its place. */
class WorkerProfiles {
  private readonly profiles = new Map<ProfileId, WorkerProfile>();
  private nextId: ProfileId = 1;

  /** Tracks the reply to a request. Ignores profiles from transferred bytes, which cannot be read again. */
  note(request: AskRequest, reply: WorkerReply): void {
    if (reply.kind === 'holds') {
      const { profile, stamp } = reply;
      this.nextId = Math.max(this.nextId, profile + 1);
      if (request.query !== 'load' || request.params.source.kind !== 'file') return;
      this.profiles.set(profile, { profile, source: request.params.source, stamp });
    } else if (request.query === 'load' && reply.kind === 'answer') {
      const { id, facts } = reply.answer as QueryAnswer<'load'>;
      this.correct(id, facts?.corrections);
    } else if (request.query === 'correctFunctions' && reply.kind === 'answer') {
      this.correct(request.params.profile, reply.answer as QueryAnswer<'correctFunctions'>);
    } else if (request.query === 'derive') this.profiles.set(request.params.profile, request.params);
    else if (request.query === 'unload') this.remove(request);
  }

  private correct(profile: ProfileId, corrections: FunctionCorrections | undefined): void {
    const known = this.profiles.get(profile);
    if (known && 'source' in known && corrections) this.profiles.set(profile, { ...known, corrections });
  }

  /** Removes the profile that a request is about. */
  remove(request: AskRequest): void {
    if ('profile' in request.params) this.profiles.delete(request.params.profile);
  }

  /** The message that sets up a new worker; undefined while no profile has been loaded. */
  resume(): Extract<WorkerRequest, { kind: 'resume' }> | undefined {
    if (this.nextId === 1) return undefined;
    return { kind: 'resume', nextId: this.nextId, profiles: [...this.profiles.values()] };
  }
}
