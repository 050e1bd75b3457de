import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, resolve } from 'node:path';
import type { Steps } from '../../profile/work/guard';
import { findInLines } from '../../profile/work/textLines';
import { compileFailure } from '../failures/compileFailure';
import { CompiledTexts } from './compiledTexts';
import {
  CaptureError,
  type CaptureFailure,
  type GoTestBuild,
  type GoTestEvents,
  type GoTestOutcome,
  type GoTestRequest,
  type ProfileKind,
} from '../contracts';
import { fullDiskError, fullDiskOf, isDiskFull } from '../failures/fullDisk';
import type { GoPlaces } from '../failures/goPlaces';
import {
  buildArgs,
  commandLine,
  directArgs,
  explainArgs,
  goTestFiles,
  measureArgs,
  type GoTestFiles,
} from './goTestArgs';
import { goTool, readGoPackage, readGoSettings, runGo, type GoPackage, type GoSettings, type GoTool } from '../goCommand/goTool';
import { KeptBinary, linkFile, withGoOnPath } from './keptBinary';
import { limitedOutput } from './limitedOutput';
import { missingTest, skippedTest } from '../failures/missingTest';
import type { RunOptions, RunResult } from '../processes/process';
import { isRegular, NotRegularError, readRegular, TooLargeError } from './regularFile';
import { joinOutput, runFailure } from '../failures/runFailure';
import { inSlices } from '../slices';
import { endStrays, killAtExit, markOf, straysText } from '../processes/strays';
import { withTempDir } from '../processes/tempDir';

/** Beyond its own -timeout, which `go test` applies to tests but not to benchmarks. */
const TIMEOUT_MARGIN_MS = 5000;
/** Of a program whose sources change while it is built. */
const MOST_BUILDS = 3;
/** Profiling of these kinds slows the measured code least to most. */
const BY_DISTURBANCE: readonly ProfileKind[] = ['cpu', 'mutex', 'memory', 'block'];

/**
 * Builds the package's test binary once and runs `go test` for the target once a kind, in the order asked. A benchmark
 * runs without a profile first: its result is not disturbed then, and where it is the only (sub-)benchmark, its
 * iterations are those of all later runs, so that the operations in a profile are known.
 *
 * Throws CaptureError for all that can be said in a sentence, and `signal.reason` on abort, when every process that was
 * started is gone. Nothing stays in the temporary folder either way.
 */
export async function runGoTest(
  request: GoTestRequest,
  events: GoTestEvents,
  signal: AbortSignal,
): Promise<GoTestOutcome> {
  signal.throwIfAborted();
  events.stage({ kind: 'building' });
  const tool = goTool(request.go, request.packageDir, signal);
  const settings = await readGoSettings(tool);
  const root = settings.tmpdir === '' ? tmpdir() : resolve(request.packageDir, settings.tmpdir);
  const run = withTempDir(
    async (folder) => {
      // Go's own temporary folder, and that of b.TempDir: a run that is killed cannot remove them itself.
      const mark = markOf(folder);
      const { name, value: work } = mark.variable;
      await mkdir(work);
      const env = { ...tool.env, [name]: work, GOFLAGS: withoutJson(settings.goflags) };
      const files = goTestFiles(folder, process.platform);
      const endLeft = async (): Promise<void> => {
        const said = straysText(await endStrays(mark, !signal.aborted), signal.aborted);
        if (said !== '') events.output(said);
      };
      const endsAtExit = killAtExit(mark);
      try {
        return await new GoTestRun(request, limitedOutput(events), { ...tool, env }, settings, files, endLeft).run();
      } finally {
        await endLeft();
        endsAtExit();
      }
    },
    root,
  );
  return run.catch((error: unknown) => {
    throw tempFailure(error, root, settings.tmpdir !== '');
  });
}

/** Says what is wrong with the folder for temporary files, where that is what has failed. */
function tempFailure(error: unknown, root: string, isChosen: boolean): unknown {
  const full = fullDiskOf(error, root);
  if (full !== undefined) return full;
  if (!(error instanceof Error) || (error as NodeJS.ErrnoException).syscall !== 'mkdtemp') return error;
  const { code = '' } = error as NodeJS.ErrnoException;
  const reasons: Record<string, string> = { ENOENT: 'does not exist', ENOTDIR: 'is no folder' };
  const what = isChosen ? `GOTMPDIR is ${root}, which` : `The folder for temporary files, ${root},`;
  const advice = 'make it, or set GOTMPDIR in linecost.go.env to a folder that can be written to';
  const message = `${what} ${reasons[code] ?? `cannot be written to (${code})`}: ${advice}.`;
  return new CaptureError('failed', message, undefined, error.message);
}

