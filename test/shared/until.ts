import { setTimeout as delay } from 'node:timers/promises';

/** Long enough for a busy machine. */
const TIMEOUT_MS = 60_000;

/**
 * Waits until `condition` returns true without throwing.
 * @throws after a minute: the error of the last call, or an Error with the code of `condition`
 */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    const isLate = performance.now() > deadline;
    try {
      if (await condition()) return;
    } catch (error) {
      if (isLate) throw error;
    }
    if (isLate) throw new Error(`timed out waiting for: ${condition}`);
    await delay(10);
  }
}

/** Waits until `check` does not throw. @throws the last error of `check`, after a minute */
export function eventually(check: () => void): Promise<void> {
  return until(() => {
    check();
    return true;
  });
}
