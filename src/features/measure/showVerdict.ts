import * as vscode from 'vscode';
import { ofSubject } from '../../bench/caseVerdict';
import { backgroundSentence } from '../../captures/backgroundWords';
import { backgroundRow, causeText } from '../../views/hotLines/backgroundRow';
import { ignored } from '../../profile/common/ignored';
import type { ProfilePanel } from '../../pages/profile/profilePanel';
import { type CompareParts, reportingFailure } from '../compare/chooseBaseline';
import { PreconditionError } from '../../ui/preconditionError';
import { casesOf } from '../../captures/loaded/profileAgain';
import { tickStep } from '../../ui/walkthrough';
import type { CaptureRecord, MeasuredInTurns, Sides } from '../../captures/disk/captureStore';
import { againstText } from '../../captures/sides';
import { verdictOfSides } from '../../captures/shownVerdict';
import { CaptureError, isCaptureError } from '../../common/captureError';
import type { StoppedTurn } from '../../go/test/inTurns';
import { isAbort } from '../../profile/common/guard';
import type { Capture } from '../../captures/loadedCapture';
import { failureOf } from '../../ui/failureMessage';
import { baseOf, benchmarkKey } from '../../captures/loaded/latestResults';
import { inBackground } from '../../ui/inBackground';
import { showInformationMessage } from '../../ui/window';
import type { MeasurementInTurns } from './measurementInTurns';
import type { Target } from '../profile/pickTarget';
import type { ProfilingParts } from '../profile/profileTarget';

export interface VerdictParts extends CompareParts {
  readonly panel: Pick<ProfilePanel, 'show'>;
}

/**
 * Compares the capture of a verdict with the earlier one, in columns and flame graph. Lines of a capture of several
 * cases cannot be compared per operation: for such a capture, shows the table of results. Throws an Error for the user.
 * @param capture the id of the capture with the verdict. Default: the newest one, for the walkthrough
 */
export async function showVerdict(parts: VerdictParts, capture?: string): Promise<void> {
  const { captures, session, panel } = parts;
  const records = await captures.records();
  const record = records.find(({ id, turns }) => (capture === undefined ? turns?.base : id === capture));
  if (!record && capture === undefined) {
    const fix = { title: 'Measure Again', command: 'linecost.measureAgain' };
    throw new PreconditionError('No benchmark has been measured again yet: profile one, change the code, and measure it again.', fix);
  }
  const base = record?.turns?.base;
  if (!base) throw new PreconditionError('The capture of this verdict was deleted: measure the benchmark again.');
  const { target } = record;
  if (target && casesOf(record).length > 1) {
    await vscode.commands.executeCommand('linecost.showResults', vscode.Uri.file(target.file), target.name);
    tickStep('compare');
    return;
  }
  const earlier = records.find((record) => record.id === base.id);
  if (!earlier) throw new PreconditionError('The earlier capture of this verdict was deleted, so lines cannot be compared: measure the benchmark again.');
  if (earlier.profiles.length === 0 && !record.turns?.profiles) {
    throw new PreconditionError(`The earlier capture of ${earlier.title} has no profiles, so lines cannot be compared: profile the benchmark before the next change.`);
  }
  if (session.active?.capture.id !== record.id) await captures.openCapture(record.id);
  await reportingFailure(async () => (await parts.baselines()).setForActive(base.id));
  panel.show('flame');
  tickStep('compare');
}

/**
 * Compares the lines, then shows the verdict, or says that the measurement was cancelled too early. Throws the
 * error of a run that failed.
 */
export async function tellVerdict(
  capture: Capture,
  { uri, name }: Target,
  further: MeasurementInTurns,
  parts: ProfilingParts,
): Promise<void> {
  const { output, baselines } = parts;
  const { stopped, rounds } = further;
  const { turns, results } = capture;
  if (turns) {
    const subject = subjectText(name, capture, turns);
    const verdict = [`${ofSubject(subject, verdictOfSides({ ...turns, now: results })).text}.`, ...turns.notes].join(' ');
    output.info(verdict);
    tickStep('again');
    // An incomplete measurement is compared only if the user asks.
    if (!stopped) await baselines().then((loaded) => loaded.showChanges(capture));
    const background = await changedBackground(parts, capture);
    if (background !== '') output.info(background);
    inBackground(offerComparison([verdict, background].filter(Boolean).join(' '), capture));
  } else if (stopped && isAbort(stopped.error)) {
    const message = `${name} was cancelled before the first pair of runs was complete: only its profiles are stored.`;
    inBackground(showInformationMessage(message));
  }
  if (!stopped || isAbort(stopped.error)) return;
  throw failureOf(failureIn(stopped, rounds, further.sides), benchmarkKey(uri.fsPath, name));
}

/**
 * What a verdict is about: `BenchmarkX against v1.2.0`, `BenchmarkX, GOGC=off against GOGC=100`, `BenchmarkNew against
 * BenchmarkOld`.
 */
function subjectText(name: string, capture: Capture, turns: MeasuredInTurns): string {
  const { base: { revision }, sides } = turns;
  if (sides?.kind === 'benchmarks') return `${sides.now} against ${sides.before}`;
  // The verdict on one case begins with the name of the case.
  const measured = casesOf(capture).length === 1 ? baseOf(name) : name;
  if (sides) return `${measured}, ${againstText(turns)}`;
  return revision === undefined ? measured : `${measured} against ${revision}`;
}

/** Says that work at no line changed, and which lines allocate most; empty if it did not. Never rejects. */
async function changedBackground(parts: ProfilingParts, { id, turns }: Capture): Promise<string> {
  const { engine, session: { active }, sources } = parts;
  // The user may have chosen another baseline than the program of the verdict.
  const isOfVerdict = active?.capture.id === id && active.baseline?.capture.id === turns?.base.id;
  if (!active?.baseline || !isOfVerdict) return '';
  const row = await backgroundRow(engine, active, sources).catch(ignored('the verdict does not say what garbage collection costs'));
  const sentence = row ? backgroundSentence(active, row.work) : '';
  if (sentence === '') return '';
  const [cause] = row!.causes.map(causeText);
  return cause === undefined ? `${sentence}.` : `${sentence}; most is allocated at ${cause}.`;
}

/** Adds to an error which run failed. */
function failureIn({ side, round, error }: StoppedTurn, rounds: number, sides: Sides | undefined): unknown {
  if (!isCaptureError(error)) return error;
  const { failure, message, location, detail } = error;
  const code = sides?.[side] ?? (side === 'before' ? 'the old code' : 'the new code');
  return new CaptureError(failure, `${message} This was run ${round} of ${rounds} of ${code}.`, location, detail);
}

async function offerComparison(verdict: string, capture: Pick<CaptureRecord, 'id' | 'results'>): Promise<void> {
  const { id } = capture;
  const chosen = await showInformationMessage(verdict, casesOf(capture).length > 1 ? 'Show Results' : 'Show Comparison');
  if (chosen) await vscode.commands.executeCommand('linecost.showVerdict', id);
}
