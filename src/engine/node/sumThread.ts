import { type MessagePort, parentPort } from 'node:worker_threads';
import { OncePerSampleSums } from '../../profile/sums/oncePerSampleSums';
import type { SumReply, SumRequest } from './sumClient';

/** The worker thread that sums a part of the samples, see SumClient. Each sum has its own port. */
if (!parentPort) throw new Error('sumThread.ts runs as a worker thread only');

parentPort.on('message', (port: MessagePort) => {
  let sums: OncePerSampleSums | undefined;
  const reply = (message: SumReply, transfer: ArrayBuffer[]) => port.postMessage(message, transfer);
  port.on('message', (request: SumRequest) => {
    if ('layout' in request) sums = new OncePerSampleSums(request.layout);
    else if ('chunk' in request) {
      const { chunk, count } = request;
      sums!.add(chunk, 0, count);
      reply({ chunk }, Object.values(chunk).map(({ buffer }) => buffer));
    } else {
      const { totals } = sums!;
      reply({ totals }, [totals.rows, ...totals.flat].map(({ buffer }) => buffer as ArrayBuffer));
      port.close();
    }
  });
});