/** GOFLAGS may also come from `go env -w`, where the settings cannot take -json out. */
function withoutJson(goflags: string): string {
  return goflags.replace(/(^|\s)--?json(=\S*)?(?=\s|$)/g, '').trim();
}

interface Measured {
  readonly kind: ProfileKind;
  readonly output: string;
}

/** One run of the test binary. */
interface PlannedRun {
  /** undefined: without a profile. */
  readonly kind: ProfileKind | undefined;
  /** As `-benchtime=Nx`; undefined: as the request says. */
  readonly iterations?: number;
}

class GoTestRun {
  private readonly fullPath: readonly string[];
  private compiled!: CompiledTexts;
  private kept!: KeptBinary;

  constructor(
    private readonly request: GoTestRequest,
    private readonly events: GoTestEvents,
    private readonly tool: GoTool,
    private readonly settings: GoSettings,
    private readonly files: GoTestFiles,
    /** Ends what a run has left running: it would disturb the next one. */
    private readonly endLeft: () => Promise<void>,
  ) {
    // Whole paths in log lines, so that they can be opened; since Go 1.21.
    const minor = Number(/^go1\.(\d+)/.exec(settings.version)?.[1] ?? Infinity);
    this.fullPath = minor >= 21 ? ['-fullpath'] : [];
  }

  async run(): Promise<GoTestOutcome> {
    const goPackage = readGoPackage(this.tool, this.request.go.buildFlags);
    const linesMayBeOff = await this.build(goPackage);
    const { importPath, modulePath, moduleDir } = await goPackage;
    const built: GoTestBuild = { importPath, modulePath, moduleDir, texts: this.compiled.texts, linesMayBeOff };
    await this.leaveProgram();
    this.events.built(built);
    return { ...built, output: await this.runAll(await goPackage) };
  }

  /** Returns the output whose figures are shown. */
  private async runAll(goPackage: GoPackage): Promise<string> {
    const kinds = [...new Set(this.request.kinds)];
    const timed = this.request.target.kind === 'benchmark' ? await this.time(goPackage) : undefined;
    const iterations = timed === undefined ? undefined : await this.commonIterations(timed);
    const measured: Measured[] = [];
    for (const [i, kind] of kinds.entries()) {
      this.events.stage({ kind: 'measuring', profile: kind, run: i + 1, runs: kinds.length });
      try {
        measured.push(await this.measure({ kind, iterations }, kind, goPackage));
      } catch (error) {
        throw i === 0 && timed === undefined ? error : failureIn(kind, error);
      }
    }
    return timed ?? leastDisturbed(measured);
  }

  /**
   * Builds until the texts that were read are those that were compiled. Returns whether that cannot be told, because
   * the sources have changed during each build.
   */
  private async build(goPackage: Promise<GoPackage>): Promise<boolean> {
    for (let round = 1; ; round++) {
      const { buildFlags } = this.request.go;
      const startedAt = Date.now();
      const reading = CompiledTexts.read(this.tool, buildFlags, this.request.sourceFolders ?? []);
      // The first build need not wait for `go list`: the times of the files tell whether they changed after its start.
      if (round > 1) await reading;
      const building = this.go(buildArgs(this.request, this.files));
      // All must have ended before a failure of one lets the temporary folder go.
      await Promise.allSettled([goPackage, reading, building]);
      await this.checkBuilt(await building, await goPackage);
      this.compiled = await reading;
      this.kept = await KeptBinary.keep(this.files);
      const isSure = await (round > 1 ? this.compiled.areUnchanged() : this.compiled.areUnchangedSince(startedAt));
      if (isSure || round === MOST_BUILDS) return !isSure;
      this.events.output('The source changed while it was built; it is built again.\n');
    }
  }

  /** The figures are worth having without it. */
  private async leaveProgram(): Promise<void> {
    const { programFile } = this.request;
    if (programFile === undefined) return;
    await linkFile(this.files.kept, programFile).catch(() => rm(programFile, { force: true })).catch(() => undefined);
  }

