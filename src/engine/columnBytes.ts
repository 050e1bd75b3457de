/** Columns that a view makes when they are first read; see profile/sums/sampleViews.ts. */
interface ViewColumns {
  readonly copied?: object | undefined;
}

/** Bytes of the typed arrays among an object's properties, and of the columns copied from others. */
export function columnBytes(columns: object | undefined): number {
  if (!columns) return 0;
  const arrays = Object.values(columns).filter(ArrayBuffer.isView);
  const own = arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
  return own + columnBytes((columns as ViewColumns).copied);
}
