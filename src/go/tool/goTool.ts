import type { GoEnvironment } from '../captureTypes';
import { goError, settingsFailure, startFailure } from './goCommandFailure';
import { withoutFlag } from './goFlags';
import { type RunOptions, runProcess, type RunResult } from '../../common/processes/runProcess';
import { CaptureError } from '../../common/captureError';
import { isObject } from '../../profile/common/shapes';
import { eachLine, findInLines } from '../../profile/common/textLines';
import { goWorkFailure } from './goWorkFailure';
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
  /**
   * What changes the program that Go builds, by name: BUILD_VARIABLES and the variable of INSTRUCTIONS for the
   * processor, empty if this release of Go does not have them; GOOS and GOARCH if it is for another machine than this.
   */
  readonly build: Readonly<Record<string, string>>;
}

/** The variables that choose instructions, by GOARCH. */
const INSTRUCTIONS: ReadonlyMap<string, string> = new Map([
  ['386', 'GO386'], ['amd64', 'GOAMD64'], ['arm', 'GOARM'], ['arm64', 'GOARM64'], ['mips', 'GOMIPS'],
  ['mipsle', 'GOMIPS'], ['mips64', 'GOMIPS64'], ['mips64le', 'GOMIPS64'], ['ppc64', 'GOPPC64'], ['ppc64le', 'GOPPC64'], ['riscv64', 'GORISCV64'],
]);

/**
 * Other variables that change the program that Go builds, and that `go env -w` may set too. Not the flags of cgo:
 * `go env` would need GOTMPDIR for them.
 */
const BUILD_VARIABLES = ['GOFIPS140', 'CGO_ENABLED'];

/** The package according to `go list`; fields that it does not report are empty. */
export interface GoPackage {
  readonly importPath: string;
  /** As in its package clause. */
  readonly name: string;
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
  options: Pick<RunOptions, 'onOutput' | 'onStdoutBytes' | 'timeoutMs' | 'isGoProgram'> = {},
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
    'GOVERSION', 'GOFLAGS', 'GOTMPDIR', 'GOCACHE', 'GOROOT', 'GOOS', 'GOARCH', 'GOEXPERIMENT',
    'GOHOSTOS', 'GOHOSTARCH', ...BUILD_VARIABLES, ...new Set(INSTRUCTIONS.values()),
  ];
  const { stdout, stderr, exitCode } = await runGo(tool, ['env', '-json', ...names]);
  const settings = exitCode === 0 ? readObject(stdout) : undefined;
  if (settings === undefined) throw await settingsFailure(tool, stderr.trim() || stdout.trim());
  const text = (name: string): string => (typeof settings[name] === 'string' ? settings[name] : '');
  const instructions = [INSTRUCTIONS.get(text('GOARCH')) ?? []].flat();
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
    build: {
      ...Object.fromEntries([...BUILD_VARIABLES, ...instructions].map((name) => [name, text(name)])),
      ...(text('GOOS') !== text('GOHOSTOS') && { GOOS: text('GOOS') }),
      ...(text('GOARCH') !== text('GOHOSTARCH') && { GOARCH: text('GOARCH') }),
    },
  };
}

/** Runs `go list`. Ignores errors in the package, because the build's messages are better. Throws like `runGo`. */
export async function readGoPackage(tool: GoTool, buildFlags: readonly string[]): Promise<GoPackage> {
  const fields = 'ImportPath,Name,Module,TestGoFiles,XTestGoFiles,IgnoredGoFiles';
  const flags = withoutFlag(withoutFlag(buildFlags, 'vet'), 'exec');
  const { stdout } = await runGo(tool, ['list', '-e', '-find', `-json=${fields}`, ...flags, '.']);
  const listed = readObject(stdout) ?? {};
  const module = isObject(listed.Module) ? listed.Module : {};
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  const list = (value: unknown): string[] => (Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []);
  return {
    importPath: text(listed.ImportPath),
    name: text(listed.Name),
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

/**
 * Runs `go tool objdump` in a folder and returns its output. Takes seconds if Go has to build the tool first.
 * Throws CaptureError, or the signal's reason on abort.
 * @param args the arguments after `go`, beginning with `tool objdump`
 */
export async function runObjdump(
  go: GoEnvironment,
  folder: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  const { exitCode, stdout, stderr } = await runGo(goTool(go, folder, signal), args);
  if (exitCode === 0) return stdout;
  const words = stderr.trim();
  const reason = words.slice(words.lastIndexOf('\n') + 1);
  throw new CaptureError('failed', `The program cannot be disassembled: ${reason}.`, undefined, stderr);
}

const MAIN_FOLDERS = '{{if eq .Name "main"}}{{.Dir}}{{end}}';

/**
 * Folders of all main packages in a folder and below it, in the order of `go list`. Ignores errors in packages.
 * Throws CaptureError if Go lists no main package and reports an error, and like `runGo`.
 */
export async function mainPackages(go: GoEnvironment, folder: string, signal: AbortSignal): Promise<string[]> {
  const tool = goTool(go, folder, signal);
  const flags = withoutFlag(withoutFlag(go.buildFlags, 'vet'), 'exec');
  const args = ['-find', '-f', MAIN_FOLDERS, ...flags, './...'];
  const { stdout } = await runGo(tool, ['list', '-e', ...args]);
  const folders: string[] = [];
  await inSlices(eachLine(stdout, (line) => void (line === '' || folders.push(line))), signal);
  if (folders.length > 0) return folders;
  // With -e, Go does not report that the folder is outside of a module.
  const { stderr } = await runGo(tool, ['list', ...args]);
  const workFailure = await goWorkFailure(folder, stderr, tool);
  if (workFailure) throw workFailure;
  const reason = await inSlices(findInLines(stderr, (line) => /^pattern \S+: (.+)/s.exec(line)?.[1] ?? goError(line)), signal);
  if (reason === undefined) return folders;
  throw new CaptureError('failed', `Go cannot list the packages in ${folder}: ${reason}.`, undefined, stderr);
}
