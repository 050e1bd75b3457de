import { checkpoint, type Steps } from '../profile/common/guard';
import { nextTurn } from '../profile/common/tasks';

/** Runs all steps, with a turn of the event loop before each: in browsers, other events must be handled. */
export async function inTurns<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    checkpoint();
    const { done, value } = steps.next();
    if (done) return value;
    await nextTurn();
  }
}
