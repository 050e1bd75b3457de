/** A copy in memory that the threads share: it can be passed to the worker any number of times. Text becomes UTF-8. */
export function sharedBytes(content: string | Uint8Array): SharedArrayBuffer {
  const bytes = new SharedArrayBuffer(typeof content === 'string' ? Buffer.byteLength(content) : content.length);
  if (typeof content === 'string') Buffer.from(bytes).write(content);
  else new Uint8Array(bytes).set(content);
  return bytes;
}
