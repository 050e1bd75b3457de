/**
 * Listens to messages from the host. VS Code forwards them from a frame of the page's own origin, in the browser and on
 * the desktop; messages from other origins are ignored.
 */
export function onHostMessage(listener: (message: unknown) => void): { dispose(): void } {
  const onMessage = ({ data, origin }: MessageEvent) => {
    if (origin === self.origin) listener(data);
  };
  addEventListener('message', onMessage);
  return { dispose: () => removeEventListener('message', onMessage) };
}
