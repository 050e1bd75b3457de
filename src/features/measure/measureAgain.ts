import * as vscode from 'vscode';
import { exactOf } from '../../bench/exactMemory';
import { isCaptureError } from '../../common/captureError';
import { startProgress } from '../../ui/progress';
import { showInformationMessage, showWarningMessage } from '../../ui/window';
import { requireTrust } from '../../ui/preconditionError';
import { MeasurementInTurns, readyForTurns, SameProgramError } from './measurementInTurns';
import type { Target } from '../profile/pickTarget';
import type { ProfilingParts } from '../profile/profileTarget';
import { profileToCompare } from './profileToCompare';
import { measureAndTell } from './measureAndTell';
import type { CaptureRecord } from '../../captures/disk/captureStore';
import { MAX_PROGRAMS } from '../../captures/disk/programs';
import { isOfPresentCode } from '../../captures/presentCode';
import { capturesOf } from '../../captures/stagePrograms';
import { baseOf } from '../../captures/loaded/latestResults';
import { measuredName } from '../../captures/captureGroups';
import { agoText } from '../../ui/whenText';

const ANYWAY = 'Measure Anyway';
const AND_COMPARE = 'Profile and Compare';

/**
 * Builds a benchmark's present code, profiles it, runs it in turns with the program of an earlier capture, and shows
 * the verdict. If the user cancels or a run fails after the profiles are taken, the profiles and the complete pairs of
 * runs are stored. If there is no earlier capture, or the program has not changed, shows a message with a button to
 * profile now, or to measure anyway; if only the conditions have changed, to profile it and compare with the capture.
 * Throws CaptureError, an Error for the user, or AbortError.
 * @param evenIfSame measures even if the program has not changed
 */
export async function measureAgain(requested: Target, parts: ProfilingParts, evenIfSame = false): Promise<void> {
  requireTrust('measuring runs its code');
  await parts.measurements.ready();
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
  const known = { id, capturedAt, conditions, reportedUnits, exactMemory: exactOf(profiles) };
  const earlierCode = { ...known, program, notes, profiles };
  const further = new MeasurementInTurns(target, earlierCode, machine, evenIfSame);
  try {
    await measureAndTell(target, options, parts, progress, further);
  } catch (error) {
    if (error instanceof SameProgramError) {
      progress.end();
      parts.output.info(error.message);
      const action = error.hasOtherConditions ? AND_COMPARE : ANYWAY;
      if (!(await showInformationMessage(error.message, action))) return;
      if (action === ANYWAY) await measureAgain(requested, parts, true);
      else await profileToCompare(target, earlier.record, parts);
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

/** A capture whose program is still stored. */
interface EarlierCapture {
  readonly record: CaptureRecord;
  /** Absolute path. */
  readonly program: string;
  /** The benchmark or case that it measured: `BenchmarkX` or `BenchmarkX/case`. */
  readonly name: string;
  /** Why this is not the newest capture, if its program could not be stored; empty otherwise. */
  readonly notes: readonly string[];
}

/**
 * Finds the capture to measure a benchmark against: the baseline that the user chose if it is of this benchmark, else
 * the newest pinned capture whose program is stored, else the newest capture whose program is stored. The name of a
 * case stands for that case only, the name of a benchmark also for its cases.
 * @returns a sentence for the user if there is no such capture
 */
async function earlierCapture(
  { uri, name }: Pick<Target, 'uri' | 'name'>,
  { captures, programs, session }: Pick<ProfilingParts, 'captures' | 'programs' | 'session'>,
): Promise<EarlierCapture | string> {
  const candidates = capturesOf(await captures.records(), uri.fsPath, name).filter((record) => {
    return name === baseOf(name) || measuredName(record) === name;
  });
  if (candidates.length === 0) return `${name} has not been measured here: profile it first, then change the code.`;
  const chosen = session.baselines.filter(({ comparedCapture }) => comparedCapture === undefined);
  const baseline = candidates.find(({ id }) => chosen.some(({ capture }) => capture.id === id));
  // A program in another environment would show that, not the code; a stored one has a capture of its own.
  const usual = candidates.filter(({ revision: _, ...record }) => isOfPresentCode(record));
  const pinned = usual.filter(({ isPinned }) => isPinned);
  for (const record of baseline ? [baseline] : [...pinned, ...usual]) {
    const program = await (await programs()).of(record.id);
    if (program === undefined) continue;
    const isOlder = !baseline && !record.isPinned && record !== usual[0];
    const notes = isOlder && usual[0].noProgram !== undefined ? [olderText(record)] : [];
    return { record, program, name: measuredName(record), notes };
  }
  const { noProgram } = baseline ?? usual[0] ?? candidates[0];
  if (noProgram !== undefined) {
    const whose = baseline ? 'the baseline' : 'its newest capture';
    return `Profile ${name} again first: the program of ${whose} could not be stored. ${noProgram}`;
  }
  const gone = baseline ? 'the program of the baseline is gone' : 'the programs of its captures are gone';
  return `Profile ${name} again first: ${gone} (Linecost keeps the newest ${MAX_PROGRAMS}, up to 1 GB).`;
}

function olderText({ capturedAt }: CaptureRecord): string {
  const when = agoText(capturedAt, Date.now());
  return `The program of the newest capture could not be stored: this is against the one measured ${when}.`;
}
