/** Whether all sums of the values are exact, in whatever order they are added. */
export function areSumsExact(column: Float64Array): boolean {
  let size = 0;
  for (let i = 0; i < column.length; i++) {
    if (!Number.isInteger(column[i])) return false;
    size += Math.abs(column[i]);
  }
  return size <= Number.MAX_SAFE_INTEGER;
}
