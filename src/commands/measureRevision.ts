import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { openRepository } from '../capture/git/repository';
import { readMachineState } from '../capture/machine/machineState';
import type { Capture } from '../loadedCapture';
import { reportFailure } from '../workbench/failureMessage';
import { startProgress } from '../workbench/progress';
import { goEnvironmentOf } from '../workbench/goEnvironmentOf';
import { type EarlierCode, MeasurementInTurns, tellVerdict } from './measureAgain';
import { pickRevision } from './pickRevision';
import type { Target } from './pickTarget';
import { takeCapture, chooseOptions, type FurtherMeasurement, type ProfilingParts, saveGoDocuments, warnOfProfile } from './profileTarget';
import { RevisionCode, RevisionError } from './revisionCode';

/**
 * Asks for a git revision, builds a benchmark as it was there in a worktree of its own and as it is now, profiles both,
 * measures them in turns, and shows the verdict. A revision that cannot be measured is said, with a button for another
 * one. Throws CaptureError, an Error for the user, or AbortError.
 */
export async function measureRevision(target: Target, parts: ProfilingParts): Promise<void> {
  if (!vscode.workspace.isTrusted) throw new Error('Trust this workspace first: measuring runs its code.');
  parts.measurements.check();
  // There is nothing to cancel yet; git has a time limit.
  const { env } = goEnvironmentOf(target.uri);
  const place = { cwd: dirname(target.uri.fsPath), env, signal: new AbortController().signal };
  const found = await openRepository(place);
  const revision = await pickRevision(target.name, place);
  if (!revision) return;
  const options = await chooseOptions({ target, withOptions: false }, parts.options);
  if (!options) return;
  // Before the builds, which keep the machine busy themselves.
  const machine = await readMachineState();
  parts.measurements.check();
  await saveGoDocuments();
  const progress = await startProgress(`Measuring ${target.name} against ${revision.shown}`);
  const { signal } = progress;
  const measure = async (): Promise<{ capture: Capture; turns: MeasurementInTurns }> => {
    const repository = { ...found, place: { ...place, signal } };
    const code = await RevisionCode.build({ target, options, revision, repository }, parts, progress);
    try {
      const turns = new MeasurementInTurns(target, earlierCode(code, revision.shown), machine);
      const capturing = takeCapture(target, options, parts, progress, storing(code, turns, parts));
      const capture = await capturing.catch((error: unknown) => {
        throw turns.withVerdict(error);
      });
      return { capture, turns };
    } finally {
      await code.close();
    }
  };
  try {
    const endMeasurement = await parts.measurements.begin(signal, progress.cancel);
    const { capture, turns } = await measure().finally(endMeasurement);
    progress.end();
    warnOfProfile(capture, target, parts.output);
    tellVerdict(capture, target, turns, parts);
  } catch (error) {
    if (!(error instanceof RevisionError)) throw error;
    progress.end();
    await reportFailure(error, parts.output, { 'Choose Another Revision': () => measureRevision(target, parts) });
  } finally {
    progress.end();
  }
}

function earlierCode(code: RevisionCode, revision: string): EarlierCode {
  const { id, capturedAt, notes } = code;
  // Its conditions are known once it has run.
  return { id, capturedAt, get conditions() { return code.conditions; }, notes, revision, turn: () => code.turn() };
}

/** The turns, after the revision is profiled; its capture is stored if they have given something to compare. */
function storing(code: RevisionCode, turns: MeasurementInTurns, { output }: ProfilingParts): FurtherMeasurement {
  return {
    prepare: (progress) => code.profile(progress),
    measure: async (...given) => {
      const measured = await turns.measure(...given);
      const { again } = measured;
      if (!again) return measured;
      try {
        await code.store(again.before);
        return measured;
      } catch (error) {
        output.error(String(error));
        const note = `The profiles of ${again.base.revision} could not be stored: lines are not compared.`;
        return { ...measured, again: { ...again, notes: [...again.notes, note] } };
      }
    },
  };
}
