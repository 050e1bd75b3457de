import { parentPort } from 'node:worker_threads';
import { layOutDot } from './graphviz';
import type { LayoutReply } from './layouts';

/**
 * The worker thread that lays out call graphs: DOT in, a picture out. A bundle of its own, for it carries all of
 * Graphviz, which nothing else needs; and a thread of its own, for Graphviz cannot be interrupted but by ending it.
 */
const port = parentPort;
if (!port) throw new Error('graphLayout.ts runs as a worker thread only');

port.on('message', (dot: string) => {
  const failed = (error: Error): LayoutReply => ({ problem: error.message });
  const reply = (answer: LayoutReply) => port.postMessage(answer);
  layOutDot(dot).then(reply, (error: Error) => reply(failed(error)));
});
