/** Why nothing can be measured, as sentences. */
export class MeasureError extends Error {
  override readonly name = 'MeasureError';
}
