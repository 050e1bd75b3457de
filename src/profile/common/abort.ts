/** Whether an error means that work was cancelled: an AbortError, or `Canceled`, which is VS Code's name for it. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'Canceled');
}
