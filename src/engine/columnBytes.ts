/** What a view of other columns keeps a copy of them as, once somebody has read it. */
const COPIES = ['copied', 'made'];

/** Bytes of the typed arrays among an object's properties, and of what it has copied from others. */
export function columnBytes(columns: object | undefined): number {
  let bytes = 0;
  for (const [name, value] of Object.entries(columns ?? {}) as [string, unknown][]) {
    if (ArrayBuffer.isView(value)) bytes += value.byteLength;
    else if (COPIES.includes(name)) bytes += columnBytes(value as object | undefined);
  }
  return bytes;
}
