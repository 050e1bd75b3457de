import type { Steps } from '../../profile/common/guard';
import { findInLines } from '../../profile/common/textLines';
import { CaptureError } from '../../common/captureError';
import type { GoTestRequest, ProfileKind } from '../captureTypes';
import { hasFailedRound } from '../failures/failureLog';
import { asGoTestReports, earlyFlagsText, joinOutput, runFailure } from '../failures/runFailure';
import { declarationOf } from '../failures/sameName';
import { missingTest, skippedTest } from '../failures/testNotRun';
import { processLimitMs } from '../failures/timeLimit';
import type { RunOptions, RunResult } from '../../common/processes/runProcess';
import { inSlices } from '../timeSlices';
import { isKnownTestFlag, splitTestFlags } from '../tool/goFlags';
import { Variables } from '../tool/variables';
import { checkProgram, withGoOnPath } from './binaryCopy';
import { type BuiltTest, goPlaces } from './buildTest';
import { earlyFlagParse } from './earlyFlagParse';
import { isRateSet, RATE_REFUSED } from './cpuRate';
import { directArgs, explaining, measureArgs } from './goTestArgs';
import type { Side } from './inTurns';
import { changedSource, checkTurnsPossible, type WorkFolder } from './workFolder';

interface DirectOptions extends Pick<RunOptions, 'onStdout'> {
  /** Further environment variables. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** Runs the program of a test, and the earlier one, and says why a run failed. Throws like GoTest. */
export class ProgramRuns {
  /** -fullpath, since Go 1.21: whole paths in log lines, so that their files can be opened. */
  private readonly fullPath: readonly string[];
  private hasBegun = false;

  constructor(
    private readonly request: GoTestRequest,
    private readonly folder: WorkFolder,
    private readonly built: BuiltTest,
  ) {
    const { goVersion = folder.settings.version } = built;
    const minor = Number(/^go1\.(\d+)/.exec(goVersion)?.[1] ?? (goVersion === '' ? 0 : Infinity));
    this.fullPath = minor >= 21 ? ['-fullpath'] : [];
  }

  /** Whether a run has begun. */
  get hasRun(): boolean {
    return this.hasBegun;
  }

  /**
   * Ends the processes that an earlier run left running. This happens only before the next run, so that the earlier
   * profile is shown first; after the last run, `close` ends them.
   */
  async begin(): Promise<void> {
    if (this.folder.hasRun) await this.folder.endStrays();
    this.folder.hasRun = this.hasBegun = true;
  }

  /**
   * Runs the program that was built, as `go test` would. It is started directly, because `go test` first looks for
   * changes, which takes about as long as a build. With -exec, which only `go test` applies, throws if that has built
   * another program.
   */
  async ofBuilt(
    request: GoTestRequest,
    kinds: readonly ProfileKind[],
    { env, onStdout }: DirectOptions = {},
  ): Promise<RunResult> {
    const { folder, built: { compiled, copy } } = this;
    const { name } = request.target;
    if (copy) {
      const args = measureArgs(request, folder.files, kinds, this.fullPath);
      const variables = { ...this.request.runVariables, ...env };
      const result = await folder.go(args, { ...this.timeout(), env: variables, onStdout });
      if (await copy.isCurrent(result, folder.tool.signal)) return result;
      throw changedSource(name);
    }
    await checkProgram(folder.files.program, name);
    if (await compiled.haveChanged()) {
      folder.output('The source has changed since the build; the program that was built is measured.\n');
    }
    const args = directArgs(this.withGoFlags(request), folder.files, kinds, this.fullPath);
    return this.runDirectly(folder.files.program, args, { env, onStdout });
  }

  /** Runs the program that was built or the earlier one, both in the same way, while these profiles are taken. */
  async ofSide(
    side: Side,
    asked: Pick<GoTestRequest, 'benchtime' | 'count'>,
    kinds: readonly ProfileKind[] = [],
    options: DirectOptions = {},
  ): Promise<RunResult> {
    const { files } = this.folder;
    const program = side === 'now' ? files.program : files.earlier;
    // For a request with an earlier program, `build` has already refused -exec.
    checkTurnsPossible(this.request, this.folder);
    await checkProgram(program, this.request.target.name);
    // The earlier program may have been built by a Go release without -fullpath.
    const fullPath = side === 'now' ? this.fullPath : [];
    const request = this.withGoFlags({ ...this.request, ...asked });
    return this.runDirectly(program, directArgs(request, files, kinds, fullPath), options);
  }

  /** The request with the test flags from GOFLAGS, which `go test` would add. */
  withGoFlags(request: GoTestRequest): GoTestRequest {
    const { testArgs } = splitTestFlags(this.folder.settings.goflags.split(/\s+/).filter((word) => word !== ''));
    const { go } = request;
    return { ...request, go: { ...go, testArgs: [...testArgs.filter(isKnownTestFlag), ...go.testArgs] } };
  }

