import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { CaptureError, type FailureLocation } from '../../common/captureError';
import type { GoProgramBuild, GoProgramRequest, ProgramKind } from '../captureTypes';
import { type GoPlaces, panicLocation } from '../failures/goPlaces';
import { joinOutput } from '../failures/runFailure';
import { gitStateOf, readGitState } from '../gitState';
import { buildFailure, buildUnchanged, describeBuild, goPlaces, linkProgram } from '../test/buildTest';
import { CompiledTexts } from '../test/compiledTexts';
import { testEnvironment } from '../test/testEnvironment';
import { WorkFolder, type WriteOutput } from '../test/workFolder';
import { inSlices } from '../timeSlices';
import { flagValue, splitGoflags, withoutFlag } from '../tool/goFlags';
import { type GoPackage, readGoPackage } from '../tool/goTool';
import { isDownloaded, minorOf, replacedByUser, writeOverlay } from '../tool/overlay';
import { agentText, MIN_GO_MINOR } from './agentText';
import { RunFolder } from './runFolder';
import { sharedCpuProfile } from './sharedCpuProfile';

/**
 * A package main, built with an agent that profiles it: `build` → `newRun` for each run → `close`. The agent is added
 * by -overlay, so the user's files are not touched.
 *
 * All methods throw CaptureError, with a sentence for the user, and `signal.reason` on abort.
 */
export class ProgramBuild {
  private runs = 0;

  private constructor(
    private readonly folder: WorkFolder,
    readonly build: GoProgramBuild,
    /** Absolute path. */
    readonly program: string,
    /** Begins the names of the agent's functions: `main.linecost1a2b3c4d`. */
    readonly agentPrefix: string,
    private readonly places: GoPlaces,
  ) {}

  static async build(request: GoProgramRequest, output: WriteOutput, signal: AbortSignal): Promise<ProgramBuild> {
    const folder = await WorkFolder.open(request, output, signal);
    const { cwd, env } = folder.tool;
    const readingGit = readGitState(cwd, env, signal);
    try {
      const { packageDir, go } = request;
      const { settings, tool } = folder;
      checkRelease(settings.version, basename(packageDir));
      const goPackage = await readGoPackage(tool, go.buildFlags);
      // `//go:build ignore` in a file that is run alone, by its name.
      const isAlone = goPackage.ignoredFiles.includes(basename(request.mainFile));
      if (!isAlone) checkMain(goPackage, packageDir);
      const title = isAlone ? basename(request.mainFile, '.go') : titleOf(goPackage, packageDir);
      const places = goPlaces(request, goPackage, settings.goroot);
      const prefix = `linecost${createHash('sha256').update(packageDir).digest('hex').slice(0, 8)}`;
      const { overlay, sharesCpuProfile } = await writeAgent(request, folder, prefix);
      const program = join(dirname(folder.files.program), title + (settings.goos === 'windows' ? '.exe' : ''));
      await mkdir(dirname(program), { recursive: true });
      const read = () => CompiledTexts.read(tool, go.buildFlags, request.sourceFolders ?? [], {
        program: isAlone ? request.mainFile : '.',
      });
      const { compiled, linesMayBeOff } = await buildUnchanged(folder, read, async () => {
        const built = isAlone ? [request.mainFile, agentFile(request, prefix)] : ['.'];
        const result = await folder.go(['build', '-o', program, ...buildFlags(request, folder, overlay), ...built]);
        if (result.exitCode !== 0) throw await buildFailure(title, joinOutput(result), places, folder);
      });
      await linkProgram(request, program);
      const environment = await testEnvironment(request, goPackage, folder);
      const reading = await readingGit;
      const git = reading && gitStateOf(reading, compiled.paths, cwd, compiled.texts);
      const build: GoProgramBuild = {
        ...describeBuild({ goPackage, compiled, linesMayBeOff }),
        title,
        goVersion: settings.version,
        goExperiment: settings.experiment,
        environment,
        flags: go.buildFlags,
        sharesCpuProfile,
        ...(git && { git }),
      };
      return new ProgramBuild(folder, build, program, `main.${prefix}`, places);
    } catch (error) {
      await readingGit;
      await folder.close();
      throw folder.explained(error);
    }
  }

