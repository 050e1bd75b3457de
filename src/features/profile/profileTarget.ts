import { setTimeout as pause } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { Programs } from '../../captures/disk/programs';
import { roundsOf } from '../../bench/goTestResults';
import { type ExactMemory, exactOf } from '../../bench/exactMemory';
import { loopOf } from '../../bench/operations';
import type { GoTestBuild, ProfileKind } from '../../go/captureTypes';
import type { Capture } from '../../captures/loadedCapture';
import type { Session } from '../../captures/session';
import type { Baselines } from '../../captures/loaded/baselines';
import { failureOf, hideFailuresOf, openButton, showGoMissing } from '../../ui/failureMessage';
import { warn } from '../../ui/loggedMessage';
import { inBackground } from '../../ui/inBackground';
import type { OnDemand } from '../../ui/onceLoaded';
import type { Output } from '../../ui/output';
import { type Progress, startProgress } from '../../ui/progress';
import { benchmarkKey, type LatestResults } from '../../captures/loaded/latestResults';
import type { Captured, CaptureInProgress, JudgeProfile } from '../../captures/captureDraft';
import type { LoadedCaptures } from '../../captures/loaded/loadedCaptures';
import type { RunOptions } from '../../ui/settings/profileSettings';
import type { Sources } from '../../documents/sources';
import { protectedProgramIds } from '../../captures/loaded/protectedPrograms';
import type { CaptureRecord, MeasuredSuite } from '../../captures/disk/captureStore';
import { AfterCapture, type Lead } from './afterCapture';
import { anyMisfit, printedResultsText, warnOfLeftOut, warnOfProfile } from './captureWarnings';
import { describeTarget, exactMemoryOf, judgedCode, withResults } from './describeTarget';
import { explainedByCode, whySlow } from './failureFit';
import type { GoTest } from '../../go/test/goTest';
import { chooseOptions, goTestRequest, OptionMemory, type OptionsRequest, saveGoDocuments } from './runRequest';
import type { OneAtATime } from './oneAtATime';
import type { Target } from './pickTarget';
import { type JudgedProfile, profileMisfit, withoutReported } from './profileFit';
import { ProgramDraft } from './programDraft';
import { type JudgedCode, unreadResult } from './resultFit';
import { ShownResults } from './shownResults';
import { freshBuilds, type TestBuilder } from './suiteBuilds';
import { requireTrust } from '../../ui/preconditionError';
import { ignored } from '../../profile/common/ignored';

/** A click on `profile this benchmark` or `options…`, or the command for it. */
export interface ProfileClick extends OptionsRequest {
  /** Whether the click was in the target's file. */
  readonly isInView: boolean;
}

export interface ProfilingParts {
  readonly session: Session;
  readonly captures: LoadedCaptures;
  readonly programs: OnDemand<Programs>;
  readonly baselines: OnDemand<Baselines>;
  readonly sources: Sources;
  readonly results: LatestResults;
  readonly output: Output;
  /** Stores the options that the user chose for a benchmark. */
  readonly memento: vscode.Memento;
  readonly measurements: OneAtATime;
  /** Absolute path of the folder with a note for each worktree of a revision. */
  readonly worktreeNotes: string;
  /** Builds the test binaries; if unset, each capture has its own build. */
  readonly builder?: TestBuilder;
  /** The suite that the captures are part of. */
  readonly suite?: MeasuredSuite;
}

/** How often the button of a warning runs a test that was too short for a profile. */
const MANY = 100;

/** A pause to draw the figures of one kind before the next is measured, because drawing disturbs a measurement. */
const DRAWING_MS = 100;

const KIND_NAMES: Record<ProfileKind, string> = { cpu: 'CPU', memory: 'memory', mutex: 'mutex', block: 'block' };

/** A measurement that follows the profiles. */
export interface FurtherMeasurement {
  /** Absolute path of the program of an earlier capture, if it runs in turns with the new one. */
  readonly earlierProgram?: string;
  /** Iterations in the profiles of that capture. */
  readonly earlierIterations?: number;
  /** Called after the new program is built, before it runs. An error that it throws ends the capture. */
  prepare?(progress: Progress, build: GoTestBuild): Promise<void>;
  /**
   * Must not reject, because the profiles are already complete. Returns the capture with the measurement added.
   * @param exact what an operation of the new program allocates
   */
  measure(
    test: GoTest,
    captured: Captured,
    results: ShownResults,
    progress: Progress,
    exact: ExactMemory | undefined,
  ): Promise<Captured>;
}

