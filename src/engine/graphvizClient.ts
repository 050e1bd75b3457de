import type { GraphPicture } from '../profile/answers/graph';
import { backgroundTimer } from '../profile/common/tasks';
import { EngineError } from './workerMessages';

export type LayoutReply = { readonly picture: GraphPicture } | { readonly problem: string };

/** The methods of the thread of graphvizThread.ts that Layouts uses. The thread replies once to each DOT text. */
export interface LayoutWorker {
  postMessage(dot: string): void;
  on(event: 'message', listener: (reply: LayoutReply) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  terminate(): Promise<unknown>;
  unref(): void;
}

export interface LayoutLimits {
  /** A layout that takes longer fails. */
  readonly maxMs: number;
  /** The thread ends after this time without a layout, to free the 60 MB that Graphviz uses. */
  readonly idleMs: number;
}

const LIMITS: LayoutLimits = { maxMs: 20_000, idleMs: 60_000 };

export interface Layouter {
  /** @throws EngineError, or an AbortError if the layout was cancelled */
  layOut(dot: string): Promise<GraphPicture>;
}

interface PendingLayout {
  readonly dot: string;
  readonly controller: AbortController;
  readonly picture: Promise<GraphPicture>;
}

/** Lays out graphs one after the other, in a thread that starts with the first. */
export class Layouts {
  private worker: LayoutWorker | undefined;
  private queue: Promise<unknown> = Promise.resolve();
  /** Handles the reply for the graph that is being laid out. */
  private settle: ((reply: LayoutReply | Error) => void) | undefined;
  private idle: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly startWorker: () => LayoutWorker,
    private readonly limits: LayoutLimits = LIMITS,
  ) {}

  /**
   * The picture of a graph in DOT.
   * @throws EngineError if Graphviz fails or takes too long; the signal's reason if the signal is aborted
   */
  async layOut(dot: string, signal?: AbortSignal): Promise<GraphPicture> {
    const reply = this.queue.then(() => this.next(dot, signal));
    this.queue = reply.catch(() => undefined);
    return reply;
  }

  /**
   * Lays out one graph at a time: a new graph cancels the previous layout, which rejects with an AbortError. A request
   * for the same graph shares its layout.
   */
  latestOnly(): Layouter {
    let current: PendingLayout | undefined;
    return {
      layOut: (dot) => {
        if (current?.dot === dot) return current.picture;
        current?.controller.abort();
        const controller = new AbortController();
        const picture = this.layOut(dot, controller.signal);
        const pending = (current = { dot, controller, picture });
        picture.catch(() => {
          if (current === pending) current = undefined;
        });
        return picture;
      },
    };
  }

  dispose(): void {
    clearTimeout(this.idle);
    this.endWorker();
  }

  private async next(dot: string, signal: AbortSignal | undefined): Promise<GraphPicture> {
    signal?.throwIfAborted();
    clearTimeout(this.idle);
    const stop = (reason: Error) => {
      this.endWorker();
      this.settle?.(reason);
    };
    const abort = () => stop(signal!.reason as Error);
    signal?.addEventListener('abort', abort, { once: true });
    const timeout = setTimeout(() => stop(tooLarge()), this.limits.maxMs);
    try {
      const reply = await this.reply(dot);
      if (reply instanceof Error) throw reply;
      if ('problem' in reply) throw layoutFailure(reply.problem);
      return reply.picture;
    } finally {
      clearTimeout(timeout);
      signal?.removeEventListener('abort', abort);
      this.idle = backgroundTimer(() => this.endWorker(), this.limits.idleMs);
    }
  }

  private reply(dot: string): Promise<LayoutReply | Error> {
    this.worker ??= this.createWorker();
    this.worker.postMessage(dot);
    return new Promise((resolve) => {
      this.settle = resolve;
    });
  }

  private createWorker(): LayoutWorker {
    const worker = this.startWorker();
    worker.on('message', (reply) => this.worker === worker && this.settle?.(reply));
    worker.on('error', ({ message }) => {
      if (this.worker !== worker) return;
      this.endWorker();
      this.settle?.(layoutFailure(message));
    });
    worker.unref();
    return worker;
  }

  private endWorker(): void {
    this.worker?.terminate().catch(() => undefined);
    this.worker = undefined;
  }
}

function tooLarge(): EngineError {
  return new EngineError('tooLarge', 'Laying out this graph takes too long. Show fewer nodes.');
}

function layoutFailure(problem: string): EngineError {
  return new EngineError('internal', `The graph could not be laid out (${problem}). Show fewer nodes.`);
}
