import { toErrorShape } from './failures';
import type { Store } from './store';
import { queueTask } from '../profile/common/tasks';
import type { AskRequest, WorkerReply, WorkerRequest } from './workerMessages';

/** Idle time before preparing reports. The queries of one view follow each other faster. */
const CALM_MS = 15;
/** Idle time before collecting garbage. */
const QUIET_MS = 150;
/** Idle time before unloading profiles that can be read again. */
const UNLOAD_MS = 2000;

export interface QueueOptions {
  readonly reply: (message: WorkerReply) => void;
  /** Called for a defect in Linecost: nothing is answered after it. */
  readonly fail: (error: unknown) => void;
  /** Called often while a report is prepared; throws if a query waits that should not wait longer. */
  readonly stopPreparing?: (startedMs: number) => void;
}

/**
 * Answers one query after the other, in the order sent. Messages are received between two queries, so that a waiting
 * query that is cancelled is never computed. While idle, the queue prepares the likely next reports in short steps.
 */
export class QueryQueue {
  private readonly waiting: AskRequest[] = [];
  private running: { readonly ask: number; readonly controller: AbortController } | undefined;
  private preparing: ReturnType<typeof setTimeout> | undefined;
  private tidying: ReturnType<typeof setTimeout> | undefined;
  private unloading: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly store: Store,
    private readonly options: QueueOptions,
  ) {}

  receive(request: WorkerRequest): void {
    switch (request.kind) {
      case 'ask':
        this.waiting.push(request);
        if (!this.running && this.waiting.length === 1) queueTask(this.answerNext);
        return;
      case 'cancel':
        return this.cancel(request.ask);
      case 'limit':
        this.store.memory.maxBytes = request.memoryBytes;
        return;
      case 'resume':
        return this.store.resume(request.nextId, request.profiles);
      default:
        return request satisfies never;
    }
  }

  /** Stops what is running, and answers nothing any more. */
  close(): void {
    for (const timer of [this.preparing, this.tidying, this.unloading]) clearTimeout(timer);
    this.waiting.length = 0;
    this.running?.controller.abort();
  }

  private cancel(ask: number): void {
    if (this.running?.ask === ask) return this.running.controller.abort();
    const at = this.waiting.findIndex((request) => request.ask === ask);
    if (at < 0) return;
    this.waiting.splice(at, 1);
    this.options.reply({ kind: 'cancelled', ask });
  }

  private readonly answerNext = (): void => {
    this.next().catch(this.options.fail);
  };

  private async next(): Promise<void> {
    if (this.running) return;
    const request = this.waiting.shift();
    if (!request) return this.prepareWhenCalm();
    const controller = new AbortController();
    this.running = { ask: request.ask, controller };
    try {
      await this.answer(request, controller);
    } catch (error) {
      const { ask } = request;
      if (controller.signal.aborted) this.options.reply({ kind: 'cancelled', ask });
      else this.options.reply({ kind: 'failed', ask, error: toErrorShape(error) });
      this.tidyWhenQuiet();
    } finally {
      this.running = undefined;
      if (this.waiting.length > 0) queueTask(this.answerNext);
      else this.prepareWhenCalm();
    }
  }

  private async answer({ ask, query, params, cancelled }: AskRequest, controller: AbortController): Promise<void> {
    const flag = cancelled && new Int32Array(cancelled);
    const checkCancelled = () => {
      if (flag && Atomics.load(flag, 0) !== 0) controller.abort();
    };
    const { reply } = this.options;
    const result = await this.store.answer(query, params, controller.signal, checkCancelled);
    if (query === 'load') {
      const { id: profile } = result as { id: number };
      reply({ kind: 'holds', ask, profile, stamp: this.store.stampOf(profile) });
    }
    reply({ kind: 'answer', ask, answer: result });
    if (query === 'unload' || query === 'forgetBenchmarks') this.tidyWhenQuiet();
  }

  private prepareWhenCalm(): void {
    clearTimeout(this.preparing);
    this.preparing = setTimeout(this.prepare, CALM_MS);
  }

  private readonly prepare = (): void => {
    if (this.running || this.waiting.length > 0) return;
    const started = performance.now();
    const stopForQuery = () => this.options.stopPreparing?.(started);
    if (this.store.prepare(stopForQuery)) queueTask(this.prepare);
    else if (this.waiting.length === 0) this.tidyWhenQuiet();
  };

  private tidyWhenQuiet(): void {
    const whenIdle = (task: () => void) => () => (this.running ? this.tidyWhenQuiet() : task());
    clearTimeout(this.tidying);
    clearTimeout(this.unloading);
    this.tidying = setTimeout(whenIdle(() => this.store.memory.collectIfLarge()), QUIET_MS);
    this.unloading = setTimeout(whenIdle(() => this.store.unloadUnused()), UNLOAD_MS);
  }
}
