import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import type { GoTestRequest } from '../captureTypes';
import { tempFailure, type TempRoot } from '../failures/diskFailure';
import { type GoSettings, goTool, type GoTool, readGoSettings, runGo } from '../tool/goTool';
import type { RunOptions, RunResult } from '../../common/processes/runProcess';
import { endStrays, killAtExit, markOf, type RunMark, straysText } from '../processes/detachedProcesses';
import { makeTempDir, type TempDir } from '../processes/tempDir';
import { commandLine, type GoTestFiles, goTestFiles } from './goTestArgs';
import { CaptureError } from '../../common/captureError';

/** Receives the tools' output as it is printed. Each command's output begins with a line `$ go test …`. */
export type WriteOutput = (text: string) => void;

/** The temporary folder in which a test binary is built and run, and the go command that works there. */
export class WorkFolder {
  readonly files: GoTestFiles;
  /** Writes output, about the first 2 million characters of each command. */
  readonly output: WriteOutput;
  /** Whether a program has run, which may have left processes running. */
  hasRun = false;
  private readonly stopKilling: () => void;

  private constructor(
    readonly tool: GoTool,
    readonly settings: GoSettings,
    private readonly write: WriteOutput,
    private readonly dir: TempDir,
    private readonly mark: RunMark,
  ) {
    this.files = goTestFiles(dir.path, process.platform);
    this.output = limitedOutput(write);
    this.stopKilling = killAtExit(mark);
  }

  /**
   * Reads the Go settings and makes the folder. Throws CaptureError, or the signal's reason on abort.
   * @param variables further variables of the go command
   */
  static async open(
    { go, packageDir }: Pick<GoTestRequest, 'go' | 'packageDir'>,
    write: WriteOutput,
    signal: AbortSignal,
    variables: (settings: GoSettings) => Readonly<Record<string, string>> = () => ({}),
  ): Promise<WorkFolder> {
    signal.throwIfAborted();
    const tool = goTool(go, packageDir, signal);
    const settings = await readGoSettings(tool);
    const dir = await makeTempDir(rootOf(settings, packageDir).path).catch((error: unknown) => {
      throw tempFailure(error, rootOf(settings, packageDir));
    });
    try {
      // Go's temporary files and those of b.TempDir go here too, since a run that is killed cannot remove them itself.
      const mark = markOf(dir.path);
      const { name, value: work } = mark.variable;
      await mkdir(work);
      const env = { ...tool.env, ...variables(settings), [name]: work, GOFLAGS: withoutJson(settings.goflags) };
      return new WorkFolder({ ...tool, env }, settings, write, dir, mark);
    } catch (error) {
      await dir.remove();
      throw tempFailure(error, rootOf(settings, packageDir));
    }
  }

  /**
   * Runs the go command. Throws CaptureError if it cannot be started, the signal's reason on abort.
   * @param options with further environment variables in `env`
   */
  go(
    args: readonly string[],
    { env, ...options }: Pick<RunOptions, 'timeoutMs' | 'onStdout'> & { readonly env?: Readonly<Record<string, string>> } = {},
  ): Promise<RunResult> {
    return this.run({ ...this.tool, env: { ...this.tool.env, ...env } }, ['go', ...args], options);
  }

  /** Writes `words` as a command line, and runs the tool's program with all words but the first. Throws like `go`. */
  run(
    tool: GoTool,
    words: readonly string[],
    options: Pick<RunOptions, 'timeoutMs' | 'isGoProgram' | 'onStdout' | 'leaveOut'>,
  ): Promise<RunResult> {
    this.output(`$ ${commandLine(words)}\n`);
    return runGo(tool, words.slice(1), { ...options, onOutput: this.output });
  }

  /** Ends the processes that runs left running, because they would disturb the next run. */
  async endStrays(): Promise<void> {
    const { signal } = this.tool;
    const ended = await endStrays(this.mark, { spareTelemetry: !signal.aborted });
    const text = straysText(ended, signal.aborted);
    if (text !== '') this.write(text);
  }

  /** The CaptureError for a full disk, if a full disk caused the error; else the error itself. */
  explained(error: unknown): unknown {
    return tempFailure(error, rootOf(this.settings, this.tool.cwd));
  }

  /** Removes the folder; processes that were started go on. */
  async remove(): Promise<void> {
    this.stopKilling();
    await this.dir.remove();
  }

  /** Ends every process that still runs and removes the folder. */
  async close(): Promise<void> {
    try {
      await this.endStrays();
      this.stopKilling();
    } finally {
      await this.dir.remove();
    }
  }
}

function rootOf({ tmpdir: chosen }: GoSettings, packageDir: string): TempRoot {
  const isChosen = chosen !== '';
  return { path: isChosen ? resolve(packageDir, chosen) : tmpdir(), isChosen };
}

/** GOFLAGS without -json, which may come from `go env -w`, where the settings cannot remove it. */
export function withoutJson(goflags: string): string {
  return goflags.replace(/(^|\s)--?json(=\S*)?(?=\s|$)/g, '').trim();
}

/** Whether `go test` runs the program through another one, set by -exec. */
export function hasExecWrapper({ go }: GoTestRequest, { settings }: WorkFolder): boolean {
  return [...go.buildFlags, ...settings.goflags.split(/\s+/)].some((flag) => /^--?exec(=|$)/.test(flag));
}

/** Throws CaptureError with -exec, because two programs in turns are not run by `go test`. */
export function checkTurnsPossible(request: GoTestRequest, folder: WorkFolder): void {
  if (!hasExecWrapper(request, folder)) return;
  throw new CaptureError('failed', 'Programs cannot be measured in turns with -exec: remove it from the flags of Go.');
}

/** The error for a source that changed since the build: with -exec, the program that was built cannot be run alone. */
export function changedSource(name: string): CaptureError {
  return new CaptureError('failed', `The source of ${name} changed while it was profiled: profile it again.`);
}

const MAX_LENGTH = 2 << 20;

/**
 * Passes on about the first 2 million characters of each command's output, so that no program floods the editor. A line
 * `$ …` begins a command.
 */
export function limitedOutput(write: (text: string) => void): (text: string) => void {
  let remaining = MAX_LENGTH;
  return (text) => {
    if (text.startsWith('$ ')) remaining = MAX_LENGTH;
    if (remaining <= 0) return;
    const piece = text.slice(0, remaining);
    remaining -= piece.length;
    write(remaining > 0 ? piece : `${piece}\n… further output is not shown …\n`);
  };
}
