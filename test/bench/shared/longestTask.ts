import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** The interval of the timer that notices a blocked thread; it is subtracted from every time. */
const INTERVAL_MS = 1;

/** The longest time in milliseconds for which the thread is blocked during an action. */
export async function longestTask(act: () => Promise<unknown>): Promise<number> {
  await pause(20);
  let longestMs = 0;
  let last = { now: performance.now(), waited: waitedMs() };
  const update = () => {
    const [now, waited] = [performance.now(), waitedMs()];
    longestMs = Math.max(longestMs, now - last.now - (waited - last.waited) - INTERVAL_MS);
    last = { now, waited };
  };
  const timer = setInterval(update, INTERVAL_MS);
  await act();
  await pause(20);
  clearInterval(timer);
  return longestMs;
}

/** The milliseconds that this thread has waited for a processor; 0 if unknown. */
function waitedMs(): number {
  if (process.platform !== 'linux') return 0;
  const [, waited] = readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ');
  return Number(waited) / 1e6;
}
