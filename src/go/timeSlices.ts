import type { Steps } from '../profile/common/guard';
import { nextTurn } from '../profile/common/tasks';

/** A slice begins no further step after this time; its last step may still be running then. */
const SLICE_MS = 6;

/** Does long work in slices and yields to the event loop between them. Throws the signal's reason on abort. */
export async function inSlices<T>(steps: Steps<T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    const until = performance.now() + SLICE_MS;
    do {
      const { done, value } = steps.next();
      if (done) return value;
    } while (performance.now() < until);
    await nextTurn();
    signal?.throwIfAborted();
  }
}
