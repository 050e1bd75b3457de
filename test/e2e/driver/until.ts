import { setTimeout as pause } from 'node:timers/promises';

/**
 * What has not come by then does not come, in milliseconds; a profiling run is given more. On a slow machine a fresh VS
 * Code alone takes half of it until its extensions run.
 */
export const PATIENCE_MS = 60_000;

/**
 * Asks again and again until the answer is something; the last refusal is part of the error.
 * @throws Error `Waited … for WHAT` after `timeout` milliseconds
 */
export async function until<T>(
  what: string,
  probe: () => Promise<T | undefined | false | null>,
  timeout = PATIENCE_MS,
): Promise<T> {
  const deadline = Date.now() + timeout;
  let refusal: unknown;
  do {
    try {
      const answer = await probe();
      if (answer !== undefined && answer !== false && answer !== null) {
        return answer;
      }
    } catch (error) {
      refusal = error;
    }
    await pause(50);
  } while (Date.now() < deadline);
  const reason = refusal instanceof Error ? `: ${refusal.message}` : '';
  throw new Error(`Waited ${timeout / 1000} s for ${what}${reason}`, { cause: refusal });
}
