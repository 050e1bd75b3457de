import type { PagePlace } from './hostLink';

/** VS Code's API for webviews. A page may acquire it only once. */
declare function acquireVsCodeApi(): {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
};

/** The place of a page in a panel or tab of the editor. */
export function inEditor(): PagePlace {
  const editor = acquireVsCodeApi();
  return {
    port: { postMessage: (message) => editor.postMessage(message), onMessage: onHostMessage },
    getState: () => editor.getState(),
    setState: (state) => editor.setState(state),
  };
}

/**
 * Listens to messages from the host. VS Code, in the browser and on the desktop, forwards them from a frame with the
 * page's own origin. Messages from other origins are ignored.
 */
function onHostMessage(listener: (message: unknown) => void): { dispose(): void } {
  const onMessage = ({ data, origin }: MessageEvent) => {
    // Tools of the browser may post texts of their own.
    if (origin === self.origin && typeof data === 'object' && data !== null) listener(data);
  };
  addEventListener('message', onMessage);
  return { dispose: () => removeEventListener('message', onMessage) };
}
