import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parentPort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { toErrorShape } from './failures';
import { Store } from './store';
import { SumClient } from './sumClient';
import type { AskRequest, WorkerReply, WorkerRequest } from './workerMessages';

/**
 * The worker thread: answers one query after the other, in the order sent. The worker drains the port between two
 * queries, so that a waiting query that is cancelled is never computed. While idle, it prepares the likely next reports
 * in short steps.
 */
const port = parentPort;
if (!port) throw new Error('worker.ts runs as a worker thread only');

/** Idle time before preparing reports. The queries of one view follow each other faster. */
const CALM_MS = 15;
/** Idle time before collecting garbage. */
const QUIET_MS = 150;
/** Idle time before unloading profiles that can be read again. */
const UNLOAD_MS = 2000;
/** A step of preparing that takes longer is dropped when a query arrives. */
const LONG_STEP_MS = 50;

const sumThread = new SumClient(() => new Worker(join(__dirname, 'sumThread.js')));
const store = new Store(undefined, undefined, availableParallelism() > 1 ? sumThread : undefined);
const waiting: AskRequest[] = [];
let running: { readonly ask: number; readonly controller: AbortController } | undefined;
let preparing: NodeJS.Timeout | undefined;
let tidying: NodeJS.Timeout | undefined;
let unloading: NodeJS.Timeout | undefined;

port.on('message', receive);

function receive(request: WorkerRequest): void {
  switch (request.kind) {
    case 'ask':
      waiting.push(request);
      if (!running && waiting.length === 1) setImmediate(answerNext);
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
  if (running?.ask === ask) return running.controller.abort();
  const at = waiting.findIndex((request) => request.ask === ask);
  if (at < 0) return;
  waiting.splice(at, 1);
  reply({ kind: 'cancelled', ask });
}

/** An error here is a defect in Linecost: it ends the thread, and the engine reports it. */
function answerNext(): void {
  next().catch(fail);
}

function fail(error: unknown): void {
  setImmediate(() => {
    throw error;
  });
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
    if (waiting.length > 0) setImmediate(answerNext);
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
  if (query === 'unload' || query === 'forgetBenchmarks') tidyWhenQuiet();
}

function prepareWhenCalm(): void {
  clearTimeout(preparing);
  preparing = setTimeout(prepare, CALM_MS);
}

function prepare(): void {
  if (running || waiting.length > 0) return;
  const longStepEnd = performance.now() + LONG_STEP_MS;
  const stopForQuery = () => {
    const message = performance.now() > longStepEnd && receiveMessageOnPort(port!);
    if (!message) return;
    receive(message.message as WorkerRequest);
    throw new DOMException('A query arrived.', 'AbortError');
  };
  if (store.prepare(stopForQuery)) setImmediate(prepare);
  else if (waiting.length === 0) tidyWhenQuiet();
}

function tidyWhenQuiet(): void {
  clearTimeout(tidying);
  clearTimeout(unloading);
  tidying = setTimeout(() => (running ? tidyWhenQuiet() : store.memory.collectIfLarge()), QUIET_MS);
  unloading = setTimeout(() => (running ? tidyWhenQuiet() : store.unloadUnused()), UNLOAD_MS);
}

function reply(message: WorkerReply): void {
  port!.postMessage(message);
}
