/** A trace that is read only if the user wants it, because it takes much memory and time. */
export class LargeTraceError extends Error {
  override readonly name = 'LargeTraceError';
}
