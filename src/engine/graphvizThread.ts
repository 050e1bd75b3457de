import type { LayoutReply } from './graphvizClient';
import { layOutDot } from './graphPicture';

type Reply = (answer: LayoutReply) => void;

async function startInNode(): Promise<void> {
  const { parentPort } = await import('node:worker_threads');
  parentPort!.on('message', (dot: string) => answer(dot, (reply) => parentPort!.postMessage(reply)));
}

/** An error here is a defect in Linecost: it ends the thread. */
function fail(error: unknown): never {
  throw error;
}

function answer(dot: string, reply: Reply): void {
  layOutDot(dot).then(reply, ({ message }: Error) => reply({ problem: message }));
}

/**
 * The thread that lays out call graphs: DOT in, a picture out. It is a worker thread of Node, or a web worker. It is a
 * separate bundle because only this thread needs Graphviz, and a separate thread because Graphviz can only be stopped
 * by ending its thread.
 */
if (typeof self === 'undefined') startInNode().catch(fail);
else self.onmessage = ({ data: dot }: MessageEvent<string>) => answer(dot, (reply) => self.postMessage(reply));
