import * as vscode from 'vscode';
import type { MeasuredInTurns, Sides, StoredProfile } from '../../captures/disk/captureStore';
import type { CaptureInProgress } from '../../captures/loaded/captureDrafts';
import { conditionDifferences, type Conditions, differencesSentence, runDifferences } from '../../captures/disk/conditions';
import { type ExactMemory, exactOf, exactPairs } from '../../bench/exactMemory';
import { type GoTestResults, readResultsOf, roundsOf } from '../../bench/goTestResults';
import { withCpuTime } from '../../bench/cpuTime';
import { areEnoughPairs } from '../../bench/enoughPairs';
import { namedAlike } from '../../bench/namedAlike';
import type { BenchmarkResult } from '../../bench/parseOutput';
import { caseKey } from '../../bench/resultsByCase';
import { namedAsReported } from '../../bench/reportedFigures';
import { formingText, verdictText } from '../../bench/verdict';
import { DEFAULT_RUNS, MAX_RUNS, MIN_RUNS } from '../../bench/detectableDifference';
import { timeVariation, turnsChanges } from '../../bench/turnsChanges';
import type { GoEnvironment, GoTestBuild, ProfileKind } from '../../go/captureTypes';
import type { GoTest } from '../../go/test/goTest';
import { inTurns, type Side, type StoppedTurn, type Turns } from '../../go/test/inTurns';
import { ClockJump, machineFacts, noiseSentence } from '../../go/machine/machineNoise';
import { type MachineState, readMachineState } from '../../go/machine/machineState';
import { inSlices } from '../../go/timeSlices';
import { listed } from '../../profile/text/words';
import { isAbort } from '../../profile/common/guard';
import type { Progress } from '../../ui/progress';
import type { Captured } from '../../captures/captureDraft';
import { goEnvironmentOf } from '../../ui/settings/goEnvironmentOf';
import { wholeNumber } from '../../ui/settings/wholeNumber';
import { sentenceOf } from '../../ui/systemFailure';
import { agoText } from '../../ui/whenText';
import { withResults } from '../profile/describeTarget';
import { type ProfiledRound, readRound, type RoundsInTurns, takenProfiles } from '../profile/profiledRounds';
import type { Target } from '../profile/pickTarget';
import type { FurtherMeasurement, ProfilingParts } from '../profile/profileTarget';
import type { ShownResults } from '../profile/shownResults';
import { unreadResult } from '../profile/resultMisfit';
import { benchmarkKey } from '../../captures/loaded/latestResults';
import { hideFailuresOf } from '../../ui/failureMessage';
import { chooseOptions, saveGoDocuments } from '../profile/runOptions';
import type { RunOptions } from '../../ui/settings/profileSettings';
import { slowBuildOf, slowBuildSentence } from '../../bench/slowBuild';

/** The build produced the earlier program again, byte for byte. */
export class SameProgramError extends Error {
  /** @param hasOtherConditions whether the program would run under other conditions than before */
  constructor(message: string, readonly hasOtherConditions: boolean) {
    super(message);
  }
}

/** The code that the new program is measured against. */
export interface EarlierCode extends EarlierBase {
  readonly conditions?: Conditions;
  /** See CaptureRecord. */
  readonly reportedUnits?: readonly string[];
  /** Absolute path of its program, which runs in the package's folder. */
  readonly program?: string;
  /** What an operation allocates; unset if it is not known exactly. */
  readonly exactMemory?: ExactMemory;
  /** Sentences about differences from the new program, apart from the code. */
  readonly notes?: readonly string[];
  /** The profiles of its capture. */
  readonly profiles?: readonly StoredProfile[];
  /** Code that has a program of its own; if unset, `program` runs. */
  readonly own?: OwnProgram;
  /** What the two are called if they are not the code now and before. */
  readonly sides?: Sides;
  /** The benchmark or case that is measured, if it is not that of the new program. */
  readonly name?: string;
}

/** Code that was built for the measurement. Throws like GoTest. */
export interface OwnProgram {
  /** Runs the code once and returns its standard output. */
  turn(): Promise<string>;
  /** Runs it once while profiles of these kinds are taken. */
  profile(kinds: readonly ProfileKind[]): Promise<ProfiledRound>;
  /** Keeps the profiles of all rounds. */
  take(rounds: readonly ProfiledRound[]): Promise<void>;
}

