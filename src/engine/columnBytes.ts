/** Bytes of the typed arrays among an object's properties. */
export function columnBytes(columns: object | undefined): number {
  const views = Object.values(columns ?? {}).filter(ArrayBuffer.isView);
  return views.reduce((sum, { byteLength }) => sum + byteLength, 0);
}
