import type { Port } from '../../src/pages/protocol/pageProtocol';

/** The two ends of a channel within the page. Messages arrive later, in the order sent, as from another window. */
export function inPagePort(): { readonly page: Port; readonly host: Port } {
  const { port1, port2 } = new MessageChannel();
  return { page: portOf(port1), host: portOf(port2) };
}

function portOf(end: MessagePort): Port {
  return {
    postMessage: (message) => end.postMessage(message),
    onMessage(listener) {
      end.onmessage = ({ data }) => listener(data);
      return { dispose: () => end.close() };
    },
  };
}
