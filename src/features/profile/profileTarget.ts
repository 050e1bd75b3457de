import { setTimeout as pause } from 'node:timers/promises';
import type * as vscode from 'vscode';
import type { Programs } from '../../captures/disk/programs';
import { roundsOf } from '../../bench/goTestResults';
import { loopOf } from '../../bench/operations';
import type { GoTestBuild, GoTestRequest, ProfileKind } from '../../go/captureTypes';
import type { QueryEngine } from '../../engine/client';
import type { Capture } from '../../captures/loadedCapture';
import type { Session } from '../../captures/session';
import type { Baselines } from '../../captures/loaded/baselines';
import { failureOf, hideFailuresOf, openButton, showGoMissing } from '../../ui/failureMessage';
import { warn } from '../../ui/loggedMessage';
import type { ProfiledGroup } from './furtherRounds';
import { judgedProfile, slowerOf } from './judgedProfiles';
import { type FirstRound, sharpen } from './sharpenProfiles';
import { inBackground } from '../../ui/inBackground';
import type { OnDemand } from '../../ui/onceLoaded';
import type { Output } from '../../ui/output';
import { type Progress, startProgress } from '../../ui/progress';
import { benchmarkKey, type LatestResults } from '../../captures/loaded/latestResults';
import type { Captured } from '../../captures/captureDraft';
import type { CaptureInProgress, TakeCapture } from '../../captures/loaded/captureDrafts';
import type { LoadedCaptures } from '../../captures/loaded/loadedCaptures';
import { profileSettings, type RunOptions } from '../../ui/settings/profileSettings';
import type { Sources } from '../../documents/sources';
import { protectedProgramIds } from '../../captures/loaded/protectedPrograms';
import type { CaptureRecord, MeasuredSuite } from '../../captures/disk/captureStore';
import { AfterCapture, type Lead } from './afterCapture';
import { onSlowTimer } from './cpuRate';
import {
  anyMisfit, firstProfile, printedResultsText, type ProfileWarning, type WarnedCapture, warnOfLeftOut, warnOfProfile,
} from './captureWarnings';
import { withCode } from './withCode';
import { describeTarget, judgedCode, withCases, withoutResults, withResults } from './describeTarget';
import { explainedByCode, whySlow } from './failureCause';
import { planOf, RunProgress } from './runProgress';
import type { BenchmarkOutput } from '../../bench/parseOutput';
import type { GoTest, MeasuredRun } from '../../go/test/goTest';
import { profileGroups } from '../../go/test/profiledRuns';
import {
  chooseOptions, goTestRequest, openGoTexts, OptionMemory, type OptionsRequest, saveGoDocuments,
} from './runOptions';
import { KIND_NAMES } from './enoughSamples';
import type { OneAtATime } from './oneAtATime';
import type { Target } from './pickTarget';
import {
  kindsByLabel, PROFILED_ROUNDS, type ProfiledRound, profileInTurns, readRound, type RoundsInTurns, type TakenProfile,
  takenProfiles,
} from './profiledRounds';
import { ProgramDraft } from './programDraft';
import { type JudgedCode, unreadResult } from './resultMisfit';
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
  readonly engine: QueryEngine;
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

