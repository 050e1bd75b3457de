import * as vscode from 'vscode';
import type { CaptureRecord } from '../../captures/disk/captureStore';
import { verdictText } from '../../bench/verdict';
import { CaptureError, isCaptureError } from '../../common/captureError';
import type { StoppedTurn } from '../../go/test/inTurns';
import { isAbort } from '../../profile/common/abort';
import type { Capture } from '../../captures/loadedCapture';
import { failureOf } from '../../ui/failureToasts';
import { baseOf, benchmarkKey } from '../../captures/loaded/latestResults';
import { casesOf } from '../../captures/loaded/profileAgain';
import { inBackground } from '../../ui/inBackground';
import { tickStep } from '../../ui/walkthrough';
import { showInformationMessage } from '../../ui/window';
import type { MeasurementInTurns } from './measurementInTurns';
import type { Target } from '../profile/target';
import type { ProfilingParts } from '../profile/profileTarget';

/**
 * Shows the verdict and what changed on each line, or says that the measurement was cancelled too early. Throws the
 * error of a run that failed.
 */
export function tellVerdict(
  capture: Capture,
  { uri, name }: Target,
  further: MeasurementInTurns,
  { output, baselines }: ProfilingParts,
): void {
  const { stopped, rounds } = further;
  const { turns, results } = capture;
  if (turns) {
    const { revision } = turns.base;
    // The verdict on one case begins with the name of the case.
    const measured = casesOf(capture).length === 1 ? baseOf(name) : name;
    const against = revision === undefined ? measured : `${measured} against ${revision}`;
    const verdict = [`${against}: ${verdictText({ ...turns, now: results })}.`, ...turns.notes].join(' ');
    output.info(verdict);
    tickStep('again');
    // An incomplete measurement is compared only if the user asks.
    if (!stopped) inBackground(baselines().then((loaded) => loaded.showChanges(capture)));
    inBackground(offerComparison(verdict, capture));
  } else if (stopped && isAbort(stopped.error)) {
    const message = `${name} was cancelled before the first pair of runs was complete: only its profiles are stored.`;
    inBackground(showInformationMessage(message));
  }
  if (stopped && !isAbort(stopped.error)) throw failureOf(failureIn(stopped, rounds), benchmarkKey(uri.fsPath, name));
}

/** Adds to an error which run failed. */
function failureIn({ side, round, error }: StoppedTurn, rounds: number): unknown {
  if (!isCaptureError(error)) return error;
  const { failure, message, location, detail } = error;
  const age = side === 'before' ? 'old' : 'new';
  return new CaptureError(failure, `${message} This was run ${round} of ${rounds} of the ${age} code.`, location, detail);
}

async function offerComparison(verdict: string, capture: Pick<CaptureRecord, 'id' | 'results'>): Promise<void> {
  const { id } = capture;
  const chosen = await showInformationMessage(verdict, casesOf(capture).length > 1 ? 'Show Results' : 'Show Comparison');
  if (chosen) await vscode.commands.executeCommand('linecost.showVerdict', id);
}
