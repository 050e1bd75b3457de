import { Worker } from 'node:worker_threads';

/** emptyWorker.cjs: prints the milliseconds from the start of an empty worker thread to its message. */
const start = performance.now();
const worker = new Worker("require('node:worker_threads').parentPort.postMessage('here')", { eval: true });
worker.once('message', () => console.log(JSON.stringify({ milliseconds: performance.now() - start })));
