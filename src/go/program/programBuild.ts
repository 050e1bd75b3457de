import { mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { CaptureError, type FailureLocation } from '../../common/captureError';
import type { GoEnvironment, GoProgramBuild, GoProgramRequest, ProgramKind } from '../captureTypes';
import { type GoPlaces, panicLocation } from '../failures/goPlaces';
import { joinOutput } from '../failures/runFailure';
import { gitStateOf, readGitState } from '../gitState';
import { buildFailure, buildUnchanged, describeBuild, goPlaces, linkProgram } from '../test/buildTest';
import { CompiledTexts } from '../test/compiledTexts';
import { testEnvironment } from '../test/testEnvironment';
import { WorkFolder, type WriteOutput } from '../test/workFolder';
import { inSlices } from '../timeSlices';
import { type GoPackage, readGoPackage } from '../tool/goTool';
import { withoutFlag } from '../tool/goFlags';
import { minorOf } from '../tool/overlay';
import { type AddedAgent, addAgent, agentPrefix } from '../agent/addAgent';
import { leakVariables } from '../agent/agentLeaks';
import { MIN_GO_MINOR } from '../agent/agentText';
import { RunFolder } from '../agent/runFolder';

/**
 * A package main, built with an agent that profiles it: `build` → `newRun` for each run → `close`. The agent is added
 * by -overlay, so the user's files are not touched. A service that serves its profiles is built plain.
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
    const variables = request.findsLeaks ? leakVariables : undefined;
    const folder = await WorkFolder.open(request, output, signal, variables);
    const { cwd, env } = folder.tool;
    const readingGit = readGitState(cwd, env, signal);
    try {
      const { packageDir, go } = request;
      const { settings, tool } = folder;
      if (!request.isPlain) checkRelease(settings.version, basename(packageDir));
      const goPackage = await readGoPackage(tool, go.buildFlags);
      // `//go:build ignore` in a file that is run alone, by its name.
      const isAlone = goPackage.ignoredFiles.includes(basename(request.mainFile));
      if (!isAlone) checkMain(goPackage, packageDir);
      const title = isAlone ? basename(request.mainFile, '.go') : titleOf(goPackage, packageDir);
      const places = goPlaces(request, goPackage, settings.goroot);
      const prefix = agentPrefix(packageDir);
      let agent = request.isPlain ? withoutAgent(go) : await addAgent(request, folder, { prefix });
      const program = join(dirname(folder.files.program), title + (settings.goos === 'windows' ? '.exe' : ''));
      await mkdir(dirname(program), { recursive: true });
      const read = () => CompiledTexts.read(tool, go.buildFlags, request.sourceFolders ?? [], {
        program: isAlone ? request.mainFile : '.',
      });
      const buildIt = () => buildUnchanged(folder, read, async () => {
        const built = isAlone ? [request.mainFile, ...agent.files] : ['.'];
        const result = await folder.go(['build', '-o', program, ...agent.buildFlags, ...built]);
        if (result.exitCode !== 0) throw await buildFailure(title, joinOutput(result), places, folder);
      });
      let unchanged = await buildIt();
      const uses = notedIn(unchanged.compiled, settings.goroot);
      // Go refuses plugins that were built with another text of runtime/pprof.
      if (agent.sharesCpuProfile && uses.has('plugin')) {
        agent = await addAgent(request, folder, { prefix, keepsLibrary: true });
        unchanged = await buildIt();
      }
      const { compiled, linesMayBeOff } = unchanged;
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
        sharesCpuProfile: agent.sharesCpuProfile,
        uses,
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

/** Packages of the standard library that do not go with every profile. */
const NOTED = ['plugin', 'runtime/pprof', 'runtime/trace', 'net/http/pprof'];

/** Which of NOTED the program is built with, by its own code or a library's. */
function notedIn({ paths }: CompiledTexts, goroot: string): ReadonlySet<string> {
  const folders = new Map(NOTED.map((name) => [join(goroot, 'src', ...name.split('/')), name]));
  return new Set(paths.flatMap((path) => folders.get(dirname(path)) ?? []));
}

/** `go build` has no -exec, and would not accept every value of -vet. */
function withoutAgent({ buildFlags }: Pick<GoEnvironment, 'buildFlags'>): AddedAgent {
  return { files: [], buildFlags: ['exec', 'vet'].reduce(withoutFlag, [...buildFlags]), sharesCpuProfile: false };
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
