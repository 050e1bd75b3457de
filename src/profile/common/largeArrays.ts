/**
 * Typed arrays whose memory goes back to the system when they are collected. C's malloc keeps freed blocks below 32 MB:
 * after loading and unloading large profiles, the process would still hold several hundred megabytes. The memory of
 * WebAssembly comes from the system in pages and is returned once collected; but each new page takes time: a quarter
 * of that of a flame graph of 10^5 samples, if none of its arrays reuses memory.
 */

const PAGE_BYTES = 65536;
/** Smaller arrays are allocated as usual and reuse memory: together, they keep 10 to 20 MB of a process. */
const MIN_BYTES = 4 * 1024 ** 2;
/** From this size on, malloc itself takes pages from the system and returns them. */
const MAX_BYTES = 32 * 1024 ** 2;
/** Each WebAssembly memory reserves several gigabytes of address space, and a process may have only a terabyte. */
const MAX_RESERVED = 48;

let reserved = 0;
const released = /* @__PURE__ */ new FinalizationRegistry(() => reserved--);

/** An array of zeros. Throws RangeError if there is no room. */
export function uint32Array(length: number): Uint32Array<ArrayBuffer> {
  const pages = pagesOf(length * Uint32Array.BYTES_PER_ELEMENT);
  return pages ? new Uint32Array(pages, 0, length) : new Uint32Array(length);
}

/** A copy with more elements; the new ones are 0. Throws RangeError if there is no room. */
export function lengthened(column: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const longer = uint32Array(length);
  longer.set(column);
  return longer;
}

/** An array of zeros. Throws RangeError if there is no room. */
export function float64Array(length: number): Float64Array<ArrayBuffer> {
  const pages = pagesOf(length * Float64Array.BYTES_PER_ELEMENT);
  return pages ? new Float64Array(pages, 0, length) : new Float64Array(length);
}

/** An array of zeros. Throws RangeError if there is no room. */
export function uint8Array(length: number): Uint8Array<ArrayBuffer> {
  const pages = pagesOf(length);
  return pages ? new Uint8Array(pages, 0, length) : new Uint8Array(length);
}

function pagesOf(bytes: number): ArrayBuffer | undefined {
  if (bytes < MIN_BYTES || bytes >= MAX_BYTES || reserved >= MAX_RESERVED) return undefined;
  const count = Math.ceil(bytes / PAGE_BYTES);
  try {
    const { buffer } = new WebAssembly.Memory({ initial: count, maximum: count });
    reserved++;
    released.register(buffer, undefined);
    return buffer;
  } catch {
    // Out of address space, not necessarily out of memory.
    return undefined;
  }
}
