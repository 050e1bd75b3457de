import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { resolveGoEnvironment } from '../../../src/capture/goCommand/goEnvironment';
import { resultsOf, roundsOf } from '../../../src/bench/goTestResults';
import type {
  CapturedProfile,
  GoEnvironment,
  GoTestBuild,
  GoTestRequest,
} from '../../../src/capture/contracts';
import { CaptureError } from '../../../src/capture/contracts';
import { GoTest } from '../../../src/capture/goTest/goTest';

export interface World {
  /** A folder with the given files; removed afterwards. */
  readonly root: string;
  /** The folder for temporary files of Go and Linecost; empty before and, if the test passes, afterwards. */
  readonly temp: string;
  readonly go: GoEnvironment;
}

/** Writes `files` (path → text) to a new folder and calls `body` with a separate Go environment. */
export async function withWorld(
  files: Readonly<Record<string, string>>,
  body: (world: World) => Promise<void>,
  settings: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'goTest-')));
  const root = join(folder, 'root');
  const temp = join(folder, 'temp');
  mkdirSync(temp);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const processEnv = { ...process.env, TMPDIR: temp, TMP: temp, TEMP: temp, GOTMPDIR: temp, GOFLAGS: '', GOWORK: '' };
  const read = (key: string): unknown => settings[key];
  const go = resolveGoEnvironment(read, { workspaceFolder: root, processEnv, platform: process.platform });
  try {
    await body({ root, temp, go });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export interface Recorded {
  readonly profiles: CapturedProfile[];
  readonly builds: GoTestBuild[];
  output: string;
}

export function recorder(): Recorded {
  return { profiles: [], builds: [], output: '' };
}

export function requestFor(world: World, name: string, more: Partial<GoTestRequest> = {}): GoTestRequest {
  const kind = (['Benchmark', 'Test', 'Example', 'Fuzz'].find((prefix) => name.startsWith(prefix)) ?? '').toLowerCase();
  const rounds = more.count ? roundsOf(more.count, more.go ?? world.go) : undefined;
  return {
    packageDir: world.root,
    target: { kind: kind as 'benchmark', name },
    kinds: ['cpu'],
    benchtime: kind === 'benchmark' ? '10x' : undefined,
    timeoutSeconds: 60,
    resultsOf: async (output) => resultsOf(output, name, rounds),
    sourceFolders: [world.root],
    go: world.go,
    ...more,
  };
}

export interface Outcome extends GoTestBuild {
  readonly profiles: readonly CapturedProfile[];
  /** Standard output of the run without a profile; of a test or example, of the first run. */
  readonly output: string;
}

/** Builds the target and takes a profile of each kind, as a click does, noting in `recorded` what comes of it. */
export async function runGoTest(request: GoTestRequest, recorded: Recorded, signal: AbortSignal): Promise<Outcome> {
  const test = await GoTest.build(request, (text) => (recorded.output += text), signal);
  try {
    recorded.builds.push(test.build);
    let output = request.target.kind === 'benchmark' ? await test.time() : undefined;
    for (const kind of request.kinds) {
      const measured = await test.measure(kind);
      output ??= measured.result.stdout;
      recorded.profiles.push(await test.readProfile(measured));
    }
    return { ...test.build, profiles: recorded.profiles, output: output ?? '' };
  } finally {
    await test.close();
  }
}

export async function run(world: World, name: string, more: Partial<GoTestRequest> = {}): Promise<Outcome> {
  return runGoTest(requestFor(world, name, more), recorder(), new AbortController().signal);
}

/** `failure: message` of a failed run, with `@ file:line` relative to the root, and the files left in temp. */
export async function failureOf(world: World, name: string, more: Partial<GoTestRequest> = {}): Promise<string> {
  try {
    await run(world, name, more);
  } catch (error) {
    if (!(error instanceof CaptureError)) throw error;
    const { failure, message, location } = error;
    const place = location === undefined ? '' : ` @ ${location.file.replace(`${world.root}/`, '')}:${location.line}`;
    const left = readdirSync(world.temp);
    return `${failure}: ${message}${place}${left.length > 0 ? ` LEFT ${left}` : ''}`;
  }
  return 'no failure';
}

/** The lines of `go tool pprof -top` for a profile. */
export function pprofTop(folder: string, bytes: Uint8Array, ...flags: readonly string[]): string {
  const file = join(folder, `top-${Math.random().toString(36).slice(2)}.pprof`);
  writeFileSync(file, bytes);
  try {
    const args = ['tool', 'pprof', '-top', '-nodefraction=0', '-nodecount=10000', ...flags, file];
    return execFileSync('go', args, { encoding: 'utf8', stdio: 'pipe' });
  } finally {
    rmSync(file);
  }
}
