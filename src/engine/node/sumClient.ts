import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { claim } from '../../profile/common/guard';
import { STEP_LOCATIONS, STEP_SAMPLES } from '../../profile/sums/sumStacks';
import type { HelpedSums, PairColumns, PairTotals, SumHelper } from '../../profile/sums/oncePerSampleSums';
import type { RowLayout } from '../../profile/sums/keySums';

/** Samples for the thread, in memory that both threads share. Chunks are reused. */
export interface Chunk {
  readonly offsets: Uint32Array;
  readonly locations: Uint32Array;
  readonly first: Float64Array;
  readonly second: Float64Array;
}

/** Sent on a sum's own port: first the layout, then the chunks, last an empty request. */
export type SumRequest =
  | { readonly layout: RowLayout }
  | { readonly chunk: Chunk; readonly count: number }
  | Record<string, never>;

export type SumReply = { readonly chunk: Chunk } | { readonly totals: PairTotals };

/** The methods of the thread of sumThread.ts that SumClient uses. */
export interface SumWorker {
  postMessage(port: MessagePort, transfer: readonly MessagePort[]): void;
  on(event: 'error', listener: () => void): unknown;
  terminate(): Promise<unknown>;
  unref(): void;
}

/** The thread works on one chunk while another one waits. */
const CHUNKS = 2;
const CHUNK_BYTES = 4 * (STEP_SAMPLES + 1) + 4 * STEP_LOCATIONS + 2 * 8 * STEP_SAMPLES;

export interface SumLimits {
  /** How long to wait for the thread to finish. */
  readonly maxWaitMs: number;
  /** The thread ends after this time without work. */
  readonly idleMs: number;
}

const LIMITS: SumLimits = { maxWaitMs: 2000, idleMs: 10_000 };

/**
 * Sums a part of the samples on a second thread. The thread gets copies, chunk by chunk; a profile's columns stay in
 * the worker. Nothing is transferred: once a thread has transferred a buffer, V8 checks at each access to any typed
 * array of the thread whether its buffer was transferred, which makes decoding and summing an eighth slower.
 */
export class SumClient implements SumHelper {
  private worker: SumWorker | undefined;
  private current: ThreadSums | undefined;
  private hasFailed = false;
  private idle: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly startWorker: () => SumWorker,
    private readonly limits: SumLimits = LIMITS,
  ) {}

  start(): void {
    if (!this.worker && !this.hasFailed) this.worker = this.createWorker();
    clearTimeout(this.idle);
    this.idle = setTimeout(() => this.end(), this.limits.idleMs);
    this.idle.unref();
  }

  begin(layout: RowLayout): HelpedSums | undefined {
    this.start();
    this.current?.close();
    if (!this.worker) return undefined;
    const { port1, port2 } = new MessageChannel();
    this.worker.postMessage(port2, [port2]);
    return (this.current = new ThreadSums(port1, layout, this.limits.maxWaitMs, () => this.fail()));
  }

  private createWorker(): SumWorker {
    const worker = this.startWorker();
    worker.on('error', () => this.fail());
    worker.unref();
    return worker;
  }

  /** Ends the thread and does not start another one. */
  private fail(): void {
    this.hasFailed = true;
    this.end();
  }

  private end(): void {
    this.current?.close();
    this.current = undefined;
    this.worker?.terminate().catch(() => undefined);
    this.worker = undefined;
  }
}

/** One sum on the thread. */
class ThreadSums implements HelpedSums {
  private readonly free: Chunk[];
  private readonly sent: [number, number][] = [];
  private totals: PairTotals | undefined;
  /** The time at which to give up on the thread; set once all samples are sent. */
  private deadline: number | undefined;

  constructor(
    private readonly port: MessagePort,
    layout: RowLayout,
    private readonly maxWaitMs: number,
    private readonly giveUp: () => void,
  ) {
    claim(CHUNKS * CHUNK_BYTES);
    this.free = Array.from({ length: CHUNKS }, emptyChunk);
    this.post({ layout });
  }

  take(columns: PairColumns, from: number, to: number): boolean {
    this.receive();
    if (columns.offsets[to] - columns.offsets[from] > STEP_LOCATIONS) return false;
    const chunk = this.free.pop();
    if (!chunk) return false;
    fill(chunk, columns, from, to);
    this.post({ chunk, count: to - from });
    this.sent.push([from, to]);
    return true;
  }

  finish(): PairTotals | 'pending' | { readonly returned: readonly (readonly [number, number])[] } {
    if (this.deadline === undefined) {
      this.deadline = performance.now() + this.maxWaitMs;
      this.post({});
    }
    this.receive();
    if (this.totals) {
      this.close();
      return this.totals;
    }
    if (performance.now() < this.deadline) {
      sleep();
      return 'pending';
    }
    this.giveUp();
    return { returned: this.sent };
  }

  close(): void {
    this.port.close();
  }

  private post(request: SumRequest): void {
    this.port.postMessage(request);
  }

  private receive(): void {
    for (let reply = receiveMessageOnPort(this.port); reply; reply = receiveMessageOnPort(this.port)) {
      const message = reply.message as SumReply;
      if ('chunk' in message) this.free.push(message.chunk);
      else this.totals = message.totals;
    }
  }
}

function emptyChunk(): Chunk {
  return {
    offsets: new Uint32Array(new SharedArrayBuffer(4 * (STEP_SAMPLES + 1))),
    locations: new Uint32Array(new SharedArrayBuffer(4 * STEP_LOCATIONS)),
    first: new Float64Array(new SharedArrayBuffer(8 * STEP_SAMPLES)),
    second: new Float64Array(new SharedArrayBuffer(8 * STEP_SAMPLES)),
  };
}

/** Copies the samples from `from` to before `to`. */
function fill(chunk: Chunk, { offsets, locations, first, second }: PairColumns, from: number, to: number): void {
  const start = offsets[from];
  for (let sample = from; sample <= to; sample++) chunk.offsets[sample - from] = offsets[sample] - start;
  chunk.locations.set(locations.subarray(start, offsets[to]));
  chunk.first.set(first.subarray(from, to));
  chunk.second.set(second.subarray(from, to));
}

/** Never notified, so waiting for it only sleeps. */
const sleeper = new Int32Array(new SharedArrayBuffer(4));

/** Yields the processor to the other thread for a moment. */
function sleep(): void {
  Atomics.wait(sleeper, 0, 0, 0.2);
}
