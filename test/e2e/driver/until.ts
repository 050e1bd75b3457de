import { setTimeout as pause } from 'node:timers/promises';

/**
 * Time limit for a state, in milliseconds. It is generous, because only a failing test waits so long: starting VS Code
 * with its extensions takes ten seconds, and a minute on a busy machine.
 */
export const PATIENCE_MS = 120_000;

/** Milliseconds between two looks: soon at first, then less often, as each look costs the browser time. */
const pauseAfter = (waited: number): number => Math.min(200, Math.max(50, waited / 20));

/**
 * Calls a function repeatedly until it returns a value; its last error is part of the thrown one.
 * @throws Error `Waited … for WHAT` after `timeout` milliseconds
 */
export async function until<T>(
  what: string,
  probe: () => Promise<T | undefined | false | null>,
  timeout = PATIENCE_MS,
): Promise<T> {
  const start = Date.now();
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
    await pause(pauseAfter(Date.now() - start));
  } while (Date.now() < start + timeout);
  const reason = refusal instanceof Error ? `: ${refusal.message}` : '';
  throw new Error(`Waited ${timeout / 1000} s for ${what}${reason}`, { cause: refusal });
}
