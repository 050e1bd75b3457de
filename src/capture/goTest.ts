import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { compileFailure } from './compileFailure';
import {
  CaptureError,
  type GoTestEvents,
  type GoTestOutcome,
  type GoTestRequest,
  type ProfileKind,
} from './contracts';
import type { GoPlaces } from './goPlaces';
import {
  buildArgs,
  commandLine,
  directArgs,
  explainArgs,
  goTestFiles,
  measureArgs,
  type GoTestFiles,
} from './goTestArgs';
import { goTool, readGoPackage, readGoSettings, runGo, type GoPackage, type GoSettings, type GoTool } from './goTool';
import { KeptBinary, moveFile, withGoOnPath } from './keptBinary';
import { limitedOutput } from './limitedOutput';
import { missingTest, skippedTest } from './missingTest';
import type { RunOptions, RunResult } from './process';
import { joinOutput, runFailure } from './runFailure';
import { withTempDir } from './tempDir';

/** Beyond its own -timeout, which `go test` applies to tests but not to benchmarks. */
const TIMEOUT_MARGIN_MS = 5000;
/** Profiling of these kinds slows the measured code least to most. */
const BY_DISTURBANCE: readonly ProfileKind[] = ['cpu', 'mutex', 'memory', 'block'];

/**
 * Builds the package's test binary once and runs `go test` for the target once a kind, in the order asked.
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
  return withTempDir(
    async (folder) => {
      // Go's own temporary folder, and that of b.TempDir: a run that is killed cannot remove them itself.
      const work = join(folder, 'work');
      await mkdir(work);
      const env = { ...tool.env, GOTMPDIR: work, GOFLAGS: withoutJson(settings.goflags) };
      const files = goTestFiles(folder, process.platform);
      return new GoTestRun(request, limitedOutput(events), { ...tool, env }, settings, files).run();
    },
    settings.tmpdir === '' ? undefined : settings.tmpdir,
  );
}

/** GOFLAGS may also come from `go env -w`, where the settings cannot take -json out. */
function withoutJson(goflags: string): string {
  return goflags.replace(/(^|\s)--?json(=\S*)?(?=\s|$)/g, '').trim();
}

interface Measured {
  readonly kind: ProfileKind;
  readonly output: string;
}

class GoTestRun {
  private readonly fullPath: readonly string[];
  private kept: KeptBinary | undefined;

  constructor(
    private readonly request: GoTestRequest,
    private readonly events: GoTestEvents,
    private readonly tool: GoTool,
    private readonly settings: GoSettings,
    private readonly files: GoTestFiles,
  ) {
    // Whole paths in log lines, so that they can be opened; since Go 1.21.
    const minor = Number(/^go1\.(\d+)/.exec(settings.version)?.[1] ?? Infinity);
    this.fullPath = minor >= 21 ? ['-fullpath'] : [];
  }

  async run(): Promise<GoTestOutcome> {
    const kinds = [...new Set(this.request.kinds)];
    const described = readGoPackage(this.tool, this.request.go.buildFlags);
    const building = this.go(buildArgs(this.request, this.files));
    // Both must have ended before a failure of one lets the temporary folder go.
    await Promise.allSettled([described, building]);
    const [goPackage, built] = [await described, await building];
    await this.checkBuilt(built, goPackage);
    const measured: Measured[] = [];
    for (const kind of kinds) {
      measured.push(await this.measure(kind, goPackage));
      if (kinds.length > 1) this.kept ??= await KeptBinary.keep(this.files);
    }
    await this.leaveProgram();
    const { importPath, modulePath, moduleDir } = goPackage;
    return {
      output: leastDisturbed(measured),
      importPath,
      modulePath,
      moduleDir,
    };
  }

  /** The figures are worth having without it. */
  private async leaveProgram(): Promise<void> {
    const { programFile } = this.request;
    if (programFile === undefined) return;
    const measured = this.kept === undefined ? this.files.binary : this.files.kept;
    await moveFile(measured, programFile).catch(() => rm(programFile, { force: true })).catch(() => undefined);
  }

  private async checkBuilt(built: RunResult, goPackage: GoPackage): Promise<void> {
    const output = joinOutput(built);
    if (built.exitCode === 0 && !output.includes('[no test files]')) return;
    const missing = await missingTest(this.request, this.settings, goPackage, output);
    // Whatever else keeps the package from being built, its own words are the better answer.
    if (built.exitCode === 0 || missing.location !== undefined) throw missing;
    throw compileFailure(this.request.target.name, output, this.places(goPackage));
  }

  private async measure(kind: ProfileKind, goPackage: GoPackage): Promise<Measured> {
    this.events.stage({ kind: 'measuring', profile: kind });
    const result = await this.runKind(kind);
    await this.checkRun(result, goPackage);
    this.events.stage({ kind: 'reading', profile: kind });
    const bytes = await readFile(this.files.profile(kind)).catch(() => new Uint8Array());
    if (bytes.length === 0) throw noProfile(this.request.target.name, kind, joinOutput(result));
    this.events.captured({ kind, bytes });
    return { kind, output: result.stdout };
  }

  /** All kinds measure the same program, also when the user goes on typing meanwhile. */
  private async runKind(kind: ProfileKind): Promise<RunResult> {
    const result = await this.go(measureArgs(this.request, this.files, kind, this.fullPath), this.timeout());
    if (this.kept === undefined || (await this.kept.isCurrent(result))) return result;
    const { name } = this.request.target;
    if (this.hasExecWrapper()) throw new CaptureError('failed', `The source of ${name} changed meanwhile: profile it again.`);
    const args = directArgs(this.request, this.files, kind, this.fullPath);
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
      throw runFailure(result, { name: target.name, kind: target.kind, timeoutSeconds, places });
    }
    if (hasRun(target, result)) return;
    const explained = target.kind === 'benchmark' ? await this.explain() : result;
    const skipped = skippedTest(target.name, explained, places);
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

  private places({ modulePath, moduleDir }: GoPackage): GoPlaces {
    return { packageDir: this.request.packageDir, modulePath, moduleDir, goroot: this.settings.goroot };
  }
}

/** Whether a run that ended well has run the target: a benchmark has result lines, a test is named with -v. */
function hasRun({ kind, name }: GoTestRequest['target'], { stdout }: RunResult): boolean {
  // What -benchmem adds ends every result line.
  if (kind === 'benchmark') return /\t *\d+ allocs\/op\s*$/m.test(stdout);
  return stdout.includes(`--- PASS: ${name.split('/')[0]} (`);
}

function leastDisturbed(measured: readonly Measured[]): string {
  const order = ({ kind }: Measured): number => BY_DISTURBANCE.indexOf(kind);
  return [...measured].sort((a, b) => order(a) - order(b))[0]?.output ?? '';
}

function noProfile(name: string, kind: ProfileKind, output: string): CaptureError {
  const said = /^testing: can't (?:start|write) .*$/m.exec(output)?.[0];
  const reason = said === undefined ? 'does its TestMain call m.Run and os.Exit?' : said;
  return new CaptureError('noProfile', `${name} ran, but wrote no ${kind} profile: ${reason}.`, undefined, output);
}
