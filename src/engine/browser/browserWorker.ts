import type { WorkerLike } from '../client';
import { DEFAULT_MEMORY_BYTES, Memory, type MemoryGauge } from '../memoryUse';
import { type QueryQueue, queryQueue } from '../queryQueue';
import { Store } from '../store';
import { queueTask } from '../../profile/common/tasks';
import { EngineError, type WorkerReply, type WorkerRequest } from '../workerMessages';
import { ProfileDecoder } from '../../profile/wire/decode';
import type { Profile } from '../../profile/model';
import type { ProfileSource } from '../queries';
import type { Runtime } from '../runtime';
import { unpackBytes } from './unpackBytes';

/**
 * Answers queries on the thread of the caller, in steps of a few milliseconds; between them, other events are handled.
 * Used as the worker of an Engine where threads are not available. Answers are not copied.
 */
export class BrowserWorker implements WorkerLike {
  private readonly onMessage: ((reply: WorkerReply) => void)[] = [];
  private readonly onError: ((error: Error) => void)[] = [];
  private readonly queue: QueryQueue;

  /** @param textCode loads the code that answers queries about texts, which exported pages do without */
  constructor(textCode: Runtime['textCode'] = () => Promise.reject(needsDisk())) {
    const store = new Store({ ...browserRuntime, textCode }, new Memory(DEFAULT_MEMORY_BYTES, unknownMemory));
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

/** The engine in a browser: profiles are bytes, and no file can be written. */
const browserRuntime: Omit<Runtime, 'textCode'> = {
  readProfile,
  stampOf: () => Promise.resolve(''),
  reportCode: async () => ({
    ...(await import('../reportCode')),
    exportToFile: () => Promise.reject(needsDisk()),
    mergeFiles: () => Promise.reject(needsDisk()),
    mergedBytes: () => Promise.reject(needsDisk()),
    sumOfParts: () => Promise.reject(needsDisk()),
    newSums: () => {
      throw needsDisk();
    },
    readMoment: () => Promise.reject(needsDisk()),
  }),
  benchmarkAnswers: () => Promise.reject(needsDisk()),
};

/** Browsers do not tell how much memory is in use. */
const unknownMemory: MemoryGauge = {
  usage: () => ({ bytes: 0, heapShare: 0 }),
  collect: () => undefined,
  collectInBackground: () => undefined,
};

async function readProfile(source: ProfileSource, signal: AbortSignal): Promise<Profile> {
  if (source.kind === 'file') throw needsDisk();
  const decoder = await unpackBytes(source.bytes, (expectedBytes) => new ProfileDecoder(expectedBytes), signal);
  return decoder.finish();
}

function needsDisk(): EngineError {
  return new EngineError('unavailable', 'This is not available in a browser: use VS Code on a computer.');
}
