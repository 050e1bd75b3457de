import { benchmarkKey } from '../../captures/loaded/latestResults';
import { type MachineState, readMachineState } from '../../go/machine/machineState';
import { hideFailuresOf } from '../../ui/failureToasts';
import type { ProfilingParts } from '../profile/profileTarget';
import { chooseOptions } from '../profile/runOptions';
import type { RunOptions } from '../../ui/settings/profileSettings';
import { saveGoDocuments } from '../profile/saveGoFiles';
import type { Target } from '../profile/target';

/** What a measurement in turns begins with. */
interface Ready {
  readonly options: RunOptions;
  readonly machine: MachineState;
}

/**
 * Reads the options of a benchmark and the state of the machine, saves edited files, and hides the benchmark's earlier
 * failures. Throws BusyError if something is being measured.
 */
export async function readyForTurns(target: Target, parts: ProfilingParts): Promise<Ready | undefined> {
  const options = await chooseOptions({ target, withOptions: false }, parts.memento);
  if (!options) return undefined;
  // Read before the builds, which themselves keep the machine busy.
  const machine = await readMachineState();
  parts.measurements.check();
  await saveGoDocuments();
  hideFailuresOf(benchmarkKey(target.uri.fsPath, target.name));
  return { options, machine };
}
