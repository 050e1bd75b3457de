import { toErrorShape } from './failures';
import type { QueryName } from './queries';
import type { Store } from './store';
import { queueTask } from '../profile/common/tasks';
import type { AskRequest, WorkerReply, WorkerRequest } from './workerMessages';

/** Idle time before preparing reports. The queries of one view follow each other faster. */
const CALM_MS = 15;
/** Idle time before collecting garbage. */
const QUIET_MS = 150;
/** Idle time before unloading profiles that can be read again. */
const UNLOAD_MS = 2000;

/** Queries that free memory. */
const FREEING: ReadonlySet<QueryName> = new Set(['unload', 'takeSum', 'dropSum', 'forgetBenchmarks', 'forgetGoroutines', 'forgetRuntimeLog']);

export interface QueueOptions {
  readonly reply: (message: WorkerReply) => void;
  /** Called for a defect in Linecost: nothing is answered after it. */
  readonly fail: (error: unknown) => void;
  /** Called often while a report is prepared; throws if a query waits that should not wait longer. */
  readonly stopPreparing?: (startedMs: number) => void;
}

/** Answers queries. */
export interface QueryQueue {
  receive(request: WorkerRequest): void;
  /** Cancels the running query, and drops the waiting ones. */
  close(): void;
}

/**
 * Answers one query after the other, in the order sent. Messages are received between two queries, so that a waiting
 * query that is cancelled is never computed. While idle, the queue prepares the likely next reports in short steps.
 */
export function queryQueue(store: Store, { reply, fail, stopPreparing }: QueueOptions): QueryQueue {
  const waiting: AskRequest[] = [];
  let running: { readonly ask: number; readonly controller: AbortController } | undefined;
  let preparing: ReturnType<typeof setTimeout> | undefined;
  let tidying: ReturnType<typeof setTimeout> | undefined;
  let unloading: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  // Unless a query arrives, the code of all reports is loaded; otherwise, that is done once it is answered.
  prepareWhenCalm();
  return { receive, close };

  function receive(request: WorkerRequest): void {
    switch (request.kind) {
      case 'ask':
        // A query that waits for its file gives up the thread, which must not load other code then.
        clearTimeout(preparing);
        waiting.push(request);
        if (!running && waiting.length === 1) queueTask(answerNext);
        return;
      case 'cancel':
        return cancel(request.ask);
      case 'limit':
        store.memory.maxBytes = request.memoryBytes;
        return;
      case 'resume':
        return store.resume(request.nextId, request.profiles);
      default:
        return request satisfies never;
    }
  }

  function close(): void {
    isClosed = true;
    for (const timer of [preparing, tidying, unloading]) clearTimeout(timer);
    waiting.length = 0;
    running?.controller.abort();
  }

  function cancel(ask: number): void {
    if (running?.ask === ask) return running.controller.abort();
    const at = waiting.findIndex((request) => request.ask === ask);
    if (at < 0) return;
    waiting.splice(at, 1);
    reply({ kind: 'cancelled', ask });
  }

  function answerNext(): void {
    next().catch(fail);
  }

  async function next(): Promise<void> {
    if (running) return;
    const request = waiting.shift();
    if (!request) return prepareWhenCalm();
    const controller = new AbortController();
    running = { ask: request.ask, controller };
    try {
      await answer(request, controller);
    } catch (error) {
      if (controller.signal.aborted) reply({ kind: 'cancelled', ask: request.ask });
      else reply({ kind: 'failed', ask: request.ask, error: toErrorShape(error) });
      tidyWhenQuiet();
    } finally {
      running = undefined;
      if (waiting.length > 0) queueTask(answerNext);
      else prepareWhenCalm();
    }
  }

  async function answer({ ask, query, params, cancelled }: AskRequest, controller: AbortController): Promise<void> {
    const flag = cancelled && new Int32Array(cancelled);
    const checkCancelled = () => {
      if (flag && Atomics.load(flag, 0) !== 0) controller.abort();
    };
    const result = await store.answer(query, params, controller.signal, checkCancelled);
    if (query === 'load') {
      const { id: profile } = result as { id: number };
      reply({ kind: 'holds', ask, profile, stamp: store.stampOf(profile) });
    }
    reply({ kind: 'answer', ask, answer: result });
    if (FREEING.has(query)) tidyWhenQuiet();
  }

  function prepareWhenCalm(): void {
    clearTimeout(preparing);
    if (!isClosed) preparing = setTimeout(() => void loadCodeAndPrepare().catch(fail), CALM_MS);
  }

  async function loadCodeAndPrepare(): Promise<void> {
    // A failure is reported when a query needs the code.
    await store.reportCode().catch(() => undefined);
    prepare();
  }

  function prepare(): void {
    if (isClosed || running || waiting.length > 0) return;
    const started = performance.now();
    if (store.prepare(() => stopPreparing?.(started))) queueTask(prepare);
    else if (waiting.length === 0) tidyWhenQuiet();
  }

  function tidyWhenQuiet(): void {
    clearTimeout(tidying);
    clearTimeout(unloading);
    if (isClosed) return;
    tidying = setTimeout(() => (running ? tidyWhenQuiet() : store.memory.collectIfLarge()), QUIET_MS);
    unloading = setTimeout(() => (running ? tidyWhenQuiet() : store.unloadUnused()), UNLOAD_MS);
  }
}
