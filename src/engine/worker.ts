import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parentPort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { toErrorShape } from './failures';
import { Store } from './store';
import { SumClient } from './sumClient';
import type { AskRequest, WorkerReply, WorkerRequest } from './workerMessages';

/**
 * The worker thread: answers one query after the other, in the order asked. It drains the port between two queries, so
 * that a waiting query that is cancelled is never computed. While idle, the worker prepares likely reports in short
 * steps.
 */
const port = parentPort;
if (!port) throw new Error('worker.ts runs as a worker thread only');

/** Idle time before preparing. The queries of one view follow each other more closely. */
const CALM_MS = 15;
/** Idle time before collecting garbage. */
const QUIET_MS = 150;
/** Idle time before unloading profiles that can be read again. */
const REST_MS = 2000;
/** A preparing step that takes longer is dropped when a query arrives. */
const LONG_STEP_MS = 50;

const sumThread = new SumClient(() => new Worker(join(__dirname, 'sumThread.js')));
const store = new Store(undefined, undefined, availableParallelism() > 1 ? sumThread : undefined);
const waiting: AskRequest[] = [];
let busy: { readonly ask: number; readonly controller: AbortController } | undefined;
let preparing: NodeJS.Timeout | undefined;
let tidying: NodeJS.Timeout | undefined;
let resting: NodeJS.Timeout | undefined;

port.on('message', receive);

function receive(request: WorkerRequest): void {
  switch (request.kind) {
    case 'ask':
      waiting.push(request);
      if (!busy && waiting.length === 1) setImmediate(goOn);
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

function cancel(ask: number): void {
  if (busy?.ask === ask) return busy.controller.abort();
  const at = waiting.findIndex((request) => request.ask === ask);
  if (at < 0) return;
  waiting.splice(at, 1);
  reply({ kind: 'cancelled', ask });
}

/** A failure here is a defect in Linecost: it ends the thread, and the engine reports it. */
function goOn(): void {
  next().catch(fail);
}

function fail(error: unknown): void {
  setImmediate(() => {
    throw error;
  });
}

async function next(): Promise<void> {
  if (busy) return;
  const request = waiting.shift();
  if (!request) return prepareWhenCalm();
  const controller = new AbortController();
  busy = { ask: request.ask, controller };
  try {
    await answer(request, controller);
  } catch (error) {
    if (controller.signal.aborted) reply({ kind: 'cancelled', ask: request.ask });
    else reply({ kind: 'failed', ask: request.ask, error: toErrorShape(error) });
    tidyWhenQuiet();
  } finally {
    busy = undefined;
    if (waiting.length > 0) setImmediate(goOn);
    else prepareWhenCalm();
  }
}

async function answer({ ask, query, params, cancelled }: AskRequest, controller: AbortController): Promise<void> {
  const flag = cancelled && new Int32Array(cancelled);
  const hear = () => {
    if (flag && Atomics.load(flag, 0) !== 0) controller.abort();
  };
  const found = await store.answer(query, params, controller.signal, hear);
  if (query === 'load') {
    const { id: profile } = found as { id: number };
    reply({ kind: 'holds', ask, profile, stamp: store.stampOf(profile) });
  }
  reply({ kind: 'answer', ask, answer: found });
  if (query === 'unload' || query === 'forgetBenchmarks') tidyWhenQuiet();
}

function prepareWhenCalm(): void {
  clearTimeout(preparing);
  preparing = setTimeout(prepare, CALM_MS);
}

function prepare(): void {
  if (busy || waiting.length > 0) return;
  const longest = performance.now() + LONG_STEP_MS;
  const hear = () => {
    const message = performance.now() > longest && receiveMessageOnPort(port!);
    if (!message) return;
    receive(message.message as WorkerRequest);
    throw new DOMException('A query came.', 'AbortError');
  };
  if (store.prepare(hear)) setImmediate(prepare);
  else if (waiting.length === 0) tidyWhenQuiet();
}

function tidyWhenQuiet(): void {
  clearTimeout(tidying);
  clearTimeout(resting);
  tidying = setTimeout(() => (busy ? tidyWhenQuiet() : store.memory.tidy()), QUIET_MS);
  resting = setTimeout(() => (busy ? tidyWhenQuiet() : store.rest()), REST_MS);
}

function reply(message: WorkerReply): void {
  port!.postMessage(message);
}
