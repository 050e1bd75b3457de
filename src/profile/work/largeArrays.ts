/**
 * Typed arrays on pages of their own. What an allocator of C hands out below 32 MB it keeps when it is freed: a process
 * that has read and let go large profiles would go on holding several hundred megabytes. Memory of WebAssembly comes
 * from the system page by page and goes back as soon as it is collected; arrays over it are as fast as any.
 */

const PAGE_BYTES = 65536;
/** Smaller ones are many, and little together. */
const LEAST_BYTES = 1024 ** 2;
/** From here on, every allocator takes whole pages from the system, and gives them back. */
const ENOUGH_BYTES = 32 * 1024 ** 2;
/** Each reserves some gigabytes of addresses, of which a process may have as little as a terabyte. */
const MOST_RESERVED = 48;

let reserved = 0;
const released = /* @__PURE__ */ new FinalizationRegistry(() => reserved--);

/** An array of zeros. Throws RangeError where there is no room. */
export function uint32Array(length: number): Uint32Array<ArrayBuffer> {
  const pages = pagesOf(length * Uint32Array.BYTES_PER_ELEMENT);
  return pages ? new Uint32Array(pages, 0, length) : new Uint32Array(length);
}

/** An array of zeros. Throws RangeError where there is no room. */
export function float64Array(length: number): Float64Array<ArrayBuffer> {
  const pages = pagesOf(length * Float64Array.BYTES_PER_ELEMENT);
  return pages ? new Float64Array(pages, 0, length) : new Float64Array(length);
}

/** An array of zeros. Throws RangeError where there is no room. */
export function uint8Array(length: number): Uint8Array<ArrayBuffer> {
  const pages = pagesOf(length);
  return pages ? new Uint8Array(pages, 0, length) : new Uint8Array(length);
}

function pagesOf(bytes: number): ArrayBuffer | undefined {
  if (bytes < LEAST_BYTES || bytes >= ENOUGH_BYTES || reserved >= MOST_RESERVED) return undefined;
  const count = Math.ceil(bytes / PAGE_BYTES);
  try {
    const { buffer } = new WebAssembly.Memory({ initial: count, maximum: count });
    reserved++;
    released.register(buffer, undefined);
    return buffer;
  } catch {
    // No addresses left; memory there may still be.
    return undefined;
  }
}
