/**
 * How long work hears that it should stop, and that memory runs out, without every function on the way having to pass
 * that along: whoever starts the work oversees it; loops that may go on for long pass a checkpoint every few thousand
 * turns, and what takes much memory asks for it first.
 */
export interface Overseer {
  /** Throws where the work should stop. Called every millisecond or so. */
  checkpoint(): void;
  /** Whether so many bytes more are at hand. */
  hasRoom(bytes: number): boolean;
  /** Throws MemoryError where so many bytes more are not at hand. */
  claim(bytes: number): void;
  /** What the work may hold at all, in bytes. */
  readonly mostBytes: number;
}

/** Turns of a loop between two checkpoints, where a turn takes some nanoseconds; `& CHECK_MASK` is 0 every so often. */
export const CHECK_MASK = 0xffff;

let current: Overseer | undefined;

/**
 * Runs work, and all that it awaits, under an overseer. One at a time in a thread: where two overlap, one is not told
 * from the other.
 */
export function overseen<T>(overseer: Overseer, work: () => T): T {
  const outer = current;
  const end = () => {
    current = outer;
  };
  current = overseer;
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

/** Throws where the work going on should stop. */
export function checkpoint(): void {
  current?.checkpoint();
}

/** Whether the work going on may hold so many bytes more; always true where nobody oversees it. */
export function hasRoom(bytes: number): boolean {
  return current?.hasRoom(bytes) ?? true;
}

/** To be called before much is allocated. @throws MemoryError */
export function claim(bytes: number): void {
  current?.claim(bytes);
}

/** What the work going on may hold at all, in bytes. */
export function mostBytes(): number {
  return current?.mostBytes ?? Infinity;
}

/** The overseer of the current work, for what only some of them offer. */
export function overseer(): Overseer | undefined {
  return current;
}

/** A comparison for sorting much, with checkpoints. */
export function interruptible<T>(compare: (a: T, b: T) => number): (a: T, b: T) => number {
  let turns = 0;
  return (a, b) => {
    if ((++turns & 0xfff) === 0) checkpoint();
    return compare(a, b);
  };
}

/**
 * Long work in steps of some milliseconds each, so that whoever does it can listen in between: to a cancel, to another
 * question. What the last step returns is the result.
 */
export type Steps<T> = Generator<void, T, void>;

/** All steps at once, with a checkpoint after each. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    checkpoint();
    const { done, value } = steps.next();
    if (done) return value;
  }
}
