import * as vscode from 'vscode';
import type { Capture } from '../../captures/loadedCapture';
import { CaptureError } from '../../common/captureError';
import type { ProgramBuild } from '../../go/program/programBuild';
import type { ProgramKind } from '../../go/captureTypes';
import { wallSamplingText } from '../../go/agent/wallSampling';
import { openButton } from '../../ui/failureMessage';
import { inBackground } from '../../ui/inBackground';
import { type Actions, tell, warn } from '../../ui/loggedMessage';
import { setStatusBarMessage, showInformationMessage } from '../../ui/window';
import type { GoroutineParts } from '../goroutines/openGoroutines';
import { showWaits, waitingText } from '../profile/captureWarnings';
import { leaksSentence, type NamedLeaks } from '../leaks/leaksSentence';
import { showLeaks } from '../leaks/showLeaks';
import { endingText } from './endingText';
import type { EndedProgram } from './runningProgram';

/** How long the status bar says how a program ended, in milliseconds. */
const ENDED_MS = 8000;

/**
 * Says how the program ended, and what is missing.
 * @param again profiles it again, with further kinds
 */
export async function tellEnd(
  capture: Capture,
  built: ProgramBuild,
  ended: EndedProgram,
  parts: GoroutineParts,
  again: (more: readonly ProgramKind[]) => Promise<void>,
): Promise<void> {
  const { output } = parts;
  const { title, linesMayBeOff } = capture;
  const text = `${title} ${endingText(ended)}`;
  output.info(`${text}.`);
  const sampled = ended.wall && wallSamplingText(ended.wall);
  if (sampled !== undefined) warn(`The wall profile of ${title} was ${sampled}.`, output);
  if (linesMayBeOff) {
    warn(`The source of ${title} changed while it was built: costs may be on the wrong line. Profile it again.`, output);
  }
  if (ended.leaks) tellLeaks(ended.leaks, parts);
  for (const { kind, reason } of ended.missing) {
    // The trace itself is kept, also if it was not read.
    const actions: Actions = kind === 'trace' ? { 'Open in go tool trace': openTrace } : {};
    warn(`The ${kind} profile of ${title} is not complete: ${reason}.`, output, actions);
  }
  if (ended.ending.how === 'crashed') {
    const place = await built.panicPlace(ended.ending.text);
    return tell('error', `${text}. Its costs until then are shown.`, output, openButton(place));
  }
  if (ended.ending.how === 'killed') {
    return tell('warning', `${text}. What it did last, at most 5 s of it, is not in its costs.`, output);
  }
  setStatusBarMessage(text, ENDED_MS);
  const waiting = programWaits(capture, ended);
  if (waiting === undefined) return;
  warn(waiting, output, {
    'Profile Wall Time': () => again(['wall']),
    'Profile Block and Mutex': () => again(['block', 'mutex']),
  });
}

/** What is said of a program that mostly waits; undefined if it does not, or if its waits were profiled too. */
function programWaits(capture: Capture, { ending }: EndedProgram): string | undefined {
  const { title, profiles } = capture;
  if (showWaits(profiles)) return undefined;
  // A service that was ended from outside has waited for work.
  const waiting = ending.how === 'exited' ? waitingText(capture, title) : undefined;
  const cpu = profiles.find(({ label }) => label === 'cpu');
  if (waiting !== undefined || cpu?.summary.sampleCount !== 0) return waiting;
  return `${title} used too little CPU time for a CPU profile, which has a sample for each 10 ms: a wall profile shows where it waits.`;
}

function openTrace(): Thenable<unknown> {
  return vscode.commands.executeCommand('linecost.openInGoToolTrace');
}

/** A search for leaks alone that finds none leaves no capture. */
export function endWithoutLeaks(leaks: NamedLeaks, parts: GoroutineParts): never {
  tellLeaks(leaks, parts);
  throw new DOMException('No goroutine is leaked.', 'AbortError');
}

function tellLeaks(leaks: NamedLeaks, parts: GoroutineParts): void {
  const message = leaksSentence([leaks], 1);
  if (leaks.text === '') return inBackground(showInformationMessage(message));
  const show = 'Show Goroutines';
  inBackground(showInformationMessage(message, show).then(async (chosen) => {
    if (chosen === show) await showLeaks([leaks], leaks.name, parts);
  }));
}

/** Why there is no capture. */
export async function nothingMeasured(built: ProgramBuild, ended: EndedProgram): Promise<CaptureError> {
  const { ending, missing } = ended;
  const why = missing.map(({ kind, reason }) => ` ${kind}: ${reason}.`).join('');
  const text = `${built.build.title} ${endingText(ended)}. Nothing of it was measured before.${why}`;
  if (ending.how !== 'crashed') return new CaptureError('noProfile', text);
  return new CaptureError('panicked', text, await built.panicPlace(ending.text), ending.text);
}
