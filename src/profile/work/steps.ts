import { checkpoint } from './guard';

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
