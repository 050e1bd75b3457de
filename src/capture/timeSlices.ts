import type { Steps } from '../profile/common/guard';
import { nextTurn } from '../profile/common/tasks';

/** The longest time in which a slice begins steps; its last step may take longer. */
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
