/** A view that copies its columns on first read; see profile/sums/sampleViews.ts. */
interface ViewColumns {
  readonly copied?: object | undefined;
}

/** The bytes of an object's typed arrays, and of its `copied` columns. */
export function columnBytes(columns: object | undefined): number {
  if (!columns) return 0;
  const arrays = Object.values(columns).filter(ArrayBuffer.isView);
  const bytes = arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
  return bytes + columnBytes((columns as ViewColumns).copied);
}
