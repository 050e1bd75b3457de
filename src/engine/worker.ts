import { parentPort } from 'node:worker_threads';
import { toErrorShape } from './failures';
import { Store } from './store';
import type { WorkerReply, WorkerRequest } from './wire';

/**
 * The worker thread: one query after the other, in the order asked. Between two queries the port is drained, so that
 * a cancelled query that still waits is never computed.
 */
const port = parentPort;
if (!port) throw new Error('worker.ts runs as a worker thread only');

type Ask = Extract<WorkerRequest, { kind: 'ask' }>;

const store = new Store();
const waiting: Ask[] = [];
let busy: { readonly ask: number; readonly controller: AbortController } | undefined;

port.on('message', (request: WorkerRequest) => {
  if (request.kind === 'cancel') return cancel(request.ask);
  waiting.push(request);
  if (!busy && waiting.length === 1) setImmediate(next);
});

function cancel(ask: number): void {
  if (busy?.ask === ask) return busy.controller.abort();
  const at = waiting.findIndex((request) => request.ask === ask);
  if (at < 0) return;
  waiting.splice(at, 1);
  reply({ kind: 'cancelled', ask });
}

async function next(): Promise<void> {
  const request = waiting.shift();
  if (!request || busy) return;
  const controller = new AbortController();
  busy = { ask: request.ask, controller };
  try {
    const answer = await store.answer(request.query, request.params, controller.signal);
    reply({ kind: 'answer', ask: request.ask, answer });
  } catch (error) {
    if (controller.signal.aborted) reply({ kind: 'cancelled', ask: request.ask });
    else reply({ kind: 'failed', ask: request.ask, error: toErrorShape(error) });
  } finally {
    busy = undefined;
    if (waiting.length > 0) setImmediate(next);
  }
}

function reply(message: WorkerReply): void {
  port!.postMessage(message);
}
