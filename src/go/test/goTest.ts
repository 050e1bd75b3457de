import { mkdir, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { BenchmarkLoop } from '../../profile/lines/loopOfStacks';
import { gitStateOf, readGitState } from '../gitState';
import { joinOutput } from '../failures/runFailure';
import { CaptureError, type CaptureFailure } from '../../common/captureError';
import {
  type CapturedProfile, type GoTestBuild, type GoTestRequest, type IterationCount, PROFILE_KINDS, type ProfiledRun,
  type ProfileKind, type SlowerRun,
} from '../captureTypes';
import { runsInParallel } from '../code/benchmarkLoops';
import { declarationOf, sameNameFailure } from '../failures/sameName';
import type { RunResult } from '../../common/processes/runProcess';
import { inSlices } from '../timeSlices';
import { areSameProgram, linkFile } from './binaryCopy';
import { buildTest, type BuiltTest, describeBuild, linkProgram } from './buildTest';
import { CompiledTexts } from './compiledTexts';
import { readGoPackage } from '../tool/goTool';
import { testEnvironment, underRunVariables } from './testEnvironment';
import { checkTurnsPossible, WorkFolder, type WriteOutput } from './workFolder';
import { CountedRounds, testTexts } from './countedRounds';
import { CpuRate } from './cpuRate';
import { cpuTimeEnvironment } from './cpuTime';
import {
  benchtimeOf, type Calibration, calibrated, calibrationOf, fixedIterations, isTimed, iterationsIn, iterationsOfRounds,
  recalibrated, slowerRun,
} from './profiledRuns';
import { chosenFlags } from './goTestArgs';
import type { Side } from './inTurns';
import { ProgramRuns } from './programRuns';
import { cpuNanosIn, namesParallel, OwnProfile, readProfileFile } from './profileFile';
import { isRegular } from '../../common/regularFile';
import { WallRuns } from './wallRuns';

/** A test binary that was built before. */
export interface StoredProgram {
  /** Absolute path. */
  readonly file: string;
  /** The texts from which it was built, by absolute path. */
  readonly texts: ReadonlyMap<string, string>;
  /** `go1.26.8`; unset if unknown. */
  readonly goVersion?: string | undefined;
}

/** See GoTest.tracing. */
interface Tracing extends Pick<GoTestRequest, 'go' | 'maxProfileBytes'> {
  readonly name: string;
  /** Whether the request has no other kinds of profiles. */
  readonly isOnlyKind: boolean;
  readonly signal: AbortSignal;
}

/** A run of the test binary that measured these kinds of profiles. */
export interface MeasuredRun {
  readonly kinds: readonly ProfileKind[];
  readonly result: RunResult;
  /** The fixed number of iterations of an earlier program; that of the new one is known. */
  readonly iterations?: number | undefined;
}

/**
 * One benchmark, test, example or fuzz test, built once and run once for each group of `profileGroups`:
 * `build` → `measure` and `readProfile` for each group → `time` (benchmarks only) → `turn`, if there is an earlier
 * program → `close`, in any case. After `time`, profiled runs repeat the iterations of the timed run, or those of the
 * earlier capture; before it, `prepareProfiles` decides how many they have.
 *
 * All methods throw CaptureError, with a sentence for the user, and `signal.reason` on abort. After `close`, all
 * processes that were started have ended, and the temporary folder is removed.
 */
export class GoTest {
  readonly build: GoTestBuild;
  /** The number of iterations of profiled runs; undefined if the request's `benchtime` applies. */
  private iterations: number | undefined;
  /** Whether profiled runs are by duration, and their results count all operations, as with b.Loop. */
  private areCounted = false;
  /** Set if the first profiled run is to find the number of iterations. */
  private calibration: Calibration | undefined;
  /** The number of iterations of profiled runs of the earlier program. */
  private earlierIterations: number | undefined;
  /** The results of the run without a profile. */
  private timed: readonly IterationCount[] = [];
  private readonly request: GoTestRequest;
  private readonly runs: ProgramRuns;
  /** Set if CPU profiles have another number of samples a second than go test takes. */
  private readonly rate: CpuRate | undefined;

  private constructor(
    request: GoTestRequest,
    private readonly folder: WorkFolder,
    private readonly built: BuiltTest,
    private rounds: Rounds,
    state: Pick<GoTestBuild, 'git' | 'isEarlierProgram' | 'environment'>,
  ) {
    this.request = builtAs(request, rounds);
    const { version: goVersion, experiment: goExperiment, goflags } = folder.settings;
    this.runs = new ProgramRuns(this.request, folder, built);
    const flags = chosenFlags(request, goflags);
    const { cpuRate } = request;
    // With -exec, another program, which may run elsewhere, would have the variable, and print among the results.
    if (cpuRate !== undefined && rounds.counted && !built.copy) this.rate = new CpuRate(cpuRate, folder.files.cpuTime);
    this.build = { ...describeBuild(built), ...state, goVersion, goExperiment, flags };
  }

  /** Builds the package's test binary in a temporary folder. */
  static async build(request: GoTestRequest, output: WriteOutput, signal: AbortSignal): Promise<GoTest> {
    const folder = await WorkFolder.open(request, output, signal);
    const { cwd, env } = folder.tool;
    const readingGit = readGitState(cwd, env, signal);
    try {
      const { files } = folder;
      if (request.earlierProgram !== undefined) checkTurnsPossible(request, folder);
      // Before the build: another window may delete the program meanwhile.
      if (request.earlierProgram !== undefined) await linkStored(request.earlierProgram, files.earlier, request);
      const rounds = await readRounds(request, folder);
      const built = await buildTest(builtAs(request, rounds), folder, withCounts(request, rounds).go);
      await checkName(request, built);
      const programs = [files.earlier, files.program] as const;
      const isEarlierProgram = request.earlierProgram !== undefined && (await areSameProgram(programs, signal));
      const environment = await testEnvironment(request, built.goPackage, folder);
      const reading = await readingGit;
      const git = reading && gitStateOf(reading, built.compiled.paths, cwd, built.compiled.texts);
      return new GoTest(request, folder, built, rounds, { isEarlierProgram, environment, ...(git && { git }) });
    } catch (error) {
      await readingGit;
      await folder.close();
      throw folder.explained(error);
    }
  }

  /**
   * Prepares a stored program, which runs in place of one that is built, in turns with the request's earlier program.
   * Throws like `build`.
   */
  static async stored(
    request: GoTestRequest & { readonly earlierProgram: string },
    { file, texts, goVersion = '' }: StoredProgram,
    output: WriteOutput,
    signal: AbortSignal,
  ): Promise<GoTest> {
    const folder = await WorkFolder.open(request, output, signal);
    try {
      const { files } = folder;
      checkTurnsPossible(request, folder);
      await mkdir(dirname(files.program), { recursive: true });
      await linkStored(file, files.program, request);
      await linkStored(request.earlierProgram, files.earlier, request);
      await linkProgram(request, files.program);
      const goPackage = await readGoPackage(folder.tool, request.go.buildFlags);
      const built: BuiltTest = { goPackage, compiled: CompiledTexts.stored(texts), linesMayBeOff: false, goVersion };
      const isEarlierProgram = await areSameProgram([files.earlier, files.program], signal);
      const environment = await testEnvironment(request, goPackage, folder);
      const ofTests = [...texts].flatMap(([path, text]) => (path.endsWith('_test.go') ? [text] : []));
      const rounds = { ...(await roundsOf(ofTests, request, folder)), wall: WallRuns.stored(folder) };
      return new GoTest(request, folder, built, rounds, { isEarlierProgram, environment });
    } catch (error) {
      await folder.close();
      throw folder.explained(error);
    }
  }

  /**
   * Prepares another benchmark of the program that was built, or the same one with other runVariables. The request
   * must have the same folder, Go settings and signal, and no earlier program. Returns undefined if the program must be
   * built again, because a source has changed or the program is gone. The two objects share the program and its folder:
   * read the profiles of one before the other runs, and close one of them, after both.
   */
  async next(request: GoTestRequest): Promise<GoTest | undefined> {
    const { folder, built } = this;
    const { git, environment } = this.build;
    if (!(await built.compiled.areUnchanged()) || !(await isRegular(folder.files.program))) return undefined;
    if (request.kinds.includes('wall') && !this.rounds.wall) return undefined;
    await checkName(request, built);
    await removeProfiles(folder, PROFILE_KINDS);
    const rounds = { ...this.rounds, areOfParallel: await runsParallel(request, this.rounds.texts, folder) };
    const ofRuns = underRunVariables(environment, request);
    const state = { isEarlierProgram: false, environment: ofRuns, ...(git && { git }) };
    return new GoTest(request, folder, built, rounds, state);
  }

  /**
   * Decides how the operations of profiled runs that precede the timed run are counted. With b.Loop, a run by duration
   * has as many as its result says. With b.N, it has more, so the number of iterations is fixed: the first profiled run
   * is short, and repeated if it was too short.
   * @param loop undefined if unknown
   * @param hasCases whether several sub-benchmarks are expected. They share a profile, so its operations stay unknown
   */
  prepareProfiles(loop: BenchmarkLoop | undefined, hasCases = false): void {
    const request = this.runs.withGoFlags(this.request);
    this.areCounted = loop === 'b.Loop';
    this.calibration = this.areCounted || hasCases ? undefined : calibrationOf(request);
    this.iterations = iterationsIn(benchtimeOf(request));
  }

  /**
   * Runs the benchmark without a profile, which would disturb its result, and returns its standard output. Fixes the
   * iterations of later runs: see fixedIterations.
   */
  async time(): Promise<string> {
    const { stdout } = await this.run([]);
    this.timed = await this.countsIn({ stdout });
    await this.checkIterations(this.timed, stdout);
    this.iterations = fixedIterations(this.timed);
    return stdout;
  }

  private async checkIterations(counts: readonly IterationCount[], stdout: string): Promise<void> {
    if (counts.length > 0 && counts.every(({ iterations }) => iterations === 0)) throw await this.noIteration(stdout);
  }

  /** The failure of a benchmark that ends by runtime.Goexit: Go reports no failure, but 0 iterations and NaN ns/op. */
  private async noIteration(stdout: string): Promise<CaptureError> {
    const { target: { name } } = this.request;
    const { declared } = await declarationOf(this.request, this.built.goPackage);
    const where = declared ? ` (${basename(declared.file)}:${declared.line})` : '';
    const cause = 'it ended early, as after runtime.Goexit, and go test printed 0 iterations';
    return new CaptureError('failed', `No iteration of ${name} was completed: ${cause}${where}.`, declared, stdout);
  }

  /** Runs the benchmark or test while these kinds of profiles are taken. */
  async measure(...kinds: readonly ProfileKind[]): Promise<MeasuredRun> {
    const isFirst = !this.runs.hasRun;
    try {
      const result = await this.runCalibrated(kinds);
      if (!(await this.hasMissedParallel(kinds))) return { kinds, result };
      this.folder.output('The benchmark calls RunParallel in another package; profiling it by duration.\n');
      this.rounds = { ...this.rounds, areOfParallel: true };
      return { kinds, result: await this.run(kinds) };
    } catch (error) {
      throw isFirst ? error : failureIn(kinds, error);
    }
  }

  /**
   * Takes the profiles of an earlier run once more, in a run of the same length: with as many iterations, if their
   * number is known.
   */
  async repeat({ kinds, result }: MeasuredRun): Promise<MeasuredRun> {
    this.iterations ??= fixedIterations(await this.countsIn(result));
    return { kinds, result: await this.run(kinds) };
  }

  private async runCalibrated(kinds: readonly ProfileKind[]): Promise<RunResult> {
    const { calibration } = this;
    if (!calibration || this.runsByDuration(kinds)) return this.run(kinds);
    this.calibration = undefined;
    const short = await this.run(kinds, calibration.benchtime);
    const counts = await this.countsIn(short);
    await this.checkIterations(counts, short.stdout);
    const found = calibrated(counts, calibration);
    this.iterations = found?.iterations;
    if (found?.isDone) return short;
    const result = await this.run(kinds);
    if (!found) return result;
    const enough = recalibrated(await this.countsIn(result), found.iterations, calibration);
    if (enough === undefined) return result;
    this.folder.output('The machine paused while the number of iterations was found; profiling again with more.\n');
    this.iterations = enough;
    return this.run(kinds);
  }

  /**
   * Runs the request's earlier program or the program that was built, once and without a profile. Returns its standard
   * output. Both programs are run directly, with the same flags and environment.
   */
  async turn(side: Side): Promise<string> {
    try {
      await this.runs.begin();
      const env = cpuTimeEnvironment(this.request.cpuTimeUnit);
      const result = await this.runs.ofSide(side, { count: 1 }, [], { env });
      await this.runs.checkTurn(side, result);
      return result.stdout;
    } catch (error) {
      throw this.folder.explained(error);
    }
  }

  /** Whether runs that take these kinds of profiles have a known number of operations. Call after `time`. */
  haveKnownOperations(kinds: readonly ProfileKind[]): boolean {
    return this.iterations !== undefined || (this.runsByDuration(kinds) && this.rounds.counted !== undefined);
  }

  /**
   * Like `measure`, but runs the request's earlier program, for about as long: a short run without a profile finds the
   * number of iterations first. Call after `measure`.
   */
  async measureEarlier(...kinds: readonly ProfileKind[]): Promise<MeasuredRun> {
    try {
      await this.runs.begin();
      this.earlierIterations ??= await this.calibrateEarlier();
      const result = await this.withOwnProfile(kinds, async () => {
        const { env } = await this.asked(kinds);
        const fixed = this.runsByDuration(kinds) ? {} : { benchtime: `${this.earlierIterations}x` };
        const { count = 1 } = this.request;
        return this.withWall(kinds, (more) => {
          return this.runs.ofSide('before', { ...fixed, count }, kinds, { env: { ...env, ...more } });
        });
      });
      await this.runs.checkTurn('before', result);
      return { kinds, result, iterations: this.earlierIterations };
    } catch (error) {
      throw this.folder.explained(error);
    }
  }

  private async calibrateEarlier(): Promise<number | undefined> {
    const calibration = calibrationOf(this.runs.withGoFlags(this.request));
    if (!calibration) return this.iterations;
    const { benchtime } = calibration;
    const short = await this.runs.ofSide('before', { benchtime, count: 1 });
    await this.runs.checkTurn('before', short);
    return calibrated(await this.countsIn(short), calibration)?.iterations ?? this.iterations;
  }

  /** How much longer an operation took in a profiled run than in the timed run. Undefined before `time`. */
  async slowerThanTimed({ result }: MeasuredRun, kind: ProfileKind): Promise<SlowerRun | undefined> {
    return slowerRun(kind, this.timed, await this.countsIn(result));
  }

  /** What `go tool trace` needs to read a trace of this program. */
  get tracing(): Tracing {
    const { target: { name }, go, kinds, maxProfileBytes } = this.request;
    return { name, go, maxProfileBytes, isOnlyKind: kinds.length === 1, signal: this.folder.tool.signal };
  }

  /** Reads one of the profiles of a run; of the kind trace, the trace itself. */
  async readProfile(run: MeasuredRun, kind: ProfileKind): Promise<CapturedProfile> {
    const { result } = run;
    const { target: { name }, maxProfileBytes = Infinity } = this.request;
    const written = { name, kind, file: this.folder.files.profile(kind), output: joinOutput(result) };
    const bytes = await readProfileFile(written, maxProfileBytes, this.folder.tool.signal);
    const counts = await this.countsIn(result);
    const figures = counts.length > 0 && { run: figuresOf(counts) };
    return { kind, bytes, ...figures, ...(await this.roundsOf(run, counts)) };
  }

  private async roundsOf(
    { kinds, iterations: ofEarlier }: MeasuredRun,
    counts: readonly IterationCount[],
  ): Promise<ProfiledRun> {
    if (!this.runsByDuration(kinds)) {
      const fixed = this.areCounted ? 'counted' : (ofEarlier ?? this.iterations);
      const iterations = iterationsOfRounds(counts, fixed, this.request, this.folder.settings);
      return iterations ? { iterations } : {};
    }
    const [baseName] = this.request.target.name.split('/');
    const operations = await this.rounds.counted?.operations(baseName, counts);
    return { byDuration: operations === undefined ? {} : { operations } };
  }

  /**
   * Whether a run with a profile lasts as long as the timed run, instead of repeating its iterations. With
   * `-benchtime=Nx`, RunParallel hands out iterations in other portions: it computes them from the round before, which
   * has a single iteration. Then PB.Next takes most of the time. Allocations do not depend on the portions.
   */
  private runsByDuration(kinds: readonly ProfileKind[]): boolean {
    const isOther = this.request.byDuration === true || (this.rounds.areOfParallel && kinds.some(isTimed));
    return kinds.length > 0 && isOther && !/x$/.test(benchtimeOf(this.request));
  }

  /** Whether the profile of a run with fixed iterations shows that another package calls RunParallel. */
  private async hasMissedParallel(kinds: readonly ProfileKind[]): Promise<boolean> {
    const { target, benchtime, maxProfileBytes = Infinity } = this.request;
    const kind = kinds.find(isTimed);
    const isSuspect = target.kind === 'benchmark' && kind !== undefined && !this.rounds.areOfParallel;
    if (!isSuspect || this.iterations === undefined || /x$/.test(benchtime ?? '')) return false;
    return namesParallel(this.folder.files.profile(kind), maxProfileBytes, this.folder.tool.signal);
  }

  /** Ends processes that still run and removes the temporary folder. */
  close(): Promise<void> {
    return this.folder.close();
  }

  private async run(kinds: readonly ProfileKind[], benchtime?: string): Promise<RunResult> {
    try {
      const result = await this.runChecked(kinds, benchtime);
      if (!this.rate?.isRaised || !(await this.haveLostSamples(kinds))) return result;
      this.folder.output(this.rate.lower());
      const again = await this.runChecked(kinds, benchtime);
      // Otherwise, the time is missing for another reason.
      if (!(await this.haveLostSamples(kinds))) this.request.onSlowTimer?.();
      return again;
    } catch (error) {
      throw this.folder.explained(error);
    }
  }

  private async runChecked(kinds: readonly ProfileKind[], benchtime: string | undefined): Promise<RunResult> {
    await this.runs.begin();
    const result = await this.withOwnProfile(kinds, () => this.runOnce(kinds, benchtime));
    await this.runs.check(result);
    return result;
  }

  private async haveLostSamples(kinds: readonly ProfileKind[]): Promise<boolean> {
    if (!this.rate || !kinds.includes('cpu')) return false;
    const { folder: { files, tool }, request: { maxProfileBytes = Infinity } } = this;
    return this.rate.hasLost(await cpuNanosIn(files.profile('cpu'), maxProfileBytes, tool.signal));
  }

  /** During the run, a child of the program does not write to the program's cpu profile. */
  private async withOwnProfile(kinds: readonly ProfileKind[], run: () => Promise<RunResult>): Promise<RunResult> {
    await removeProfiles(this.folder, kinds);
    // The other kinds are written when the program ends, after its children.
    const own = kinds.includes('cpu') ? new OwnProfile(this.folder.files.profile('cpu')) : undefined;
    try {
      return await run();
    } finally {
      await own?.restore();
    }
  }

  private async countsIn({ stdout }: Pick<RunResult, 'stdout'>): Promise<readonly IterationCount[]> {
    return (await this.request.resultsOf?.(stdout)) ?? [];
  }

  /** Runs the program with the benchtime of the calibration, the fixed number of iterations, or the request's. */
  private async runOnce(kinds: readonly ProfileKind[], calibration: string | undefined): Promise<RunResult> {
    const { benchtime: fixed, env } = await this.asked(kinds);
    const benchtime = calibration ?? fixed;
    const request = { ...this.request, ...(benchtime && { benchtime }), ...(calibration && { count: 1 }) };
    return this.withWall(kinds, (more) => {
      return this.runs.ofBuilt(request, kinds, { env: { ...env, ...more }, onStdout: this.request.onRun?.() });
    });
  }

  private withWall(
    kinds: readonly ProfileKind[],
    run: (env: Readonly<Record<string, string>>) => Promise<RunResult>,
  ): Promise<RunResult> {
    return this.rounds.wall ? this.rounds.wall.run(kinds, this.request, run) : run({});
  }

  /** The fixed number of iterations as a benchtime, if it applies, and the variables of the run. */
  private async asked(kinds: readonly ProfileKind[]) {
    const isByDuration = this.runsByDuration(kinds);
    const benchtime = isByDuration || this.iterations === undefined ? undefined : `${this.iterations}x`;
    const { counted } = this.rounds;
    if (isByDuration) await counted?.begin();
    const rate = kinds.includes('cpu') ? await this.rate?.begin() : undefined;
    return { benchtime, env: { ...(isByDuration && counted?.env), ...rate } };
  }
}

/** What is known of the rounds of a benchmark. */
interface Rounds {
  /** The texts of the package's test files; may be empty if none of them calls RunParallel. */
  readonly texts: readonly string[];
  /** Whether the benchmark calls RunParallel. */
  readonly areOfParallel: boolean;
  /** Set if the program is built so that the rounds of runs by duration are counted. */
  readonly counted?: CountedRounds | undefined;
  /** Set if the program can take wall profiles. */
  readonly wall?: WallRuns | undefined;
}

async function readRounds(request: GoTestRequest, folder: WorkFolder): Promise<Rounds> {
  const isBenchmark = request.target.kind === 'benchmark';
  const texts = isBenchmark ? await testTexts(request.packageDir).catch(() => []) : [];
  const rounds = isBenchmark ? await roundsOf(texts, request, folder) : { texts, areOfParallel: false };
  return { ...rounds, wall: await WallRuns.prepare(withCounts(request, rounds), folder) };
}

function withCounts(request: GoTestRequest, { counted }: Rounds): GoTestRequest {
  return counted?.applied(request) ?? request;
}

/** The request with what Linecost adds to the build. */
function builtAs(request: GoTestRequest, rounds: Rounds): GoTestRequest {
  const counted = withCounts(request, rounds);
  return rounds.wall?.applied(counted) ?? counted;
}

/** @param texts of the package's test files */
async function roundsOf(texts: readonly string[], request: GoTestRequest, folder: WorkFolder): Promise<Rounds> {
  const isParallel = texts.some((text) => text.includes('.RunParallel('));
  if (!isParallel && !request.byDuration && !request.cpuTimeUnit) return { texts: [], areOfParallel: false };
  const areOfParallel = await runsParallel(request, texts, folder);
  return { texts, areOfParallel, counted: await CountedRounds.prepare(request, folder) };
}

function runsParallel({ target }: GoTestRequest, texts: readonly string[], { tool }: WorkFolder): Promise<boolean> {
  return inSlices(runsInParallel(texts, target.name), tool.signal);
}

/** So that a run that writes no profile does not seem to have written that of an earlier run. */
async function removeProfiles({ files }: WorkFolder, kinds: readonly ProfileKind[]): Promise<void> {
  await Promise.all(kinds.map((kind) => rm(files.profile(kind), { force: true })));
}

/** Throws CaptureError if `go test` would run two tests under the target's name. */
async function checkName({ target, packageDir }: GoTestRequest, { goPackage }: BuiltTest): Promise<void> {
  const failure = await sameNameFailure(target, packageDir, goPackage);
  if (failure) throw failure;
}

async function linkStored(program: string, file: string, { target }: GoTestRequest): Promise<void> {
  try {
    await linkFile(program, file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') throw error;
    throw new CaptureError('programGone', `The earlier program of ${target.name} is gone.`, undefined, message);
  }
}

/** The sums over all iterations of all results. */
function figuresOf(counts: readonly IterationCount[]): NonNullable<CapturedProfile['run']> {
  const sum = (figure: string) => counts.reduce((total, { iterations, values }) => {
    return total + iterations * (values.find(({ unit }) => unit === figure)?.value ?? 0);
  }, 0);
  return { timedNanos: sum('ns/op'), allocatedBytes: sum('B/op') };
}

/** Failures whose message already names the kind, or whose cause is not the run. */
const UNCHANGED: readonly CaptureFailure[] = ['noProfile', 'tooLarge', 'diskFull'];

/** Adds the kind of the failed run to a CaptureError; returns UNCHANGED failures and other errors as they are. */
function failureIn(kinds: readonly ProfileKind[], error: unknown): unknown {
  if (!(error instanceof CaptureError) || UNCHANGED.includes(error.failure)) return error;
  const { failure, message, location, detail } = error;
  return new CaptureError(failure, `${message} This was the ${kinds.join(' and ')} run.`, location, detail);
}
