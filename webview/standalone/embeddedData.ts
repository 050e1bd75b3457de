/** The bytes of a data element, which has them as base64. */
export function bytesOf(id: string): Uint8Array<ArrayBuffer> {
  const text = atob(document.getElementById(id)?.textContent ?? '');
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

/** Unpacks gzip. Throws an Error if the bytes are cut off or damaged. */
export async function unpacked(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
