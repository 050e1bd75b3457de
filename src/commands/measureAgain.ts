import * as vscode from 'vscode';
import type { CaptureRecord, MeasuredAgain } from '../bench/captures/captureStore';
import { differencesSentence, type Conditions } from '../bench/captures/conditions';
import { readResultsOf, roundsOf, type GoTestResults } from '../bench/goTestResults';
import { MAX_RUNS, MIN_RUNS } from '../bench/power';
import { timeVariation, turnsChanges } from '../bench/turnsChanges';
import { formingText, verdictText } from '../bench/verdict';
import { CaptureError, isCaptureError } from '../capture/captureError';
import type { GoTestBuild } from '../capture/captureTypes';
import type { GoTest } from '../capture/goTest/goTest';
import { inTurns, type StoppedTurn, type Turns } from '../capture/goTest/inTurns';
import { ClockJump } from '../capture/machine/clockJump';
import { type MachineState, readMachineState } from '../capture/machine/machineState';
import { machineFacts, noiseSentence } from '../capture/machine/machineNoise';
import { inSlices } from '../capture/timeSlices';
import { isAbort } from '../profile/common/abort';
import type { Capture } from '../loadedCapture';
import { casesOf } from '../workbench/profileAgain';
import { inBackground } from '../workbench/inBackground';
import { type Progress, startProgress } from '../workbench/progress';
import type { Captured } from '../workbench/loadedCaptures';
import { goEnvironmentOf } from '../workbench/goEnvironmentOf';
import { wholeNumber } from '../workbench/wholeNumber';
import { sentenceOf } from '../workbench/systemFailure';
import { agoText } from '../workbench/whenText';
import { showInformationMessage, showWarningMessage } from '../workbench/window';
import { withResults } from './describeTarget';
import { earlierCapture } from './earlierCapture';
import type { Target } from './pickTarget';
import { takeCapture, type FurtherMeasurement, type ProfilingParts } from './profileTarget';
import { chooseOptions } from './runOptions';
import { saveGoDocuments } from './saveGoFiles';
import { warnOfProfile } from './captureWarnings';
import type { ShownResults } from './shownResults';
import { requireTrust } from '../workbench/requireTrust';
import { unreadResult } from './unreadResult';

const ANYWAY = 'Measure Anyway';
const DEFAULT_RUNS = 10;

