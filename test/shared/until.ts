import { setTimeout as delay } from 'node:timers/promises';

/** Time limit in milliseconds, which only a condition that never holds needs: a busy machine is slow. */
const PATIENCE_MS = 60_000;

/**
 * Waits until `condition` holds; a condition that throws does not hold.
 * @throws Error with the condition, or what it threw last, after a minute
 */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const limit = performance.now() + PATIENCE_MS;
  for (;;) {
    const late = performance.now() > limit;
    try {
      if (await condition()) return;
    } catch (error) {
      if (late) throw error;
    }
    if (late) throw new Error(`still not: ${condition}`);
    await delay(10);
  }
}

/** Waits until `check` throws nothing. @throws what it threw last, after a minute */
export function eventually(check: () => void): Promise<void> {
  return until(() => {
    check();
    return true;
  });
}
