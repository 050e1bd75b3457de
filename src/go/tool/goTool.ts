import type { GoEnvironment } from '../captureTypes';
import { settingsFailure, startFailure } from './goCommandFailure';
import { withoutFlag } from './goFlags';
import { runProcess, type RunOptions, type RunResult } from '../processes/runProcess';

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
  /** Base names of the test files that are built, of the package itself and of its external tests (`p_test`). */
  readonly testFiles: readonly string[];
  /** Those of the external tests. */
  readonly externalTestFiles: readonly string[];
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
    externalTestFiles: list(listed.XTestGoFiles),
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
