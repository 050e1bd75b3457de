import { setTimeout as pause } from 'node:timers/promises';

/**
 * Time limit for a state, in milliseconds. Only a failing test waits that long. VS Code needs ten seconds to start with
 * its extensions, and on a busy machine a minute.
 */
export const PATIENCE_MS = 120_000;

/** The pause before the next probe, in milliseconds: it grows with the time waited, as each probe costs time. */
const pauseAfter = (waited: number): number => Math.min(400, Math.max(100, waited / 10));

/**
 * Calls `probe` repeatedly until it returns a value other than undefined, false and null.
 * @throws after `timeout` milliseconds an Error `Waited … for WHAT`, with the last error of `probe` as its cause
 */
export async function until<T>(
  what: string,
  probe: () => Promise<T | undefined | false | null>,
  timeout = PATIENCE_MS,
): Promise<T> {
  const start = Date.now();
  let lastError: unknown;
  do {
    try {
      const answer = await probe();
      if (answer !== undefined && answer !== false && answer !== null) {
        return answer;
      }
    } catch (error) {
      lastError = error;
    }
    await pause(pauseAfter(Date.now() - start));
  } while (Date.now() < start + timeout);
  const reason = lastError instanceof Error ? `: ${lastError.message}` : '';
  throw new Error(`Waited ${timeout / 1000} s for ${what}${reason}`, { cause: lastError });
}