/** The build produced the earlier program again, byte for byte. */
class SameProgramError extends Error {}

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
  const options = await chooseOptions({ target, withOptions: false }, parts.memento);
  if (!options) return;
  // Read before the build, which itself keeps the machine busy.
  const machine = await readMachineState();
  parts.measurements.check();
  await saveGoDocuments();
  const progress = await startProgress(`Measuring ${target.name} again`);
  const { record: { id, capturedAt, conditions, profiles }, program, notes } = earlier;
  const iterations = profiles[0]?.iterations?.[0];
  const earlierCode = { id, capturedAt, conditions, program, iterations, notes };
  const further = new MeasurementInTurns(target, earlierCode, machine, evenIfSame);
  try {
    const endMeasurement = await parts.measurements.begin(progress.signal, progress.cancel);
    const capture = await takeCapture(target, options, parts, progress, further).finally(endMeasurement);
    further.isStored = true;
    progress.end();
    warnOfProfile(capture, target, parts.output);
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

/** The code that the new program is measured against. */
export interface EarlierCode extends EarlierBase {
  readonly conditions?: Conditions;
  /** Absolute path of its program, which runs in the package's folder. */
  readonly program?: string;
  /** Iterations in its profiles; unset if unknown. */
  readonly iterations?: number;
  /** Sentences about differences from the new program, apart from the code. */
  readonly notes?: readonly string[];
  /** Runs the code once and returns its standard output; if unset, `program` runs. */
  readonly turn?: () => Promise<string>;
}

type EarlierBase = MeasuredAgain['base'];

/** Runs the earlier program and the new one in turns, after the new one was profiled. */
export class MeasurementInTurns implements FurtherMeasurement {
  readonly earlierProgram: string | undefined;
  readonly earlierIterations: number | undefined;
  /** How often each of the two programs is to run. */
  readonly rounds: number;
  /** The run that failed or was cancelled, if one ended the measurement early. */
  stopped: StoppedTurn | undefined;
  /** Whether the capture with the verdict is stored. */
  isStored = false;
  private verdict: string | undefined;

  constructor(
    private readonly target: Target,
    private readonly earlier: EarlierCode,
    private readonly machine: MachineState,
    private readonly evenIfSame = true,
  ) {
    this.earlierProgram = earlier.program;
    this.earlierIterations = earlier.iterations;
    this.rounds = measureAgainRuns(target.uri);
  }

  async prepare(_: Progress, { isEarlierProgram }: GoTestBuild): Promise<void> {
    if (this.evenIfSame || !isEarlierProgram) return;
    const same = `the one measured ${agoText(this.earlier.capturedAt, Date.now())}`;
    throw new SameProgramError(`The program of ${this.target.name} is the same as ${same}: there is nothing to compare.`);
  }

  async measure(test: GoTest, captured: Captured, shown: ShownResults, progress: Progress): Promise<Captured> {
    const { report, signal } = progress;
    const { rounds } = this;
    const { isEarlierProgram: isSameProgram } = test.build;
    const clock = new ClockJump();
    report(`turn 1 of ${rounds}, old and new`, { isLong: true });
    const turns = await inTurns(
      rounds,
      async (side) => this.resultsIn(await (side === 'before' ? this.turnOfEarlier(test) : test.turn('now')), signal),
      (pairs) => {
        const next = pairs.now.length + 1;
        const forming = formingText(flat(pairs));
        if (next <= rounds) report(`turn ${next} of ${rounds} · ${forming}`, { isLong: true });
      },
    );
    this.stopped = turns.stopped;
    const machine = machineFacts(this.machine);
    const withMachine = { ...captured, conditions: { ...captured.conditions, machine } };
    if (turns.now.length === 0) return withMachine;
    const { before, now } = flat(turns);
    shown.replace(now);
    const measured = withResults(withMachine, { results: now, units: turns.now[0].units });
    const { id, capturedAt, revision } = this.earlier;
    const timeVaries = timeVariation(before, now);
    const again: MeasuredAgain = {
      base: { id, capturedAt, ...(revision !== undefined && { revision }) },
      before,
      wanted: rounds,
      ...(turns.stopped && { stopped: isAbort(turns.stopped.error) ? 'cancelled' : 'failed' }),
      ...(isSameProgram && { isSameProgram }),
      notes: this.notes(measured, clock),
      changes: isSameProgram ? [] : turnsChanges(before, now),
      ...(timeVaries !== undefined && { timeVaries }),
    };
    this.verdict = verdictText({ ...again, now });
    return { ...measured, again };
  }

  /** Adds the verdict to an error that prevents storing the capture, such as a full disk. */
  withVerdict(error: unknown): unknown {
    if (this.verdict === undefined || this.isStored || isAbort(error)) return error;
    return new Error(`${sentenceOf(error)} The measurement could not be stored: ${this.verdict}.`, { cause: error });
  }

  private turnOfEarlier(test: GoTest): Promise<string> {
    const { turn } = this.earlier;
    return turn ? turn() : test.turn('before');
  }

  private async resultsIn(output: string, signal: AbortSignal): Promise<GoTestResults> {
    const { name, uri } = this.target;
    const read = await inSlices(readResultsOf(output, name, roundsOf(1, goEnvironmentOf(uri))), signal);
    if (read.results.length === 0) throw unreadResult(name, output, new Map());
    return read;
  }

  private notes({ conditions }: Captured, clock: ClockJump): string[] {
    const noise = noiseSentence(this.machine);
    const { revision: what = 'The earlier capture', conditions: before, notes = [] } = this.earlier;
    const differences = differencesSentence(what, before, conditions);
    return [
      ...(noise === undefined ? [] : [noise]),
      ...(clock.hasJumped() ? ['The clock was set, or the machine slept, during the runs.'] : []),
      ...(differences === undefined ? [] : [differences]),
      ...notes,
    ];
  }
}

/** The results of all turns in one list for each side. */
function flat({ before, now }: Turns<GoTestResults>) {
  const resultsOf = (runs: readonly GoTestResults[]) => runs.flatMap(({ results }) => results);
  return { before: resultsOf(before), now: resultsOf(now) };
}

/**
 * Shows the verdict and what changed on each line, or says that the measurement was cancelled too early. Throws the
 * error of a run that failed.
 */
export function tellVerdict(
  capture: Capture,
  { name }: Target,
  further: MeasurementInTurns,
  { output, baselines }: ProfilingParts,
): void {
  const { stopped, rounds } = further;
  const { again, results } = capture;
  if (again) {
    const { revision } = again.base;
    const against = revision === undefined ? name : `${name} against ${revision}`;
    const verdict = [`${against}: ${verdictText({ ...again, now: results })}.`, ...again.notes].join(' ');
    output.info(verdict);
    // An incomplete measurement is compared only if the user asks.
    if (!stopped) inBackground(baselines().then((loaded) => loaded.showChanges(capture)));
    inBackground(offerComparison(verdict, capture));
  } else if (stopped && isAbort(stopped.error)) {
    const message = `${name} was cancelled before the first pair of runs was complete: only its profiles are stored.`;
    inBackground(showInformationMessage(message));
  }
  if (stopped && !isAbort(stopped.error)) throw failureIn(stopped, rounds);
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

async function offerProfile(message: string, { uri, name }: Target): Promise<void> {
  const chosen = await showWarningMessage(message, 'Profile Now');
  if (chosen) await vscode.commands.executeCommand('linecost.profileBenchmark', uri, name);
}

/** How often each of the two programs runs. */
function measureAgainRuns(uri: vscode.Uri): number {
  const runs = vscode.workspace.getConfiguration('linecost.measureAgain', uri).get<unknown>('runs');
  return Math.min(MAX_RUNS, wholeNumber(runs, MIN_RUNS) ?? DEFAULT_RUNS);
}
