import { setTimeout as delay } from 'node:timers/promises';
import { StatusError } from './httpFailure';

/** A service that asks for more patience is asked again by the user. */
const MAX_WAIT_MS = 10_000;
const TELL_MS = 250;

/**
 * Calls `act`. If the server answers that it is busy and asks to come back soon, waits, and calls it a second time.
 * Throws like `act`, or the signal's reason on abort.
 * @param onWaiting called while it waits, with the milliseconds that are left
 */
export async function withOneRetry<T>(
  act: () => Promise<T>,
  signal: AbortSignal,
  onWaiting: (leftMs: number) => void = () => undefined,
): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const waitMs = error instanceof StatusError ? error.retryAfterMs : undefined;
    if (waitMs === undefined || waitMs > MAX_WAIT_MS) throw error;
    const end = performance.now() + waitMs;
    for (let left = waitMs; left > 0; left = end - performance.now()) {
      onWaiting(left);
      await delay(Math.min(TELL_MS, left), undefined, { signal }).catch(() => signal.throwIfAborted());
    }
    return act();
  }
}
