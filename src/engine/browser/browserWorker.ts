import type { WorkerLike } from '../client';
import { DEFAULT_MEMORY_BYTES, Memory } from '../memoryUse';
import { type QueryQueue, queryQueue } from '../queryQueue';
import { Store } from '../store';
import { queueTask } from '../../profile/common/tasks';
import type { WorkerReply, WorkerRequest } from '../workerMessages';
import { browserRuntime, unknownMemory } from './browserRuntime';

/**
 * Answers queries on the thread of the caller, in steps of a few milliseconds; between them, other events are handled.
 * Used as the worker of an Engine where threads are not available. Answers are not copied.
 */
export class BrowserWorker implements WorkerLike {
  private readonly onMessage: ((reply: WorkerReply) => void)[] = [];
  private readonly onError: ((error: Error) => void)[] = [];
  private readonly queue: QueryQueue;

  constructor() {
    const store = new Store(browserRuntime, new Memory(DEFAULT_MEMORY_BYTES, unknownMemory));
    this.queue = queryQueue(store, {
      reply: (reply) => queueTask(() => this.onMessage.forEach((listener) => listener(reply))),
      fail: (error) => this.onError.forEach((listener) => listener(error as Error)),
    });
  }

  postMessage(request: WorkerRequest): void {
    this.queue.receive(request);
  }

  on(event: 'message', listener: (reply: WorkerReply) => void): void;
  on(event: 'error', listener: (error: Error) => void): void;
  on(event: 'exit', listener: (code: number) => void): void;
  on(event: string, listener: (value: never) => void): void {
    if (event === 'message') this.onMessage.push(listener as (reply: WorkerReply) => void);
    if (event === 'error') this.onError.push(listener as (error: Error) => void);
  }

  terminate(): Promise<void> {
    this.queue.close();
    return Promise.resolve();
  }

  unref(): void {
    // There is no thread that could keep the program running.
  }
}