  /** Throws why a run of `ofSide` failed, if it did. */
  async checkTurn(side: Side, result: RunResult): Promise<void> {
    const { target } = this.request;
    const failure = await this.failureOf(result);
    if (failure) {
      // The source may have changed since the earlier program was built, so its lines may be wrong.
      const { failure: kind, message, location, detail } = failure;
      throw new CaptureError(kind, message, side === 'now' ? location : undefined, detail);
    }
    if (await this.read(hasRunTarget(target, result))) return;
    throw new CaptureError('noMatch', `${target.name} has printed no result.`, undefined, joinOutput(result));
  }

  /** Throws why a run of `ofBuilt` failed, or did not run the target. */
  async check(result: RunResult): Promise<void> {
    const { target } = this.request;
    const { settings } = this.folder;
    const { goPackage } = this.built;
    const places = goPlaces(this.request, goPackage, settings.goroot);
    const failure = await this.failureOf(result);
    if (failure) throw failure;
    if (await this.read(hasRunTarget(target, result))) return;
    const explained = target.kind === 'benchmark' ? await this.explain() : result;
    const [baseName] = target.name.split('/') as [string];
    const skipped =
      (await this.read(skippedTest(target.name, explained, places))) ??
      (await this.read(skippedTest(baseName, explained, places)));
    throw skipped ?? (await missingTest(this.request, settings, goPackage, joinOutput(explained)));
  }

  private async runDirectly(
    program: string,
    args: readonly string[],
    { env: more, onStdout }: DirectOptions = {},
  ): Promise<RunResult> {
    const { folder } = this;
    const variables = new Variables(withGoOnPath(folder.tool.env, folder.settings.goroot), process.platform);
    for (const [name, value] of Object.entries({ ...this.request.runVariables, ...more })) variables.set(name, value);
    const env = variables.all();
    const tool = { ...folder.tool, file: program, env };
    const leaveOut = isRateSet(more) ? RATE_REFUSED : undefined;
    const options = { ...this.timeout(), onStdout, leaveOut, isGoProgram: true };
    return asGoTestReports(await folder.run(tool, [program, ...args], options));
  }

  /** Why a run failed; undefined if it has not failed. */
  private async failureOf(result: RunResult): Promise<CaptureError | undefined> {
    const { target, timeoutSeconds } = this.request;
    const hasEnded = result.exitCode === 0 && !result.timedOut;
    if (hasEnded && !(await this.read(hasFailedRound(target, result.stdout)))) return undefined;
    const places = goPlaces(this.request, this.built.goPackage, this.folder.settings.goroot);
    const { go: { testArgs } } = this.request;
    const found = await declarationOf(this.request, this.built.goPackage);
    const run = { name: target.name, kind: target.kind, timeoutSeconds, places, testArgs, ...found };
    const failure = await this.read(runFailure(result, run));
    return failure.failure === 'earlyFlags' ? this.withParse(failure) : failure;
  }

  /** Adds the place at which the command line is parsed to the failure, if it is found. */
  private async withParse(failure: CaptureError): Promise<CaptureError> {
    const { tool, settings: { goroot } } = this.folder;
    const place = await earlyFlagParse(tool, this.request.go.buildFlags, goroot);
    if (!place) return failure;
    const text = earlyFlagsText(this.request.target.name, place);
    return new CaptureError(failure.failure, text, { ...place, column: 1 }, failure.detail);
  }

  /** Runs the benchmark with -v: only then does Go print that a benchmark called Skip. */
  private async explain(): Promise<RunResult> {
    await this.begin();
    return this.ofBuilt(explaining(this.request), []);
  }

  private timeout(): Pick<RunOptions, 'timeoutMs'> {
    const { timeoutSeconds, target } = this.request;
    return { timeoutMs: processLimitMs(timeoutSeconds, target.kind) };
  }

  /** Runs steps over the output, which may be long, in slices. */
  private read<T>(steps: Steps<T>): Promise<T> {
    return inSlices(steps, this.folder.tool.signal);
  }
}

/**
 * Whether a run with exit code 0 has run the target, that is, has printed a benchmark's result line or, with -v, the
 * `--- PASS` line of a test.
 */
function* hasRunTarget({ kind, name }: GoTestRequest['target'], { stdout }: RunResult): Steps<boolean> {
  if (kind !== 'benchmark') return stdout.includes(`--- PASS: ${name} (`);
  // With -benchmem, every result line ends like this.
  const isResult = (line: string) => /\t *\d+ allocs\/op$/.test(line.trimEnd()) || undefined;
  return (yield* findInLines(stdout, isResult, { having: ' allocs/op' })) === true;
}