  private async checkBuilt(built: RunResult, goPackage: GoPackage): Promise<void> {
    const output = joinOutput(built);
    if (built.exitCode === 0 && !output.includes('[no test files]')) return;
    const missing = await missingTest(this.request, this.settings, goPackage, output);
    // Whatever else keeps the package from being built, its own words are the better answer.
    if (built.exitCode === 0 || missing.location !== undefined) throw missing;
    throw await this.read(compileFailure(this.request.target.name, output, this.places(goPackage)));
  }

  /** Runs the benchmark without a profile and returns what it prints. */
  private async time(goPackage: GoPackage): Promise<string> {
    this.events.stage({ kind: 'timing' });
    const result = await this.runOnce({ kind: undefined });
    await this.endLeft();
    await this.checkRun(result, goPackage);
    await this.events.timed(result.stdout);
    return result.stdout;
  }

  /** The most iterations of any result; undefined where several sub-benchmarks have run. */
  private async commonIterations(output: string): Promise<number | undefined> {
    const results = (await this.request.resultsOf?.(output)) ?? [];
    const names = new Set(results.map(({ subName }) => subName));
    return names.size === 1 ? results.reduce((most, { iterations }) => Math.max(most, iterations), 0) : undefined;
  }

  private async measure(run: PlannedRun, kind: ProfileKind, goPackage: GoPackage): Promise<Measured> {
    const result = await this.runOnce(run);
    await this.endLeft();
    await this.checkRun(result, goPackage);
    this.events.stage({ kind: 'reading', profile: kind });
    const bytes = await this.readProfile(kind, result);
    await this.events.captured({ kind, bytes, iterations: await this.iterationsOf(result, run) });
    return { kind, output: result.stdout };
  }

