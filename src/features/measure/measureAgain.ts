import * as vscode from 'vscode';
import { exactOf } from '../../bench/exactMemory';
import { isCaptureError } from '../../common/captureError';
import { startProgress } from '../../ui/progress';
import { showInformationMessage, showWarningMessage } from '../../ui/window';
import { requireTrust } from '../../ui/requireTrust';
import { warnOfProfile } from '../profile/captureWarnings';
import { earlierCapture } from './earlierCapture';
import { MeasurementInTurns, SameProgramError } from './measurementInTurns';
import type { Target } from '../profile/target';
import { readyForTurns } from './readyForTurns';
import { takeCapture, type ProfilingParts } from '../profile/profileTarget';
import { tellVerdict } from './tellVerdict';

const ANYWAY = 'Measure Anyway';

/**
 * Builds a benchmark's present code, profiles it, runs it in turns with the program of an earlier capture, and shows
 * the verdict. If the user cancels or a run fails after the profiles are taken, the profiles and the complete pairs of
 * runs are stored. If there is no earlier capture, or the program has not changed, shows a message with a button to
 * profile now, or to measure anyway. Throws CaptureError, an Error for the user, or AbortError.
 * @param evenIfSame measures even if the program has not changed
 */
export async function measureAgain(requested: Target, parts: ProfilingParts, evenIfSame = false): Promise<void> {
  requireTrust('measuring runs its code');
  parts.measurements.check();
  const earlier = await earlierCapture(requested, parts);
  if (typeof earlier === 'string') {
    await offerProfile(earlier, requested);
    return;
  }
  const target = { ...requested, name: earlier.name };
  const ready = await readyForTurns(target, parts);
  if (!ready) return;
  const { options, machine } = ready;
  const progress = await startProgress(`Measuring ${target.name} again`);
  const { record: { id, capturedAt, conditions, profiles, reportedUnits }, program, notes } = earlier;
  const iterations = profiles.find((profile) => profile.iterations)?.iterations?.[0];
  const known = { id, capturedAt, conditions, reportedUnits, exactMemory: exactOf(profiles) };
  const earlierCode = { ...known, program, iterations, notes };
  const further = new MeasurementInTurns(target, earlierCode, machine, evenIfSame);
  try {
    const endMeasurement = await parts.measurements.begin(progress.signal, progress.cancel);
    const capture = await takeCapture(target, options, parts, progress, further).finally(endMeasurement);
    further.isStored = true;
    progress.end();
    warnOfProfile(capture, target, parts.output, { isInTurns: true });
    tellVerdict(capture, target, further, parts);
  } catch (error) {
    if (error instanceof SameProgramError) {
      progress.end();
      parts.output.info(error.message);
      if (await showInformationMessage(error.message, ANYWAY)) await measureAgain(requested, parts, true);
      return;
    }
    if (!isCaptureError(error) || error.failure !== 'programGone') throw further.withVerdict(error);
    progress.end();
    await offerProfile(`${error.message} Profile it again first.`, target);
  } finally {
    progress.end();
  }
}

async function offerProfile(message: string, { uri, name }: Target): Promise<void> {
  const chosen = await showWarningMessage(message, 'Profile Now');
  if (chosen) await vscode.commands.executeCommand('linecost.profileBenchmark', uri, name);
}
