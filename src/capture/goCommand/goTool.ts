import { stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { CaptureError } from '../captureError';
import type { GoEnvironment } from '../captureTypes';
import { findInLines } from '../../profile/common/textLines';
import { withoutFlag } from './goFlags';
import { runProcess, type RunOptions, type RunResult } from '../processes/runProcess';
import { inSlices } from '../timeSlices';

/** The go command, run in a package's folder. */
export interface GoTool extends Pick<RunOptions, 'cwd' | 'env' | 'signal'> {
  readonly file: string;
}

/** Values from `go env`. */
export interface GoSettings {
  /** `go1.26.8`. */
  readonly version: string;
  readonly goflags: string;
  /** GOEXPERIMENT; empty if there are no experiments. */
  readonly experiment: string;
  /** GOTMPDIR; empty for the system's folder. */
  readonly tmpdir: string;
  /** GOCACHE, the folder of the build cache. */
  readonly cache: string;
  readonly goroot: string;
  readonly goos: string;
  readonly goarch: string;
  readonly cgo: boolean;
}

/** The package according to `go list`; fields that it does not report are empty. */
export interface GoPackage {
  readonly importPath: string;
  readonly modulePath: string;
  readonly moduleDir: string;
  /** Base names of the test files that are built. */
  readonly testFiles: readonly string[];
  /** Base names of all files that the build ignores. */
  readonly ignoredFiles: readonly string[];
}

export function goTool({ goBinary, env }: GoEnvironment, packageDir: string, signal: AbortSignal): GoTool {
  // Sets PWD, as a shell does: Go then prints the user's paths, even if they contain symbolic links.
  const withPwd = process.platform === 'win32' ? env : { ...env, PWD: packageDir };
  return { file: goBinary, cwd: packageDir, env: withPwd, signal };
}

/** Runs `go` with these arguments. Throws CaptureError if it cannot be started, the signal's reason on abort. */
export async function runGo(
  tool: GoTool,
  args: readonly string[],
  options: Pick<RunOptions, 'onOutput' | 'timeoutMs'> = {},
): Promise<RunResult> {
  try {
    return await runProcess({ ...tool, args, ...options });
  } catch (error) {
    tool.signal.throwIfAborted();
    throw await startFailure(tool, error);
  }
}

async function startFailure({ file, cwd }: GoTool, error: unknown): Promise<CaptureError> {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const isFolder = await stat(cwd).then((stats) => stats.isDirectory(), () => false);
  if (!isFolder) return new CaptureError('failed', `The folder ${cwd} does not exist.`);
  if (code === 'ENOENT' && !isAbsolute(file)) {
    const advice = 'install it, or set linecost.go.path to the go command';
    return new CaptureError('goNotFound', `Go was not found: ${advice}.`, undefined, message);
  }
  const advice = 'check the setting linecost.go.path';
  const problem = code === 'ENOENT' ? `There is no go command at ${file}` : `The go command ${file} cannot be run`;
  return new CaptureError('goPathInvalid', `${problem}: ${advice}.`, undefined, message);
}

/** Reads `go env`. Throws CaptureError if the command is not Go or cannot work in this folder, and like `runGo`. */
export async function readGoSettings(tool: GoTool): Promise<GoSettings> {
  const names = [
    'GOVERSION', 'GOFLAGS', 'GOTMPDIR', 'GOCACHE', 'GOROOT', 'GOOS', 'GOARCH', 'CGO_ENABLED', 'GOEXPERIMENT',
  ];
  const { stdout, stderr, exitCode } = await runGo(tool, ['env', '-json', ...names]);
  const settings = exitCode === 0 ? readObject(stdout) : undefined;
  if (settings === undefined) throw await settingsFailure(tool, stderr.trim() || stdout.trim());
  const text = (name: string): string => (typeof settings[name] === 'string' ? settings[name] : '');
  return {
    version: text('GOVERSION'),
    goflags: text('GOFLAGS'),
    experiment: text('GOEXPERIMENT'),
    tmpdir: text('GOTMPDIR'),
    cache: text('GOCACHE'),
    goroot: text('GOROOT'),
    goos: text('GOOS'),
    goarch: text('GOARCH'),
    cgo: text('CGO_ENABLED') === '1',
  };
}

async function settingsFailure({ file, signal }: GoTool, output: string): Promise<CaptureError> {
  const reason = await inSlices(findInLines(output, goError, { having: 'go: ' }), signal);
  if (reason !== undefined) {
    // `download go1.99.0: …`, `cannot find "go1.99.0" in PATH`
    const version = /^(?:download|cannot find) "?(go1\.[\w.]+)/.exec(reason)?.[1]?.replace(/\.$/, '');
    const install = `: install ${version} and set linecost.go.path to it, or lower go.mod's version`;
    const advice = version === undefined ? '' : install;
    return new CaptureError('compile', `Go cannot work here: ${reason}${advice}.`, undefined, output);
  }
  return new CaptureError('goPathInvalid', `${file} is not a go command: check the setting linecost.go.path.`, undefined, output);
}

/** The error in a line that the go command printed; undefined if the line is not an error. */
export function goError(line: string): string | undefined {
  return line.startsWith('go: ') && !line.startsWith('go: downloading ') ? line.slice('go: '.length) : undefined;
}

/** Runs `go list`. Ignores errors in the package, because the build's messages are better. Throws like `runGo`. */
export async function readGoPackage(tool: GoTool, buildFlags: readonly string[]): Promise<GoPackage> {
  const fields = 'ImportPath,Module,TestGoFiles,XTestGoFiles,IgnoredGoFiles';
  const flags = withoutFlag(withoutFlag(buildFlags, 'vet'), 'exec');
  const { stdout } = await runGo(tool, ['list', '-e', '-find', `-json=${fields}`, ...flags, '.']);
  const listed = readObject(stdout) ?? {};
  const module = isObject(listed.Module) ? listed.Module : {};
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  const list = (value: unknown): string[] => (Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []);
  return {
    importPath: text(listed.ImportPath),
    modulePath: text(module.Path),
    moduleDir: text(module.Dir),
    testFiles: [...list(listed.TestGoFiles), ...list(listed.XTestGoFiles)],
    ignoredFiles: list(listed.IgnoredGoFiles),
  };
}

function readObject(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
