import { statSync } from 'node:fs';
import { QueryGuard } from '../engine/queryGuard';
import { guarded } from '../profile/common/guard';
import { reportMemory } from './reportMemory';
import { runReport, type Outcome } from './runReport';

/** The working directory as the shell names it: like Go's os.Getwd, without resolving symbolic links. */
function workingDirectory(): string {
  const actual = process.cwd();
  const shellDirectory = process.env['PWD'];
  if (!shellDirectory?.startsWith('/')) return actual;
  const shellStat = statSync(shellDirectory, { throwIfNoEntry: false });
  const actualStat = statSync(actual);
  return shellStat?.ino === actualStat.ino && shellStat.dev === actualStat.dev ? shellDirectory : actual;
}

/** Runs a report of profiles within the memory limit. */
export async function runPprofCommand(
  argv: readonly string[],
  readStdin: () => Promise<Uint8Array>,
): Promise<Outcome> {
  const guard = new QueryGuard({ memory: reportMemory(), stopIfCancelled: () => undefined });
  return guarded(guard, () => runReport(argv, { directory: workingDirectory(), readStdin }));
}
