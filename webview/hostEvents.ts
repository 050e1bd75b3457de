/**
 * Hears what the editor posts to the page. It forwards the host's messages from a frame of the page's own origin, in a
 * browser as on the desktop: what comes from another origin is from somewhere else.
 */
export function onHostMessage(listener: (message: unknown) => void): { dispose(): void } {
  const hear = ({ data, origin }: MessageEvent) => {
    if (origin === self.origin) listener(data);
  };
  addEventListener('message', hear);
  return { dispose: () => removeEventListener('message', hear) };
}
