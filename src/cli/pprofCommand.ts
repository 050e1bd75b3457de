import { statSync } from 'node:fs';
import { QueryGuard } from '../engine/queryGuard';
import { guarded } from '../profile/common/guard';
import { type Outcome, runReport } from './runReport';
import { totalmem } from 'node:os';
import { Memory } from '../engine/memoryUse';
import { threadGauge } from '../engine/node/threadGauge';

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

/** The fraction of the machine's memory that a report may use. */
const MEMORY_SHARE = 0.5;

/** The memory of a report in the terminal, with its limit. */
function reportMemory(): Memory {
  return new Memory(totalmem() * MEMORY_SHARE, threadGauge);
}
