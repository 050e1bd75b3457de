import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Whether a process runs. A zombie does not: it has ended, but its parent has not reaped it. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    if (process.platform !== 'linux') return true;
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    return false;
  }
}

/** Waits until `condition` holds; throws after ten seconds. */
export async function until(condition: () => boolean): Promise<void> {
  const limit = performance.now() + 10_000;
  while (!condition()) {
    if (performance.now() > limit) throw new Error(`still not: ${condition}`);
    await delay(10);
  }
}
