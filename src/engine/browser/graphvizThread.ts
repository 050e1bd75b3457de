import { layOutDot } from '../layOutDot';
import type { LayoutReply } from '../graphvizClient';

/** The web worker that lays out call graphs: DOT in, a picture out. */
self.onmessage = ({ data: dot }: MessageEvent<string>) => {
  const reply = (answer: LayoutReply) => self.postMessage(answer);
  layOutDot(dot).then(reply, ({ message }: Error) => reply({ problem: message }));
};
