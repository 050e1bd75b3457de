import { join } from 'node:path';
import { quoteMeta } from '../../profile/common/quoteMeta';
import type { GoTestRequest, ProfileKind } from '../captureTypes';
import { isKnownTestFlag, sanitizerFlags, splitGoflags, withoutFlag } from '../tool/goFlags';

export interface GoTestFiles {
  readonly binary: string;
  /** The program that is measured: the binary, moved here, or a copy of it. */
  readonly program: string;
  /** The program of an earlier capture. */
  readonly earlier: string;
  readonly profile: (kind: ProfileKind) => string;
  /** See CountedRounds: the changed files of the testing package, the file for -overlay, and the rounds. */
  readonly counting: string;
  readonly sampling: string;
  readonly overlay: string;
  readonly rounds: string;
  /** See CpuRate. */
  readonly cpuTime: string;
}

export function goTestFiles(folder: string, platform: NodeJS.Platform): GoTestFiles {
  const extension = platform === 'win32' ? '.exe' : '';
  return {
    binary: join(folder, `package.test${extension}`),
    program: join(folder, 'program', `package.test${extension}`),
    earlier: join(folder, `earlier.test${extension}`),
    profile: (kind) => join(folder, `${kind}.pprof`),
    counting: join(folder, 'benchmark.go'),
    sampling: join(folder, 'testing.go'),
    overlay: join(folder, 'overlay.json'),
    rounds: join(folder, 'rounds'),
    cpuTime: join(folder, 'cpuTime'),
  };
}

export function buildArgs({ go }: GoTestRequest, { binary }: GoTestFiles): string[] {
  return ['test', '-c', '-o', binary, ...go.buildFlags];
}

/**
 * Arguments of `go test` for a run with these kinds of profiles. `-o` names the binary that was built before, so that
 * Go finds it up to date and runs it with -exec.
 */
export function measureArgs(
  request: GoTestRequest,
  files: GoTestFiles,
  kinds: readonly ProfileKind[],
  fullPath: readonly string[],
): string[] {
  const flags = runFlags(request, files, kinds, fullPath);
  return ['test', ...request.go.buildFlags, ...flags, '-o', files.binary, ...chosenTestArgs(request)];
}

/** The arguments with which `go test` would run the test binary. */
export function directArgs(
  request: GoTestRequest,
  files: GoTestFiles,
  kinds: readonly ProfileKind[],
  fullPath: readonly string[],
): string[] {
  const chosen = chosenTestArgs(request);
  const end = chosen.includes('-args') ? chosen.indexOf('-args') : chosen.length;
  const translated = chosen.slice(0, end).map((word) => (isKnownTestFlag(word) ? testFlag(word) : word));
  const flags = runFlags(request, files, kinds, fullPath).map(testFlag);
  return ['-test.paniconexit0', ...flags, ...translated, ...chosen.slice(end + 1)];
}

function testFlag(word: string): string {
  return `-test.${word.slice(1)}`;
}

function runFlags(
  request: GoTestRequest,
  files: GoTestFiles,
  kinds: readonly ProfileKind[],
  fullPath: readonly string[],
): readonly string[] {
  const profiles = kinds.flatMap((kind) => profileArgs(request, files, kind));
  return [...selectionArgs(request), `-timeout=${request.timeoutSeconds}s`, ...fullPath, ...profiles];
}

/**
 * The flags that the user chose for the build and the test binary, including benchtime and count; of those in GOFLAGS,
 * the ones that make programs several times slower.
 */
export function chosenFlags(request: GoTestRequest, goflags: string): string[] {
  const { go, benchtime, count } = request;
  const time = benchtime === undefined ? [] : [`-benchtime=${benchtime}`];
  const repeats = count === undefined ? [] : [`-count=${count}`];
  return [...sanitizerFlags(splitGoflags(goflags)), ...go.buildFlags, ...time, ...repeats, ...chosenTestArgs(request)];
}

/** The request for a benchmark that printed no result: one iteration with -v. */
export function explaining(request: GoTestRequest): GoTestRequest {
  const { go } = request;
  return { ...request, benchtime: '1x', count: 1, go: { ...go, testArgs: ['-v', ...withoutFlag(go.testArgs, 'v')] } };
}

function selectionArgs({ target, casePattern, benchtime, count }: GoTestRequest): string[] {
  const pattern = namePattern(target.name) + (casePattern === undefined ? '' : `/${casePattern}`);
  // Without -v, a skipped test prints nothing; with -count, Go does not use its test cache.
  if (target.kind !== 'benchmark') return [`-run=${pattern}`, '-v', `-count=${count ?? 1}`];
  const time = benchtime === undefined ? [] : [`-benchtime=${benchtime}`];
  const repeats = count === undefined ? [] : [`-count=${count}`];
  return ['-run=^$', `-bench=${pattern}`, '-benchmem', ...time, ...repeats];
}

function profileArgs({ memProfileRate }: GoTestRequest, files: GoTestFiles, kind: ProfileKind): string[] {
  const file = files.profile(kind);
  switch (kind) {
    case 'cpu':
      return [`-cpuprofile=${file}`];
    case 'memory':
      return [`-memprofile=${file}`, ...(memProfileRate === undefined ? [] : [`-memprofilerate=${memProfileRate}`])];
    case 'mutex':
      return [`-mutexprofile=${file}`, '-mutexprofilefraction=1'];
    case 'block':
      return [`-blockprofile=${file}`, '-blockprofilerate=1'];
    case 'wall':
      // See WallRuns.
      return [];
    case 'trace':
      return [`-trace=${file}`];
  }
}

/** Arguments from the settings, without those that `selectionArgs` sets. */
function chosenTestArgs({ go, benchtime, count, target }: GoTestRequest): readonly string[] {
  const withoutTime = benchtime === undefined ? go.testArgs : withoutFlag(go.testArgs, 'benchtime');
  if (target.kind !== 'benchmark') return withoutFlag(withoutFlag(withoutTime, 'count'), 'v');
  return count === undefined ? withoutTime : withoutFlag(withoutTime, 'count');
}

/** A pattern for exactly this name. `go test` reads each part between slashes as a regular expression. */
export function namePattern(name: string): string {
  return name.split('/').map((part) => `^${quoteMeta(part)}$`).join('/');
}

/** A command as a user would type it; words that a shell would change are quoted. */
export function commandLine(words: readonly string[]): string {
  return words.map((word) => (/^[\w@%+=:,./^-]+\$?$/.test(word) ? word : quote(word))).join(' ');
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