  private async readProfile(kind: ProfileKind, result: RunResult): Promise<Uint8Array> {
    const { target: { name }, mostProfileBytes = Infinity } = this.request;
    const file = this.files.profile(kind);
    const output = joinOutput(result);
    try {
      const bytes = await readRegular(file, mostProfileBytes, this.tool.signal);
      // Go writes cpu profiles without a word where there is no room.
      if (await isDiskFull(dirname(file))) throw fullDiskError(file, output);
      if (bytes.length > 0) return bytes;
    } catch (error) {
      if (error instanceof TooLargeError) throw tooLarge(name, kind, error.size, mostProfileBytes);
      if (error instanceof NotRegularError) throw notRegular(name, kind, output);
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    throw await this.read(noProfile(name, kind, output));
  }

  /** undefined also where a benchmark prints what is no result of its own. */
  private async iterationsOf(
    { stdout }: RunResult,
    { iterations }: PlannedRun,
  ): Promise<readonly number[] | undefined> {
    const counts = ((await this.request.resultsOf?.(stdout)) ?? []).map((result) => result.iterations);
    const areFixed = iterations !== undefined && counts.length > 0 && counts.every((count) => count === iterations);
    return areFixed ? counts : undefined;
  }

  /** All runs measure the program that was built, also when the user goes on typing meanwhile. */
  private async runOnce({ kind, iterations }: PlannedRun): Promise<RunResult> {
    const request = iterations === undefined ? this.request : { ...this.request, benchtime: `${iterations}x` };
    const isStale = await this.compiled.haveChanged();
    if (!isStale || this.hasExecWrapper()) {
      const result = await this.go(measureArgs(request, this.files, kind, this.fullPath), this.timeout());
      if (await this.kept.isCurrent(result, this.tool.signal)) return result;
    }
    const { name } = this.request.target;
    if (this.hasExecWrapper()) throw new CaptureError('failed', `The source of ${name} changed meanwhile: profile it again.`);
    if (!(await isRegular(this.files.kept))) {
      throw new CaptureError('failed', `The program of ${name} is gone: does it remove or replace its own files?`);
    }
    const args = directArgs(request, this.files, kind, this.fullPath);
    this.events.output('The source has changed meanwhile; the program is measured as it was.\n');
    this.events.output(`$ ${commandLine([this.files.kept, ...args])}\n`);
    const tool = { ...this.tool, file: this.files.kept, env: withGoOnPath(this.tool.env, this.settings.goroot) };
    return runGo(tool, args, { ...this.timeout(), onOutput: (text) => this.events.output(text) });
  }

  private hasExecWrapper(): boolean {
    const isExec = (flag: string): boolean => /^--?exec(=|$)/.test(flag);
    return [...this.request.go.buildFlags, ...this.settings.goflags.split(/\s+/)].some(isExec);
  }

  private async checkRun(result: RunResult, goPackage: GoPackage): Promise<void> {
    const { target, timeoutSeconds } = this.request;
    const places = this.places(goPackage);
    if (result.exitCode !== 0 || result.timedOut) {
      throw await this.read(runFailure(result, { name: target.name, kind: target.kind, timeoutSeconds, places }));
    }
    if (await this.read(hasRun(target, result))) return;
    const explained = target.kind === 'benchmark' ? await this.explain() : result;
    const [baseName] = target.name.split('/') as [string];
    const skipped =
      (await this.read(skippedTest(target.name, explained, places))) ??
      (await this.read(skippedTest(baseName, explained, places)));
    throw skipped ?? (await missingTest(this.request, this.settings, goPackage, joinOutput(explained)));
  }

  /** A benchmark that calls Skip says so with -v only. */
  private explain(): Promise<RunResult> {
    return this.go(explainArgs(this.request, this.files, this.fullPath), this.timeout());
  }

  private timeout(): Pick<RunOptions, 'timeoutMs'> {
    const { timeoutSeconds, target } = this.request;
    if (timeoutSeconds <= 0) return {};
    return { timeoutMs: timeoutSeconds * 1000 + (target.kind === 'benchmark' ? 0 : TIMEOUT_MARGIN_MS) };
  }

  private go(args: readonly string[], options: Pick<RunOptions, 'timeoutMs'> = {}): Promise<RunResult> {
    this.events.output(`$ ${commandLine(['go', ...args])}\n`);
    return runGo(this.tool, args, { ...options, onOutput: (text) => this.events.output(text) });
  }

  /** Reads what was printed, which may be long. */
  private read<T>(steps: Steps<T>): Promise<T> {
    return inSlices(steps, this.tool.signal);
  }

  private places({ modulePath, moduleDir }: GoPackage): GoPlaces {
    return { packageDir: this.request.packageDir, modulePath, moduleDir, goroot: this.settings.goroot };
  }
}

/** Whether a run that ended well has run the target: a benchmark has result lines, a test is named with -v. */
function* hasRun({ kind, name }: GoTestRequest['target'], { stdout }: RunResult): Steps<boolean> {
  if (kind !== 'benchmark') return stdout.includes(`--- PASS: ${name.split('/')[0]} (`);
  // What -benchmem adds ends every result line.
  const isResult = (line: string) => /\t *\d+ allocs\/op$/.test(line.trimEnd()) || undefined;
  return (yield* findInLines(stdout, isResult, { having: ' allocs/op' })) === true;
}

/** These name the kind themselves, or are no run's fault. */
const UNCHANGED: readonly CaptureFailure[] = ['noProfile', 'tooLarge', 'diskFull'];

/** Says which run failed; a cancelled one stays as it is. */
function failureIn(kind: ProfileKind, error: unknown): unknown {
  if (!(error instanceof CaptureError) || UNCHANGED.includes(error.failure)) return error;
  const { failure, message, location, detail } = error;
  return new CaptureError(failure, `${message} It was the ${kind} run.`, location, detail);
}

function leastDisturbed(measured: readonly Measured[]): string {
  const order = ({ kind }: Measured): number => BY_DISTURBANCE.indexOf(kind);
  return [...measured].sort((a, b) => order(a) - order(b))[0]?.output ?? '';
}

function* noProfile(name: string, kind: ProfileKind, output: string): Steps<CaptureError> {
  const isSaid = (line: string) => (/^testing: can't (?:start|write) /.test(line) ? line : undefined);
  const said = yield* findInLines(output, isSaid, { having: "testing: can't " });
  const reason = said ?? 'does its TestMain call m.Run and os.Exit?';
  return new CaptureError('noProfile', `${name} ran, but wrote no ${kind} profile: ${reason}.`, undefined, output);
}

function notRegular(name: string, kind: ProfileKind, output: string): CaptureError {
  const message = `${name} ran, but what stands in the place of its ${kind} profile is not a file: what does its TestMain do?`;
  return new CaptureError('noProfile', message, undefined, output);
}

function tooLarge(name: string, kind: ProfileKind, bytes: number, most: number): CaptureError {
  const limit = Number.isFinite(most) ? `, and linecost.limits.memory allows ${megabytes(most)}` : '';
  const advice = 'raise that limit, or profile fewer iterations (linecost.profile.benchtime)';
  const message = `The ${kind} profile of ${name} takes ${megabytes(bytes)} on disk${limit}: ${advice}.`;
  return new CaptureError('tooLarge', message);
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 2 ** 20).toLocaleString('en')} MB`;
}
