import { QueryGuard } from '../engine/queryGuard';
import { guarded } from '../profile/common/guard';
import { type Outcome, runReport } from './runReport';
import { totalmem } from 'node:os';
import { Memory } from '../engine/memoryUse';
import { threadGauge } from '../engine/node/threadGauge';
import { workingDirectory } from './workingDirectory';

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