type EarlierBase = MeasuredInTurns['base'];

/** Profiles the earlier program and the new one in turns, then runs them in turns without profiles. */
export class MeasurementInTurns implements FurtherMeasurement {
  readonly earlierProgram: string | undefined;
  /** The results of the earlier program in turns, under their own names. */
  earlierResults: readonly BenchmarkResult[] = [];
  /** The width of the interval at which fewer runs are enough, as a share; 0 if all rounds are run. */
  private readonly width: number;
  /** How many times each of the two programs is to run, at most. */
  readonly rounds: number;
  /** The run that failed or was cancelled, if one ended the measurement early. */
  stopped: StoppedTurn | undefined;
  /** Whether the capture with the verdict is stored. */
  isStored = false;
  private verdict: string | undefined;
  /** Why the earlier program has no profiles of this measurement, if it should have. */
  private notProfiled: unknown;

  constructor(
    private readonly target: Target,
    private readonly earlier: EarlierCode,
    private readonly machine: MachineState,
    private readonly evenIfSame = true,
    /** How the new program is built and run. */
    private readonly go: GoEnvironment = goEnvironmentOf(target.uri),
  ) {
    this.earlierProgram = earlier.program;
    this.rounds = measureAgainRuns(target.uri);
    this.width = detectedWidth(target.uri);
  }

  async prepare(_: Progress, { isEarlierProgram }: GoTestBuild, conditions: Conditions = {}): Promise<void> {
    if (this.evenIfSame || !isEarlierProgram) return;
    // Before a run, the processor has another name than in results.
    const { cpu } = this.earlier.conditions ?? {};
    const known = { ...conditions, ...(cpu && { cpu }) };
    const same = `The program of ${this.target.name} is the same as the one measured ${agoText(this.earlier.capturedAt, Date.now())}`;
    const differences = conditionDifferences(known, this.earlier.conditions);
    if (differences.length === 0) throw new SameProgramError(`${same}: there is nothing to compare.`, false);
    const other = `${same}, but the conditions are not: ${differences.join('; ')}.`;
    const why = 'In turns, both would run under the present ones: profile it, to compare with the earlier capture.';
    throw new SameProgramError(`${other} ${why}`, true);
  }

  /** What the two are called if they are not the code now and before. */
  get sides(): Sides | undefined {
    return this.earlier.sides;
  }

  names(): string {
    const { sides } = this;
    return sides ? `${sides.before} and ${sides.now}` : 'old and new';
  }

  async profileEarlier(test: GoTest, kinds: readonly ProfileKind[]): Promise<ProfiledRound> {
    const { own } = this.earlier;
    return own ? own.profile(kinds) : readRound(test, await test.measureEarlier(...kinds));
  }

  async takeEarlier(rounds: RoundsInTurns['earlier'], inProgress: CaptureInProgress): Promise<void> {
    if ('failure' in rounds) {
      this.notProfiled = rounds.failure;
      return;
    }
    const { own, id, reportedUnits, profiles = [] } = this.earlier;
    if (own) return own.take(rounds);
    for (const { profile, rounds: bytes } of takenProfiles(rounds, { suffix: '.earlier', reportedUnits })) {
      const misfit = profiles.find(({ label }) => label === profile.label)?.misfit;
      await inProgress.takeEarlier({ ...profile, ...(misfit && { misfit }) }, bytes, id);
    }
  }

