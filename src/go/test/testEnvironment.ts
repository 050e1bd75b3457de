import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { GoTestRequest } from '../captureTypes';
import { flagValue, splitGoflags } from '../tool/goFlags';
import type { GoPackage } from '../tool/goTool';
import { minorOf } from '../tool/overlay';
import { withoutJson, type WorkFolder } from './workFolder';

/** Variables that the program or the C compiler reads, wherever they were set. */
const INHERITED = [
  'GOGC', 'GOMEMLIMIT', 'GODEBUG', 'GOMAXPROCS', 'CC', 'CXX',
  'CGO_CFLAGS', 'CGO_CPPFLAGS', 'CGO_CXXFLAGS', 'CGO_FFLAGS', 'CGO_LDFLAGS',
];

/** The number of characters of a profile's checksum that tell two profiles apart. */
const CHECKSUM = 7;

/**
 * What changes how Go builds and runs a test binary, apart from its code and the request's flags, by name: variables,
 * and `pgo`, the profile that guides the build. Values that are not set are empty. Values of other variables, which may
 * be secrets, are not read. Never rejects.
 */
export async function testEnvironment(
  request: Pick<GoTestRequest, 'go' | 'packageDir' | 'runVariables'>,
  goPackage: GoPackage,
  { tool, settings: { goflags, build, version } }: WorkFolder,
): Promise<Readonly<Record<string, string>>> {
  const inherited = INHERITED.map((name) => [name, inheritedValue(tool.env, name)]);
  const flags = [...splitGoflags(goflags), ...request.go.buildFlags];
  const pgo = await guidingProfile(flags, { version, goPackage, packageDir: request.packageDir });
  const ofRuns = underRunVariables(Object.fromEntries(inherited), request);
  return { ...ofRuns, ...build, GOFLAGS: ofProgram(withoutJson(goflags)), pgo };
}

/** An environment with the variables of the request's runs, as far as such variables are read at all. */
export function underRunVariables(
  environment: Readonly<Record<string, string>>,
  { runVariables = {} }: Pick<GoTestRequest, 'runVariables'>,
): Readonly<Record<string, string>> {
  const chosen = Object.entries(runVariables).filter(([name]) => INHERITED.includes(name));
  return { ...environment, ...Object.fromEntries(chosen) };
}

/** GOFLAGS without flags that change nothing in the program's code. */
function ofProgram(goflags: string): string {
  return goflags.split(/\s+/).filter((flag) => !/^--?(?:buildvcs|modcacherw|v|x|p)(?:=|$)/.test(flag)).join(' ');
}

/** Names of variables are case-insensitive on Windows. */
function inheritedValue(env: Readonly<Record<string, string>>, name: string): string {
  if (process.platform !== 'win32') return env[name] ?? '';
  const own = Object.keys(env).find((each) => each.toUpperCase() === name);
  return (own !== undefined && env[own]) || '';
}

interface GuidedBuild {
  /** Of Go. */
  readonly version: string;
  readonly goPackage: GoPackage;
  readonly packageDir: string;
}

/**
 * The profile that guides the build, with the start of its checksum: `default.pgo@1a2b3c4`; empty if there is none. By
 * default, since Go 1.21, a package main has its default.pgo.
 */
async function guidingProfile(
  flags: readonly string[],
  { version, goPackage, packageDir }: GuidedBuild,
): Promise<string> {
  const isByDefault = minorOf(version) >= 21;
  const chosen = flagValue(flags, 'pgo') ?? (isByDefault ? 'auto' : 'off');
  if (chosen === 'off' || (chosen === 'auto' && goPackage.name !== 'main')) return '';
  const file = chosen === 'auto' ? join(packageDir, 'default.pgo') : resolve(packageDir, chosen);
  const checksum = await checksumOf(file);
  return checksum === undefined ? '' : `${basename(file)}@${checksum.slice(0, CHECKSUM)}`;
}

/** undefined if the file cannot be read. */
async function checksumOf(file: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    for await (const piece of createReadStream(file)) hash.update(piece as Buffer);
    return hash.digest('hex');
  } catch {
    return undefined;
  }
}