  /** Makes the folder of a run. Throws the system's error. */
  newRun(kinds: readonly ProgramKind[]): Promise<RunFolder> {
    return RunFolder.make(join(dirname(this.folder.files.binary), `run${this.runs++}`), kinds);
  }

  /** Where the user's code panicked, from what Go printed; undefined if no frame is of the user's code. */
  panicPlace(text: string): Promise<FailureLocation | undefined> {
    return inSlices(panicLocation(text, this.places), this.folder.tool.signal);
  }

  /** Removes the program and what its runs have written. Processes that it has left go on. */
  async close(): Promise<void> {
    await this.folder.remove();
  }
}

function checkRelease(version: string, name: string): void {
  if (minorOf(version) >= MIN_GO_MINOR) return;
  throw new CaptureError('failed', `${name} cannot be profiled with ${version}: Go 1.${MIN_GO_MINOR} or newer is needed.`);
}

function checkMain({ name, importPath }: GoPackage, packageDir: string): void {
  // Without a name, the build says what is wrong with the package.
  if (name === 'main' || name === '') return;
  const what = importPath || packageDir;
  throw new CaptureError('noMatch', `${what} is package ${name}: only a package main can be run. Profile a test or a benchmark of it instead.`);
}

/** The program's name, as `go build` chooses it: `caddy` for `example.com/cmd/caddy` and `example.com/caddy/v2`. */
function titleOf({ importPath }: GoPackage, packageDir: string): string {
  const parts = importPath.split('/').filter((part) => part !== '');
  if (importPath === 'command-line-arguments' || parts.length === 0) return basename(packageDir);
  const last = parts.at(-1)!;
  return /^v\d+$/.test(last) && parts.length > 1 ? parts.at(-2)! : last;
}

/** Before the program's own files by name, so that its init runs before theirs. */
function agentFile({ packageDir }: GoProgramRequest, prefix: string): string {
  return join(packageDir, `0_${prefix}.go`);
}

/** Writes the files that the overlay adds and replaces. */
async function writeAgent(
  request: GoProgramRequest,
  folder: WorkFolder,
  prefix: string,
): Promise<{ readonly overlay: string; readonly sharesCpuProfile: boolean }> {
  const { packageDir, go } = request;
  const { settings, files } = folder;
  const replaced = await replacedByUser(settings.goflags, go.buildFlags, packageDir).catch((error: unknown) => {
    throw new CaptureError('failed', `The file of -overlay in the flags of Go cannot be read: ${String(error)}.`);
  });
  const dir = dirname(files.overlay);
  const original = join(settings.goroot, 'src', 'runtime', 'pprof', 'pprof.go');
  const isReplaceable = !isDownloaded(settings) && !(original in replaced);
  const shared = isReplaceable ? sharedCpuProfile(await readFile(original, 'utf8').catch(() => '')) : undefined;
  const sharesCpuProfile = shared !== undefined;
  if (sharesCpuProfile) await writeFile(join(dir, 'pprof.go'), shared);
  const agent = agentText({ prefix, goMinor: minorOf(settings.version), goos: settings.goos, sharesCpuProfile });
  await writeFile(join(dir, 'agent.go'), agent);
  await writeOverlay(files.overlay, {
    ...replaced,
    [agentFile(request, prefix)]: join(dir, 'agent.go'),
    ...(sharesCpuProfile && { [original]: join(dir, 'pprof.go') }),
  });
  return { overlay: files.overlay, sharesCpuProfile };
}

/** The user's flags with the overlay, and with a linker that lets the agent call the runtime's exit hooks. */
function buildFlags({ go }: GoProgramRequest, { settings }: WorkFolder, overlay: string): string[] {
  const own = ['overlay', 'ldflags', 'vet', 'exec'].reduce(withoutFlag, [...go.buildFlags]);
  const chosen = flagValue([...splitGoflags(settings.goflags), ...go.buildFlags], 'ldflags') ?? '';
  // A pattern such as `all=` before the flags would leave out what follows for other packages.
  const ldflags = chosen.replace(/^[^-\s'"][^\s=]*=/, '');
  const check = minorOf(settings.version) >= 23 ? '-checklinkname=0' : '';
  const linker = [ldflags, check].filter((part) => part !== '').join(' ');
  return [...own, ...(linker === '' ? [] : [`-ldflags=${linker}`]), `-overlay=${overlay}`];
}