  async measure(
    test: GoTest,
    captured: Captured,
    shown: ShownResults,
    progress: Progress,
    inProgress: Pick<CaptureInProgress, 'profiles' | 'earlierProfiles'>,
  ): Promise<Captured> {
    const { report, signal } = progress;
    const { rounds } = this;
    const { isEarlierProgram: isSameProgram } = test.build;
    const clock = new ClockJump();
    report(`turn 1 of ${rounds}, ${this.names()}`, { isLong: true });
    const turns = await inTurns(
      rounds,
      async (side) => {
        const [output, { reportedUnits }] = side === 'before'
          ? [await this.turnOfEarlier(test), this.earlier]
          : [await test.turn('now'), captured];
        const read = await this.resultsIn(output, side, signal);
        return { ...read, results: namedAsReported(withCpuTime(read.results), reportedUnits) };
      },
      (pairs) => {
        const next = pairs.now.length + 1;
        const forming = formingText(this.flat(pairs));
        if (next <= rounds) report([`turn ${next} of ${rounds}`, forming].filter(Boolean).join(' · '), { isLong: true });
      },
      (pairs) => {
        const { before, now } = this.flat(pairs);
        if (!haveCommonCase(before, now)) return true;
        return this.width > 0 && areEnoughPairs(before, now, this.width);
      },
    );
    this.stopped = turns.stopped;
    const machine = machineFacts(this.machine);
    const withMachine = { ...captured, conditions: { ...captured.conditions, machine } };
    if (turns.now.length === 0) return withMachine;
    const { before, now } = this.flat(turns);
    this.earlierResults = resultsOf(turns.before);
    shown.replace(now);
    const measured = withResults(withMachine, { results: now, units: turns.now[0].units });
    const { id, capturedAt, revision } = this.earlier;
    const timeVaries = timeVariation(before, now);
    const exact = exactPairs(this.earlier.exactMemory, exactOf(inProgress.profiles()));
    const profiles = inProgress.earlierProfiles();
    const measuredInTurns: MeasuredInTurns = {
      base: { id, capturedAt, ...(revision !== undefined && { revision }) },
      ...(this.earlier.sides && { sides: this.earlier.sides }),
      before,
      wanted: turns.stopped ? rounds : turns.now.length,
      ...(turns.stopped && { stopped: isAbort(turns.stopped.error) ? 'cancelled' : 'failed' }),
      ...(isSameProgram && { isSameProgram }),
      notes: [
        ...verdictLimits(this.earlier, { machine: this.machine, clock, conditions: measured.conditions }),
        ...this.profileNotes(measured.conditions),
        ...(haveCommonCase(before, now) ? [] : ['They have no case in common: choose one case of each.']),
      ],
      changes: isSameProgram ? [] : turnsChanges(before, now),
      ...(timeVaries !== undefined && { timeVaries }),
      ...(exact.length > 0 && { exact }),
      ...(profiles.length > 0 && { profiles }),
    };
    this.verdict = verdictText({ ...measuredInTurns, now });
    return { ...measured, turns: measuredInTurns };
  }

  /** Adds the verdict to an error that prevents storing the capture, such as a full disk. */
  withVerdict(error: unknown): unknown {
    if (this.verdict === undefined || this.isStored || isAbort(error)) return error;
    return new Error(`${sentenceOf(error)} The measurement could not be stored: ${this.verdict}.`, { cause: error });
  }

  private turnOfEarlier(test: GoTest): Promise<string> {
    const { own } = this.earlier;
    return own ? own.turn() : test.turn('before');
  }

  /** What limits the comparison of lines: profiles that were not taken in this measurement. */
  private profileNotes(conditions: Conditions | undefined): string[] {
    if (this.notProfiled === undefined) return [];
    const { revision, sides } = this.earlier;
    const name = sides?.kind === 'stages' ? undefined : (sides?.before ?? revision);
    const why = sentenceOf(this.notProfiled);
    if (name !== undefined) return [`${name} could not be profiled, so lines are not compared: ${why}`];
    const shared = listed(runDifferences(conditions, this.earlier.conditions));
    const which = `lines are compared with the profile that was taken ${agoText(this.earlier.capturedAt, Date.now())}`;
    const other = shared === '' ? '' : `, under another ${shared}`;
    const earlier = sides ? `The program of ${sides.before}` : 'The earlier program';
    return [`${earlier} could not be profiled again, so ${which}${other}: ${why}`];
  }

  /**
   * The results of all turns in one list for each side, those of a pair under the same names. Two stages are of one
   * benchmark, whose cases of other names are other cases.
   */
  private flat({ before, now }: Turns<GoTestResults>) {
    const [earlier, present] = [before, now].map(resultsOf);
    const { sides, name = this.target.name } = this.earlier;
    if (!sides || sides.kind === 'stages') return { before: earlier, now: present };
    return { before: namedAlike(earlier, present, { before: name, now: this.target.name }), now: present };
  }