/**
 * Profiles a benchmark, test or example and shows its costs. Throws CaptureError, an Error for the user, or AbortError.
 */
export async function profileTarget(click: ProfileClick, parts: ProfilingParts): Promise<void> {
  const { target } = click;
  requireTrust('profiling runs its code');
  parts.measurements.check();
  const options = await chooseOptions(click, parts.memento);
  if (!options) return;
  parts.measurements.check();
  await saveGoDocuments();
  hideFailuresOf(keyOf(target));
  const ending = new AfterCapture(parts.session);
  const progress = await startProgress(`Profiling ${target.name}`);
  try {
    const endMeasurement = await parts.measurements.begin(progress.signal, progress.cancel);
    const capture = await takeCapture(target, options, parts, progress).finally(endMeasurement);
    progress.end();
    show(capture, click, ending, parts);
  } finally {
    progress.end();
    ending.dispose();
  }
}

/**
 * Builds the target, takes each kind of profile and stores the capture. If it rejects, nothing is left behind, unless a
 * profile was stored that cannot be loaded. Throws CaptureError, EngineError, AbortError or an Error for the user.
 */
export async function takeCapture(
  target: Target,
  options: RunOptions,
  parts: ProfilingParts,
  progress: Progress,
  further?: FurtherMeasurement,
): Promise<Capture> {
  const capture = await measure(target, options, parts, progress, ({ finish }, captured) => finish(captured), further);
  inBackground(saveSources(capture, parts));
  return capture;
}

/** Builds a benchmark, measures it without profiles, and stores its results and its program as a capture. */
export async function storeResults(
  target: Target,
  options: RunOptions,
  parts: ProfilingParts,
  progress: Progress,
): Promise<CaptureRecord> {
  return measure(target, { ...options, kinds: [] }, parts, progress, async ({ store }, captured) => {
    // Without a profile, no view needs the source texts.
    return store({ ...captured, sources: new Map() }, Date.now());
  });
}

/** @param end stores the capture */
async function measure<T extends Pick<CaptureRecord, 'id'>>(
  target: Target,
  options: RunOptions,
  parts: ProfilingParts,
  progress: Progress,
  end: (inProgress: CaptureInProgress, captured: Captured) => Promise<T>,
  further?: FurtherMeasurement,
): Promise<T> {
  const { output, suite } = parts;
  const { signal } = progress;
  const { earlierProgram, earlierIterations } = further ?? {};
  const request = { ...goTestRequest(target, options), earlierProgram, earlierIterations };
  warnOfLeftOut(request.go, output);
  const rounds = roundsOf(request.count, request.go);
  const shownFor = { file: target.uri.fsPath, name: target.name };
  const results = new ShownResults(parts.results, shownFor, rounds);
  const openTexts = openGoTexts();
  output.begin(target.name);
  const programs = await parts.programs();
  const inProgress = parts.captures.begin(signal);
  const program = await ProgramDraft.make(programs, inProgress.id);
  try {
    progress.report('building');
    const { builder = freshBuilds } = parts;
    const test = await builder.build({ ...request, ...program.request }, (text) => output.write(text), signal);
    showGoMissing(false);
    let captured: Captured;
    let code: JudgedCode | undefined;
    try {
      captured = { ...(await describeTarget(target, test.build, openTexts, signal)), ...(suite && { suite }) };
      code = await judgedCode(target, test.build, signal);
      const longStage = { isLong: true, whySlow: code && whySlow(code) };
      await further?.prepare?.(progress, test.build);
      if (target.kind === 'benchmark') {
        progress.report('timing run', longStage);
        const timed = await test.time();
        const read = await results.show(timed, signal, captured, code);
        captured = withMisfit(withResults(captured, read));
        if (read.hasPrintedResults) warn(printedResultsText(target.name), output);
        if (read.results.length === 0) {
          const failure = unreadResult(target.name, timed, captured.sources);
          // Without profiles or with turns, nothing could be shown.
          if (further || request.kinds.length === 0) throw failure;
          warn(failure.message, output, openButton(failure.location));
        }
      }

      for (const [i, kind] of request.kinds.entries()) {
        const order = request.kinds.length > 1 ? ` (${i + 1} of ${request.kinds.length})` : '';
        progress.report(`${KIND_NAMES[kind]} run${order}`, longStage);
        const run = await test.measure(kind);

        progress.report('reading the profile');
        const read = withoutReported(await test.readProfile(run), captured.reportedUnits);
        const { kind: label, bytes, run: figures, ...profiled } = read;
        const profile = { label, fileName: `${label}.pprof`, ...profiled };
        const judge = code && judgeOf(code, { kind, run: figures, memProfileRate: request.memProfileRate }, captured);
        const drawn = inProgress.take(profile, bytes, captured, request.kinds, judge);
        // Wait, because the clean-up after the run (ending processes, removing files) would delay drawing.
        await drawn;
        const isLast = i === request.kinds.length - 1 && !further;
        if (!isLast) await pause(DRAWING_MS);
      }
      // Without a fit there is no verdict.
      if (further && !captured.misfit) {
        const exact = exactOf(inProgress.profiles());
        captured = await further.measure(test, captured, results, progress, exact);
      }
    } catch (error) {
      throw code ? explainedByCode(error, code) : error;
    } finally {
      await builder.release(test);
    }

    const ending = end(inProgress, await program.storedIn(captured, output));
    const capture = await ending.catch((error: unknown) => {
      throw code ? explainedByCode(error, code) : error;
    });
    const { captures, session } = parts;
    program.keep(() => protectedProgramIds(captures, session.baselines.map(({ capture: { id } }) => id)));
    return capture;
  } catch (error) {
    await inProgress.discard();
    inBackground(programs.remove(inProgress.id).catch(ignored('a program stays on disk')));
    results.withdraw();
    throw failureOf(error, keyOf(target));
  }
}