/** A measurement that follows the profiles. */
export interface FurtherMeasurement {
  /** Absolute path of the program of an earlier capture, if it runs in turns with the new one. */
  readonly earlierProgram?: string;
  /** The parts of the request that are not as the settings say. */
  readonly request?: Partial<GoTestRequest>;
  /** What the capture says beside or in place of what is known of the program, such as its title. */
  captured?(described: Captured): Partial<Captured>;
  /**
   * Called after the new program is built, before it runs, with the conditions that are known then. An error that it
   * throws ends the capture.
   */
  prepare?(progress: Progress, build: GoTestBuild, conditions: Captured['conditions']): Promise<void>;
  /** What the two programs are called: `old and new`, `GOGC=100 and GOGC=off`. */
  names(): string;
  /** Runs the earlier program once while profiles of these kinds are taken. Throws like GoTest. */
  profileEarlier(test: GoTest, kinds: readonly ProfileKind[]): Promise<ProfiledRound>;
  /** Keeps the profiles of the earlier program, or notes why there are none. Rejects like CaptureInProgress.take. */
  takeEarlier(rounds: RoundsInTurns['earlier'], inProgress: CaptureInProgress): Promise<void>;
  /**
   * Must not reject, because the profiles are already complete. Returns the capture with the measurement added.
   * @param inProgress has the profiles
   */
  measure(
    test: GoTest,
    captured: Captured,
    results: ShownResults,
    progress: Progress,
    inProgress: Pick<CaptureInProgress, 'profiles' | 'earlierProfiles'>,
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
  let hasLed = false;
  const lead = (capture: Capture): void => {
    if (!hasLed) leadTo(capture, click, ending, parts);
    hasLed = true;
  };
  const warned = new Set<ProfileWarning>();
  const onFirstRound: Measurement['onFirstRound'] = (known, capture) => {
    show(known, click, parts, warned);
    if (capture) lead(capture);
  };
  try {
    const endMeasurement = await parts.measurements.begin(progress.signal, progress.cancel);
    const taking = takeCapture(target, options, parts, progress, { onFirstRound });
    const capture = await taking.finally(endMeasurement);
    progress.end();
    show(capture, click, parts, warned);
    lead(capture);
  } finally {
    progress.end();
    ending.dispose();
  }
}

/** Builds the target, takes each kind of profile and stores the capture. Throws like `measure`. */
export async function takeCapture(
  target: Target,
  options: RunOptions,
  parts: ProfilingParts,
  progress: Progress,
  { further, onFirstRound }: Pick<Measurement, 'further' | 'onFirstRound'> = {},
): Promise<Capture> {
  const keep = (take: TakeCapture) => parts.captures.drafts.keep(take, progress.signal);
  const isTimed = further !== undefined || profileSettings(target.uri).hasTimingRun;
  return measure(keep, { target, options, parts, progress, further, isTimed, onFirstRound });
}

/** Builds a benchmark, measures it without profiles, and stores its results and its program. Throws like `measure`. */
export async function storeResults(
  target: Target,
  options: RunOptions,
  parts: ProfilingParts,
  progress: Progress,
): Promise<CaptureRecord> {
  // Without a profile, no view needs the source texts.
  const store = (take: TakeCapture) => parts.captures.drafts.store(async (inProgress) => {
    return { ...(await take(inProgress)), sources: new Map() };
  }, progress.signal);
  return measure(store, { target, options: { ...options, kinds: [] }, parts, progress, isTimed: true });
}

interface Measurement {
  readonly target: Target;
  readonly options: RunOptions;
  readonly parts: ProfilingParts;
  readonly progress: Progress;
  readonly further?: FurtherMeasurement | undefined;
  /** Whether a benchmark is run without a profile, too. */
  readonly isTimed: boolean;
  /** See sharpenProfiles. */
  readonly onFirstRound?: ((known: FirstRound, capture: Capture | undefined) => void) | undefined;
}

/**
 * Measures the target, and keeps the capture. If it rejects, nothing is left behind, unless a profile was stored that
 * cannot be loaded. Throws CaptureError, EngineError, AbortError or an Error for the user.
 */
async function measure<T>(keep: (take: TakeCapture) => Promise<T>, measurement: Measurement): Promise<T> {
  const { target, options, parts } = measurement;
  const { captures, output, session } = parts;
  const asked = { ...goTestRequest(target, options), ...measurement.further?.request };
  const onWallSampled = (said: string) => warn(`The wall profile of ${target.name} was ${said}.`, output);
  const request: GoTestRequest = { ...asked, onSlowTimer: () => onSlowTimer(asked.cpuRate, output), onWallSampled };
  warnOfLeftOut(request.go, output);
  const shownFor = { file: target.uri.fsPath, name: target.name };
  const results = new ShownResults(parts.results, shownFor, roundsOf(request.count, request.go));
  output.begin(target.name);
  const programs = await parts.programs();
  let program: ProgramDraft | undefined;
  let code: JudgedCode | undefined;
  const onCode = (read: JudgedCode): void => void (code = read);
  try {
    const kept = await keep(async (inProgress) => {
      program = await ProgramDraft.make(programs, inProgress.id);
      const captured = await run(measurement, { inProgress, program, request, results, onCode });
      return program.storedIn(captured, output);
    });
    program!.keep(() => protectedProgramIds(captures, session.baselines.map(({ capture: { id } }) => id)));
    return kept;
  } catch (error) {
    program?.discard();
    results.withdraw();
    throw failureOf(code ? explainedByCode(error, code) : error, keyOf(target));
  }
}

interface Run {
  readonly inProgress: CaptureInProgress;
  readonly program: ProgramDraft;
  readonly request: GoTestRequest;
  readonly results: ShownResults;
  /** Called with what the benchmark's code does to its runs, which may explain a failure. */
  onCode(code: JudgedCode): void;
}

/** Builds and runs the target. */
async function run(measurement: Measurement, to: Run): Promise<Captured> {
  const { target, parts, progress, further, isTimed } = measurement;
  const { output, suite, builder = freshBuilds } = parts;
  const { signal } = progress;
  const { inProgress, results } = to;
  const isBenchmark = target.kind === 'benchmark';
  const plan = planOf(to.request, results.rounds, isBenchmark && isTimed);
  const howFar = new RunProgress(target.name, results.earlierOfTarget, plan, { isPart: !!(further ?? suite) });
  const onRun = isBenchmark ? howFar.onRun : undefined;
  const request = { ...to.request, earlierProgram: further?.earlierProgram, onRun };
  const openTexts = openGoTexts();
  progress.report('building', { detail: () => howFar.planText });
  const test = await builder.build({ ...request, ...to.program.request }, (text) => output.write(text), signal);
  showGoMissing(false);
  try {
    const described = await describeTarget(target, test.build, openTexts, signal);
    let captured: Captured = { ...described, ...further?.captured?.(described), ...(suite && { suite }) };
    const code = await judgedCode(target, test.build, signal);
    if (code) to.onCode(code);
    howFar.setLoop(captured.loop);
    const longStage = { isLong: true, whySlow: code && whySlow(code), detail: isBenchmark ? howFar.detail : undefined };
    const running: Running = { ...measurement, ...to, request, test, code, howFar, longStage };
    await further?.prepare?.(progress, test.build, captured.conditions);
    const isTimedFirst = isBenchmark && (further !== undefined || !canProfileFirst(request, captured));
    const isProfiledFirst = isBenchmark && !isTimedFirst;
    const isTimedLast = isProfiledFirst && isTimed;
    if (isTimedFirst) captured = await time(running, captured);
    if (isProfiledFirst) test.prepareProfiles(captured.loop, results.hadCases);
    const groups = profileGroups(request);
    const runs: MeasuredRun[] = [];
    const profiled: ProfiledGroup[] = [];
    for (const [i, kinds] of groups.entries()) {
      const order = groups.length > 1 ? ` (${i + 1} of ${groups.length})` : '';
      const rounds = await profiledRounds(running, { kinds, order, hasMisfit: captured.misfit !== undefined, runs });
      profiled.push({ kinds, rounds: rounds.now, millis: rounds.millis });
      if (isProfiledFirst && i === 0) {
        const read = await results.read(runs[0].result.stdout, signal, captured, code);
        captured = withMisfit(withCases(captured, read.results));
      }
      progress.report('reading the profile');
      for (const taken of takenProfiles(rounds.now, captured)) await take(running, taken, runs, captured);
      if (rounds.earlier) await further?.takeEarlier(rounds.earlier, inProgress);
      const isLast = i === groups.length - 1 && !further && !isTimedLast;
      if (!isLast) await pause(DRAWING_MS);
    }
    captured = await withCode(captured, test.build, parts.captures);
    if (isTimedLast) {
      captured = await time(running, captured);
      for (const [label, kind] of kindsByLabel(request.kinds)) {
        inProgress.amend(label, await slowerOf(test, kind, runs, captured));
      }
    }
    if (isProfiledFirst && !isTimed) captured = withoutResults(captured);
    if (isBenchmark && !further && !suite) await sharpen(running, captured, profiled, runs);
    // Without a fit there is no verdict.
    if (!further || captured.misfit) return captured;
    return await further.measure(test, captured, results, progress, inProgress);
  } finally {
    await builder.release(test);
  }
}

/** A target whose program is built. */
interface Running extends Measurement, Run {
  readonly test: GoTest;
  /** Undefined for tests. */
  readonly code: JudgedCode | undefined;
  readonly howFar: RunProgress;
  /** Of the stages that run the program. */
  readonly longStage: Parameters<Progress['report']>[1];
}

/** Runs the benchmark without a profile, and adds its results to the capture. */
async function time(running: Running, captured: Captured): Promise<Captured> {
  const { target, parts: { output }, progress, further, request, results, test, code, howFar, longStage } = running;
  const showFinished = (soFar: BenchmarkOutput) => results.showFinished(soFar, captured, code);
  const timed = await howFar.follow(() => {
    progress.report('timing run', longStage);
    return test.time();
  }, showFinished);
  const read = await results.show(timed, progress.signal, captured, code);
  if (read.hasPrintedResults) warn(printedResultsText(target.name), output);
  if (read.results.length === 0) {
    const failure = unreadResult(target.name, timed, captured.sources);
    // Without profiles or with turns, nothing could be shown.
    if (further || request.kinds.length === 0) throw failure;
    warn(failure.message, output, openButton(failure.location));
  }
  return withMisfit(withResults(captured, read));
}

interface RoundsOptions {
  readonly kinds: readonly ProfileKind[];
  /** Of this group of kinds among all: ` (1 of 2)`. */
  readonly order: string;
  /** Whether the results do not fit the benchmark, so that there is no verdict. */
  readonly hasMisfit: boolean;
  /** To which the runs of the program are added. */
  readonly runs: MeasuredRun[];
}

/**
 * Runs the program while profiles of some kinds are taken: several times, in turns with the earlier program, if both
 * are measured in turns and their operations are known, else once.
 */
async function profiledRounds(
  { progress, further, test, howFar, longStage }: Running,
  { kinds, order, hasMisfit, runs }: RoundsOptions,
): Promise<Pick<RoundsInTurns, 'now'> & Partial<RoundsInTurns> & Pick<ProfiledGroup, 'millis'>> {
  const stage = `${kinds.map((kind) => KIND_NAMES[kind]).join(' and ')} run`;
  let millis = 0;
  const measure = async (text: string): Promise<ProfiledRound> => {
    const startedAt = performance.now();
    const measured = await howFar.follow(() => {
      progress.report(`${text}${order}`, longStage);
      return test.measure(...kinds);
    });
    millis += performance.now() - startedAt;
    runs.push(measured);
    return readRound(test, measured, (text) => progress.report(text, { isLong: true }));
  };
  if (!further || hasMisfit || !test.haveKnownOperations(kinds)) {
    const now = [await measure(stage)];
    return { now, millis };
  }
  const inTurns = await profileInTurns({
    now: (round) => measure(`${stage} ${round} of ${PROFILED_ROUNDS}, ${further.names()}`),
    earlier: () => further.profileEarlier(test, kinds),
  });
  return { ...inTurns, millis };
}

async function take(
  running: Running,
  taken: TakenProfile,
  runs: readonly MeasuredRun[],
  captured: Captured,
): Promise<void> {
  const { inProgress, request } = running;
  const { profile, judge } = await judgedProfile(running, taken, runs, captured);
  // Wait, because the clean-up after the run (ending processes, removing files) would delay drawing.
  await inProgress.take(profile, taken.rounds, captured, [...kindsByLabel(request.kinds).keys()], judge);
  if (taken.trace) await inProgress.keepTrace(taken.trace);
}

/**
 * Whether profiles may precede the timed run, so that costs are shown early. Otherwise, the timed run is needed to fix
 * the iterations of profiled runs: the times that calibrate them are those that the benchmark reports itself.
 */
function canProfileFirst({ kinds }: GoTestRequest, { loop, reportedUnits }: Captured): boolean {
  return kinds.length > 0 && (loop === 'b.Loop' || !reportedUnits?.includes('ns/op'));
}

/** The capture with the misfit of its results, in place of one of a profiled run. */
function withMisfit(captured: Captured): Captured {
  const misfit = captured.results.find((result) => result.misfit)?.misfit;
  return misfit || captured.misfit ? { ...captured, misfit } : captured;
}

function keyOf({ uri, name }: Target): string {
  return benchmarkKey(uri.fsPath, name);
}

/** Explains why there are no costs to show, or what is wrong with them. @param warned see warnOfProfile */
function show(
  capture: WarnedCapture & Parameters<typeof loopOf>[0],
  { target, isInView }: ProfileClick,
  parts: ProfilingParts,
  warned: Set<ProfileWarning>,
): void {
  const profileWith = (changed: Partial<RunOptions>) => () => {
    const options = { ...new OptionMemory(parts.memento).of(target), ...changed };
    return profileTarget({ target, isInView, withOptions: false, options }, parts);
  };
  const waits = {
    'Profile Wall Time': profileWith({ kinds: ['wall'] }),
    'Profile Block and Mutex': profileWith({ kinds: ['block', 'mutex'] }),
  };
  const manyTimes = { [`Run ${MANY} Times`]: profileWith({ count: MANY }) };
  const slower = {
    'Profile Again': profileWith({}),
    // A benchmark with b.Loop has one round.
    ...(loopOf(capture) === 'b.N' && { 'Profile by Duration': profileWith({ byDuration: true }) }),
  };
  const longer = target.kind === 'benchmark' ? undefined : manyTimes;
  warnOfProfile(capture, target, parts.output, { waits, longer, slower, warned });
}

/** Leads to the hottest line, if there are costs to show. */
function leadTo(capture: Capture, { isInView }: ProfileClick, ending: AfterCapture, { sources }: ProfilingParts): void {
  if (firstProfile(capture).summary.sampleCount === 0 || anyMisfit(capture)) return;
  const openFallback = () => sources.openTarget(capture.target!);
  const hasCosts: Lead['hasCosts'] = (active, document) => sources.hasCosts(active, document);
  inBackground(ending.lead(capture, { isInView, hasCosts, openFallback }).catch(ignored('no message leads to the costs')));
}