  private async resultsIn(output: string, side: Side, signal: AbortSignal): Promise<GoTestResults> {
    const { uri, name: ownName } = this.target;
    const [name, go] = side === 'now' ? [ownName, this.go] : [this.earlier.name ?? ownName, goEnvironmentOf(uri)];
    const read = await inSlices(readResultsOf(output, name, roundsOf(1, go)), signal);
    if (read.results.length === 0) throw unreadResult(name, output, new Map());
    return read;
  }
}

function haveCommonCase(before: readonly BenchmarkResult[], now: readonly BenchmarkResult[]): boolean {
  const keys = new Set(before.map(caseKey));
  return now.some((result) => keys.has(caseKey(result)));
}

function resultsOf(runs: readonly GoTestResults[]): BenchmarkResult[] {
  return runs.flatMap(({ results }) => results);
}

/** How many times each of the two programs runs, at most. */
export function measureAgainRuns(uri?: vscode.Uri): number {
  const runs = vscode.workspace.getConfiguration('linecost.measureAgain', uri).get<unknown>('runs');
  return wholeNumber(runs, MIN_RUNS, MAX_RUNS) ?? DEFAULT_RUNS;
}

/** `linecost.measureAgain.detect` as a share. */
function detectedWidth(uri: vscode.Uri): number {
  const percent = vscode.workspace.getConfiguration('linecost.measureAgain', uri).get<unknown>('detect');
  return (wholeNumber(percent, 0, 100) ?? DEFAULT_WIDTH) / 100;
}

/** In percent. */
const DEFAULT_WIDTH = 5;

/** What a measurement in turns begins with. */
interface Ready {
  readonly options: RunOptions;
  readonly machine: MachineState;
}

/**
 * Reads the options of a benchmark and the state of the machine, saves edited files, and hides the benchmark's earlier
 * failures. Throws BusyError if something is being measured.
 */
export async function readyForTurns(target: Target, parts: ProfilingParts): Promise<Ready | undefined> {
  const options = await chooseOptions({ target, withOptions: false }, parts.memento);
  if (!options) return undefined;
  // Read before the builds, which themselves keep the machine busy.
  const machine = await readMachineState();
  parts.measurements.check();
  await saveGoDocuments();
  hideFailuresOf(benchmarkKey(target.uri.fsPath, target.name));
  return { options, machine };
}

/** The code that a program was measured against. */
interface ComparedCode {
  readonly revision?: string;
  readonly sides?: Sides;
  readonly conditions?: Conditions;
  /** Sentences about differences from the new program, apart from the code. */
  readonly notes?: readonly string[];
}

/** How the two programs were measured. */
interface Circumstances {
  readonly machine: MachineState;
  readonly clock: ClockJump;
  /** The conditions of the new program. */
  readonly conditions: Conditions | undefined;
}

/**
 * Sentences on what limits a verdict: a busy machine, a clock that jumped, a slow build, other conditions, and the
 * code's notes.
 */
function verdictLimits(earlier: ComparedCode, { machine, clock, conditions }: Circumstances): string[] {
  const noise = noiseSentence(machine);
  const { revision, sides, conditions: before, notes = [] } = earlier;
  // Two environments differ on purpose; two benchmarks are of one program.
  const isOneCode = sides !== undefined && sides.kind !== 'stages';
  const name = revision ?? sides?.before ?? 'the earlier capture';
  const differences = isOneCode ? undefined : differencesSentence({ name }, conditions, before);
  const build = slowBuildOf((isOneCode ? before : conditions)?.flags);
  return [
    ...(noise === undefined ? [] : [noise]),
    ...(clock.hasJumped() ? ['The clock was set, or the machine slept, during the runs.'] : []),
    ...(build === undefined ? [] : [slowBuildSentence(build)]),
    ...(differences === undefined ? [] : [differences, ...sharedSentence(runDifferences(conditions, before))]),
    ...notes,
  ];
}

/** Says that the comparison is not about these conditions, unlike the figures of the earlier capture. */
function sharedSentence(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  return [`In turns, both programs ran under the present ${listed(names)}: the verdict is about the code.`];
}