function withMisfit(captured: Captured): Captured {
  const misfit = captured.results.find((result) => result.misfit)?.misfit;
  return misfit ? { ...captured, misfit } : captured;
}

function judgeOf(
  code: JudgedCode,
  run: Omit<JudgedProfile, 'code' | 'summary' | 'startsProcess'>,
  captured: Captured,
): JudgeProfile {
  return async (loaded, engine) => {
    const { summary, startsProcess = false } = loaded;
    const misfit = profileMisfit({ ...run, code, summary, startsProcess });
    if (misfit) return { misfit };
    const isExact = run.kind === 'memory' && run.memProfileRate === 1 && !captured.misfit;
    const exactMemory = isExact ? await exactMemoryOf(loaded, captured, engine).catch(ignored('exact allocations are not known')) : undefined;
    return exactMemory ? { exactMemory } : {};
  };
}

function keyOf({ uri, name }: Target): string {
  return benchmarkKey(uri.fsPath, name);
}

/** Leads to the hottest line, or explains why there are no costs to show. */
function show(capture: Capture, click: ProfileClick, ending: AfterCapture, parts: ProfilingParts): void {
  const { target, isInView } = click;
  const { sources, output } = parts;
  const profileWith = (changed: Partial<RunOptions>) => () => {
    const options = { ...new OptionMemory(parts.memento).of(target), ...changed };
    return profileTarget({ target, isInView, withOptions: false, options }, parts);
  };
  const waits = { 'Profile Waits': profileWith({ kinds: ['block'] }) };
  const manyTimes = { [`Run ${MANY} Times`]: profileWith({ count: MANY }) };
  const slower = {
    'Profile Again': profileWith({}),
    // A benchmark with b.Loop has one round.
    ...(loopOf(capture) === 'b.N' && { 'Profile by Duration': profileWith({ byDuration: true }) }),
  };
  const longer = target.kind === 'benchmark' ? undefined : manyTimes;
  warnOfProfile(capture, target, output, { waits, longer, slower });
  if (capture.profiles[0].summary.sampleCount === 0 || anyMisfit(capture)) return;
  const openFallback = () => sources.openTarget(capture.target!);
  const hasCosts: Lead['hasCosts'] = (active, document) => sources.hasCosts(active, document);
  inBackground(ending.lead(capture, { isInView, hasCosts, openFallback }).catch(ignored('no message leads to the costs')));
}

function openGoTexts(): Map<string, string> {
  const documents = vscode.workspace.textDocuments;
  const open = documents.filter(({ uri, fileName }) => uri.scheme === 'file' && fileName.endsWith('.go'));
  return new Map(open.map((document) => [document.uri.fsPath, document.getText()]));
}

/** Stores texts of the workspace's files that the capture lacks, then unloads the capture if it is not in use. */
async function saveSources(capture: Capture, { sources, captures }: ProfilingParts): Promise<void> {
  await sources.snapshot(capture).then(() => captures.saveSources(capture)).catch(ignored('sources are not stored'));
  captures.unloadUnused(capture);
}
