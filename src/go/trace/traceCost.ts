/**
 * `go tool trace` keeps every event in memory: 38 to 56 times the size of the file, measured with Go 1.26 on traces of
 * 10 to 306 MB.
 */
const MEMORY_FACTOR = 50;
/** Bytes that `go tool trace` reads in a second, measured with Go 1.26 on two shared cores. */
const BYTES_PER_SECOND = 3e6;
/** A larger trace, in bytes, is read only after a question. */
export const LARGE_TRACE = 50e6;
/** Up to this size, in bytes, two profiles are made at a time: together they need about 2 GB. */
const SMALL = 20e6;

/** Whether reading a trace takes so much memory and time that the user should decide. */
export function isLargeTrace(size: number): boolean {
  return size > LARGE_TRACE;
}

/** How many times at once `go tool trace` may read a trace of this size. */
export function readersOf(size: number): number {
  return size > SMALL ? 1 : 2;
}

/** `has 310 MB: go tool trace needs about 16 GB of memory, and takes minutes`, after the name of a trace. */
export function traceCostText(size: number): string {
  const seconds = (4 * size) / BYTES_PER_SECOND;
  const takes = seconds > 90 ? 'minutes' : 'about a minute';
  return `has ${sizeText(size)}: go tool trace needs about ${memoryText(size)} of memory, and takes ${takes}`;
}

/** `16 GB`: the memory that `go tool trace` needs for a trace of this size. */
export function memoryText(size: number): string {
  return sizeText(MEMORY_FACTOR * size);
}

/** `377 kB`, `1.2 MB`, `16 GB`. */
export function sizeText(bytes: number): string {
  const [unit, factor] = bytes < 1e6 ? ['kB', 1e3] as const : bytes < 1e9 ? ['MB', 1e6] as const : ['GB', 1e9] as const;
  const value = bytes / factor;
  return `${value < 10 && unit !== 'kB' ? value.toFixed(1) : String(Math.ceil(value))} ${unit}`;
}
