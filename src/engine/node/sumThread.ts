import { type MessagePort, parentPort } from 'node:worker_threads';
import { OncePerSampleSums } from '../../profile/sums/oncePerSampleSums';
import type { SumReply, SumRequest } from './sumClient';

/** The worker thread that sums a part of the samples, see SumClient. Each sum has its own port. */
if (!parentPort) throw new Error('sumThread.ts runs as a worker thread only');

parentPort.on('message', (port: MessagePort) => {
  let sums: OncePerSampleSums | undefined;
  const reply = (message: SumReply) => port.postMessage(message);
  port.on('message', (request: SumRequest) => {
    if ('layout' in request) sums = new OncePerSampleSums(request.layout);
    else if ('chunk' in request) {
      const { chunk, count } = request;
      sums!.add(chunk, 0, count);
      reply({ chunk });
    } else {
      reply({ totals: sums!.totals });
      port.close();
    }
  });
});
