/** Thrown when a profile or a report needs more memory than the limit allows or the machine has. */
export class MemoryError extends Error {
  override readonly name = 'MemoryError';
  /** @param maxBytes the memory limit; undefined if the machine itself is out of memory */
  constructor(readonly maxBytes?: number) {
    super(
      maxBytes === undefined
        ? 'This profile needs more memory than the machine has available.'
        : `This profile needs more than ${memoryText(maxBytes)} of memory.`,
    );
  }
}

/** `2 GB`, `1.5 GB`, `512 MB`, `64 kB`. */
function memoryText(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB'];
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log2(bytes) / 10)));
  return `${Number((bytes / 1024 ** power).toFixed(1))} ${units[power]}`;
}
