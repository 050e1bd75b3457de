import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { resolveGoEnvironment } from '../../../src/go/tool/goSettings';
import { resultsOf, roundsOf } from '../../../src/bench/goTestResults';
import type {
  CapturedProfile,
  GoEnvironment,
  GoTestBuild,
  GoTestRequest,
} from '../../../src/go/captureTypes';
import { CaptureError } from '../../../src/common/captureError';
import { GoTest } from '../../../src/go/test/goTest';

export interface World {
  /** The folder of the files; removed after the test. */
  readonly root: string;
  /** The folder for temporary files of Go and Linecost. It is empty at first, and should be empty after each run. */
  readonly temp: string;
  readonly go: GoEnvironment;
}

/** Writes `files` (text by path) to a new folder and calls `body` with it and a Go environment of its own. */
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

/** The profiles, builds and output of a run, even if it fails. */
export interface Recording {
  readonly profiles: CapturedProfile[];
  readonly builds: GoTestBuild[];
  output: string;
}

export function newRecording(): Recording {
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
  /** The standard output of the run without a profile; for a test or example, of the first run. */
  readonly output: string;
}

/** Builds the target and captures a profile of each kind, as a click does. Adds all results to `recording`. */
export async function runGoTest(request: GoTestRequest, recording: Recording, signal: AbortSignal): Promise<Outcome> {
  const test = await GoTest.build(request, (text) => (recording.output += text), signal);
  try {
    recording.builds.push(test.build);
    return await runBuilt(test, request, recording);
  } finally {
    await test.close();
  }
}

async function runBuilt(test: GoTest, request: GoTestRequest, recording: Recording): Promise<Outcome> {
  let output = request.target.kind === 'benchmark' ? await test.time() : undefined;
  for (const kind of request.kinds) {
    const measured = await test.measure(kind);
    output ??= measured.result.stdout;
    recording.profiles.push(await test.readProfile(measured, kind));
  }
  return { ...test.build, profiles: recording.profiles, output: output ?? '' };
}

export async function run(world: World, name: string, more: Partial<GoTestRequest> = {}): Promise<Outcome> {
  return runGoTest(requestFor(world, name, more), newRecording(), new AbortController().signal);
}

export type RunTarget = (name: string, more?: Partial<GoTestRequest>) => Promise<Outcome>;

/** Calls `body` with a function that runs targets as `run` does, but builds their program only once. */
export async function withOneProgram(world: World, body: (run: RunTarget) => Promise<void>): Promise<void> {
  const { signal } = new AbortController();
  let test: GoTest | undefined;
  try {
    await body(async (name, more) => {
      const request = requestFor(world, name, more);
      const next = test ? await test.next(request) : await GoTest.build(request, () => undefined, signal);
      if (next === undefined) throw new Error(`The source has changed before the run of ${name}`);
      test = next;
      return runBuilt(test, request, newRecording());
    });
  } finally {
    await test?.close();
  }
}

/**
 * Runs a target that should fail. Returns `failure: message @ file:line LEFT files`: the file is relative to the root,
 * and the files are those that remain in temp. A missing location or an empty list of files is left out.
 */
export async function failureOf(world: World, name: string, more: Partial<GoTestRequest> = {}): Promise<string> {
  const failure = await failureText(world, () => run(world, name, more));
  const leftFiles = readdirSync(world.temp);
  return `${failure}${leftFiles.length > 0 ? ` LEFT ${leftFiles}` : ''}`;
}

/** @returns `failure: message @ file:line`: the file is relative to the root, and a missing location is left out */
export async function failureText(world: World, failing: () => Promise<unknown>): Promise<string> {
  try {
    await failing();
  } catch (error) {
    if (!(error instanceof CaptureError)) throw error;
    const { failure, message, location } = error;
    const place = location === undefined ? '' : ` @ ${location.file.replace(`${world.root}/`, '')}:${location.line}`;
    return `${failure}: ${message}${place}`;
  }
  return 'no failure';
}

/** The output of `go tool pprof -top` for a profile, or for the sum of several. */
export function pprofTop(
  folder: string,
  bytes: Uint8Array | readonly Uint8Array[],
  ...flags: readonly string[]
): string {
  const files = (bytes instanceof Uint8Array ? [bytes] : bytes).map((each) => {
    const file = join(folder, `top-${Math.random().toString(36).slice(2)}.pprof`);
    writeFileSync(file, each);
    return file;
  });
  try {
    const args = ['tool', 'pprof', '-top', '-nodefraction=0', '-nodecount=10000', ...flags, ...files];
    return execFileSync('go', args, { encoding: 'utf8', stdio: 'pipe' });
  } finally {
    for (const file of files) rmSync(file);
  }
}
