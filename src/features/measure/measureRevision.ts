import { dirname } from 'node:path';
import { openRepository } from '../../go/git/gitCommand';
import type { Capture } from '../../captures/loadedCapture';
import { reportFailure } from '../../ui/failureMessage';
import { startProgress } from '../../ui/progress';
import { goEnvironmentOf } from '../../ui/settings/goEnvironmentOf';
import { tellVerdict } from './showVerdict';
import { type EarlierCode, MeasurementInTurns, readyForTurns } from './measurementInTurns';
import { pickRevision } from './pickRevision';
import type { Target } from '../profile/pickTarget';
import { type FurtherMeasurement, type ProfilingParts, takeCapture } from '../profile/profileTarget';
import { warnOfProfile } from '../profile/captureWarnings';
import { RevisionCode, RevisionError } from './revisionCode';
import { requireTrust } from '../../ui/preconditionError';

/**
 * Asks for a git revision, builds the benchmark at that revision (in a temporary worktree) and in the workspace,
 * profiles both, runs them in turns, and shows the verdict. If the revision cannot be measured, shows why, with a
 * button to choose another one. Throws CaptureError, an Error for the user, or AbortError.
 */
export async function measureRevision(target: Target, parts: ProfilingParts): Promise<void> {
  requireTrust('measuring runs its code');
  parts.measurements.check();
  // The user cannot cancel yet, but git has a time limit.
  const { env } = goEnvironmentOf(target.uri);
  const place = { cwd: dirname(target.uri.fsPath), env, signal: new AbortController().signal };
  const workspaceRepository = await openRepository(place);
  const revision = await pickRevision(target.name, place);
  if (!revision) return;
  const ready = await readyForTurns(target, parts);
  if (!ready) return;
  const { options, machine } = ready;
  const progress = await startProgress(`Measuring ${target.name} against ${revision.displayName}`);
  const { signal } = progress;
  const measure = async (): Promise<{ capture: Capture; turns: MeasurementInTurns }> => {
    const repository = { ...workspaceRepository, place: { ...place, signal } };
    const code = await RevisionCode.build({ target, options, revision, repository }, parts, progress);
    try {
      const turns = new MeasurementInTurns(target, earlierCode(code, revision.displayName), machine);
      const capturing = takeCapture(target, options, parts, progress, revisionTurns(code, turns, parts));
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
    warnOfProfile(capture, target, parts.output, { isInTurns: true });
    await tellVerdict(capture, target, turns, parts);
  } catch (error) {
    if (!(error instanceof RevisionError)) throw error;
    progress.end();
    await reportFailure(error, parts.output, { 'Choose Another Revision': () => measureRevision(target, parts) });
  } finally {
    progress.end();
  }
}

function earlierCode(code: RevisionCode, revision: string): EarlierCode {
  const { id, capturedAt, notes, reportedUnits } = code;
  // The conditions are known only after the revision was measured.
  return { id, capturedAt, get conditions() { return code.conditions; }, notes, reportedUnits, revision, own: code };
}

/** Times the revision, then measures in turns; stores the revision's capture if a pair of runs is complete. */
function revisionTurns(
  code: RevisionCode,
  measurement: MeasurementInTurns,
  { output }: ProfilingParts,
): FurtherMeasurement {
  return {
    prepare: (progress) => code.time(progress),
    profileEarlier: (...args) => measurement.profileEarlier(...args),
    takeEarlier: (...args) => measurement.takeEarlier(...args),
    measure: async (...args) => {
      const measured = await measurement.measure(...args);
      const { turns } = measured;
      if (!turns) return measured;
      try {
        await code.store(turns.before);
        return measured;
      } catch (error) {
        output.error(String(error));
        const note = `The profiles of ${turns.base.revision} could not be stored: lines are not compared.`;
        return { ...measured, turns: { ...turns, notes: [...turns.notes, note] } };
      }
    },
  };
}
