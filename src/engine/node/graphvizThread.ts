import { parentPort } from 'node:worker_threads';
import { layOutDot } from '../layOutDot';
import type { LayoutReply } from '../graphvizClient';

/**
 * The worker thread that lays out call graphs: DOT in, a picture out. It is a separate bundle because only this thread
 * needs Graphviz, and a separate thread because Graphviz can only be stopped by ending its thread.
 */
const port = parentPort;
if (!port) throw new Error('graphvizThread.ts runs as a worker thread only');

port.on('message', (dot: string) => {
  const problemOf = (error: Error): LayoutReply => ({ problem: error.message });
  const reply = (answer: LayoutReply) => port.postMessage(answer);
  layOutDot(dot).then(reply, (error: Error) => reply(problemOf(error)));
});
