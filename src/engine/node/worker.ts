import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parentPort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { queryQueue } from '../queryQueue';
import type { WorkerRequest } from '../workerMessages';
import { NodeStore } from './nodeStore';
import { SumClient } from './sumClient';

/** The worker thread, which answers the queries that are posted to it. */
const port = parentPort;
if (!port) throw new Error('worker.ts runs as a worker thread only');

/** A step of preparing that takes longer is dropped when a query arrives. */
const LONG_STEP_MS = 50;

const sumThread = new SumClient(() => new Worker(join(__dirname, 'sumThread.js')));
const store = new NodeStore(undefined, undefined, availableParallelism() > 1 ? sumThread : undefined);
const queue = queryQueue(store, { reply: (message) => port.postMessage(message), fail, stopPreparing });

port.on('message', (request: WorkerRequest) => queue.receive(request));

/** An error here is a defect in Linecost: it ends the thread, and the engine reports it. */
function fail(error: unknown): void {
  setImmediate(() => {
    throw error;
  });
}

function stopPreparing(startedMs: number): void {
  const message = performance.now() > startedMs + LONG_STEP_MS && receiveMessageOnPort(port!);
  if (!message) return;
  queue.receive(message.message as WorkerRequest);
  throw new DOMException('A query arrived.', 'AbortError');
}
