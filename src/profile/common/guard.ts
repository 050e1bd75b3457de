/**
 * Lets the caller of long work cancel it and limit its memory, without a parameter in every function: `guarded` runs
 * the work under a guard, long loops call `checkpoint` about every millisecond, and code calls `claim` before large
 * allocations.
 */
export interface Guard {
  /** Throws if the work should stop. Called about every millisecond. */
  checkpoint(): void;
  /** Whether this many more bytes are available. */
  hasRoom(bytes: number): boolean;
  /** Throws MemoryError unless this many more bytes are available. */
  claim(bytes: number): void;
  /** The memory limit of the work, in bytes. */
  readonly maxBytes: number;
}

/** A loop whose iterations take a few nanoseconds calls `checkpoint` when `(i & CHECK_MASK) === 0`. */
export const CHECK_MASK = 0xffff;
/** Like CHECK_MASK, for a loop that reads a stack in each iteration. */
export const STACK_CHECK_MASK = 0xfff;

let current: Guard | undefined;

/**
 * Runs work, and everything that it awaits, under a guard. A thread must not do this for two asynchronous tasks
 * at once, because both would run under the guard of the second one.
 */
export function guarded<T>(guard: Guard, work: () => T): T {
  const outer = current;
  const end = () => {
    current = outer;
  };
  current = guard;
  try {
    const result = work();
    if (result instanceof Promise) return result.finally(end) as T;
    end();
    return result;
  } catch (error) {
    end();
    throw error;
  }
}

/** Suspends the guard of the current work during a wait, because other work may run on the thread meanwhile. */
export async function suspended<T>(wait: () => Promise<T>): Promise<T> {
  const guardOfWork = current;
  current = undefined;
  try {
    return await wait();
  } finally {
    current = guardOfWork;
  }
}

/** Throws if the current work should stop. */
export function checkpoint(): void {
  current?.checkpoint();
}

/** Whether the current work may allocate this many more bytes; true if it has no guard. */
export function hasRoom(bytes: number): boolean {
  return current?.hasRoom(bytes) ?? true;
}

/** Call before a large allocation. @throws MemoryError */
export function claim(bytes: number): void {
  current?.claim(bytes);
}

/** The memory limit of the current work, in bytes; Infinity if it has no guard. */
export function maxBytes(): number {
  return current?.maxBytes ?? Infinity;
}

/** The guard of the current work, if any, for callers that need more than the interface offers. */
export function currentGuard(): Guard | undefined {
  return current;
}

/** Adds checkpoints to a comparison, for long sorts. */
export function interruptible<T>(compare: (a: T, b: T) => number): (a: T, b: T) => number {
  let calls = 0;
  return (a, b) => {
    if ((++calls & 0xfff) === 0) checkpoint();
    return compare(a, b);
  };
}

/**
 * Long work in steps of a few milliseconds each. Between steps, the caller can handle a cancellation or another
 * request. The last step returns the result.
 */
export type Steps<T> = Generator<void, T, void>;

/** Runs all steps, with a checkpoint before each. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    checkpoint();
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Whether an error means that work was cancelled: an AbortError, or `Canceled`, which is VS Code's name for it. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'Canceled');
}

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
