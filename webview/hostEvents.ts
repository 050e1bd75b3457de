/**
 * Listens to messages from the host. VS Code, in the browser and on the desktop, forwards them from a frame with the
 * page's own origin. Messages from other origins are ignored.
 */
export function onHostMessage(listener: (message: unknown) => void): { dispose(): void } {
  const onMessage = ({ data, origin }: MessageEvent) => {
    // Tools of the browser may post texts of their own.
    if (origin === self.origin && typeof data === 'object' && data !== null) listener(data);
  };
  addEventListener('message', onMessage);
  return { dispose: () => removeEventListener('message', onMessage) };
}
