import { setImmediate as pause } from 'node:timers/promises';
import type { Steps } from '../profile/work/guard';

/** How long the thread is held at a stretch; one step comes on top. */
const SLICE_MS = 6;

/** Long work in slices, between which the thread does what else it has to. Throws the signal's reason on abort. */
export async function inSlices<T>(steps: Steps<T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    const until = performance.now() + SLICE_MS;
    do {
      const { done, value } = steps.next();
      if (done) return value;
    } while (performance.now() < until);
    await pause();
    signal?.throwIfAborted();
  }
}
