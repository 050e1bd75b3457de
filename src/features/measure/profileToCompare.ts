import * as vscode from 'vscode';
import { formatChange } from '../../bench/formatResult';
import { differencesSentence } from '../../captures/disk/conditions';
import type { CaptureRecord } from '../../captures/disk/captureStore';
import { baseOf, benchmarkKey } from '../../captures/loaded/latestResults';
import { casesOf } from '../../captures/loaded/profileAgain';
import type { Capture } from '../../captures/loadedCapture';
import { hideFailuresOf } from '../../ui/failureMessage';
import { inBackground } from '../../ui/inBackground';
import { startProgress } from '../../ui/progress';
import { agoText } from '../../ui/whenText';
import { showInformationMessage } from '../../ui/window';
import { type ProfileWarning, type WarnedCapture, warnOfProfile } from '../profile/captureWarnings';
import type { Target } from '../profile/pickTarget';
import { type ProfilingParts, takeCapture } from '../profile/profileTarget';
import { chooseOptions, saveGoDocuments } from '../profile/runOptions';

/**
 * Profiles a benchmark whose conditions differ from those of an earlier capture of the same program, and compares the
 * two captures. In turns, both programs would run under the same conditions. Throws CaptureError, an Error for the
 * user, or AbortError.
 */
export async function profileToCompare(target: Target, earlier: CaptureRecord, parts: ProfilingParts): Promise<void> {
  await parts.measurements.ready();
  const options = await chooseOptions({ target, withOptions: false }, parts.memento);
  if (!options) return;
  await saveGoDocuments();
  hideFailuresOf(benchmarkKey(target.uri.fsPath, target.name));
  const progress = await startProgress(`Profiling ${target.name}`);
  try {
    const endMeasurement = await parts.measurements.begin(progress.signal, progress.cancel);
    const warned = new Set<ProfileWarning>();
    const onFirstRound = (known: WarnedCapture): void => warnOfProfile(known, target, parts.output, { warned });
    const capture = await takeCapture(target, options, parts, progress, { onFirstRound }).finally(endMeasurement);
    progress.end();
    warnOfProfile(capture, target, parts.output, { warned });
    const hasLines = earlier.profiles.length > 0;
    if (hasLines) inBackground(parts.baselines().then((loaded) => loaded.showChanges(capture, earlier.id)));
    inBackground(tellChange(capture, earlier, target, parts));
  } finally {
    progress.end();
  }
}

/** Says how the results changed, and which conditions did. */
async function tellChange(
  now: Pick<Capture, 'results' | 'conditions' | 'subject' | 'target'>,
  before: CaptureRecord,
  { uri, name }: Target,
  { output }: Pick<ProfilingParts, 'output'>,
): Promise<void> {
  const isOne = now.results.length > 0 && casesOf(now).length === 1;
  const change = isOne ? `: ${formatChange(before.results, now.results)}` : ' was profiled';
  const earlier = { name: `the capture that was measured ${agoText(before.capturedAt, Date.now())}` };
  const differences = differencesSentence(earlier, now.conditions, before.conditions) ?? [];
  const doubt = 'The two were not measured in turns, so the machine may have changed too.';
  const message = [`${name}${change}.`, differences, doubt].flat().join(' ');
  output.info(message);
  const chosen = await showInformationMessage(message, 'Show Results');
  if (chosen) await vscode.commands.executeCommand('linecost.showResults', uri, baseOf(name));
}
