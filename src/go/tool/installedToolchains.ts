import { readdir, readFile, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import type { GoEnvironment } from '../captureTypes';

/** A Go toolchain on this machine. */
export interface Toolchain {
  /** `go1.26.8`. */
  readonly version: string;
  /** The absolute path of its go command. */
  readonly goBinary: string;
}

/** Where to look; tests pass their own folders. */
interface ToolchainPlaces {
  readonly homeDir?: string;
  /** GOMODCACHE; if unset, that of the environment, or Go's default. */
  readonly moduleCache?: string;
}

const GO = process.platform === 'win32' ? 'go.exe' : 'go';

/**
 * The toolchains that are installed: that of the settings, those that the go command has downloaded, and those of
 * golang.org/dl, the newest version first. Starts no program and downloads nothing. Never rejects.
 */
export async function installedToolchains(go: GoEnvironment, places: ToolchainPlaces = {}): Promise<Toolchain[]> {
  const { homeDir = homedir(), moduleCache = moduleCacheOf(go.env, homeDir) } = places;
  const [cached, downloaded, own] = await Promise.all([
    foldersIn(join(moduleCache, 'golang.org'), /^toolchain@/),
    foldersIn(join(homeDir, 'sdk'), /^go\d/),
    goroots(go, homeDir),
  ]);
  const found = await Promise.all([...own, ...downloaded, ...cached].map(toolchainIn));
  const byVersion = new Map(found.flatMap((each) => (each ? [[each.version, each] as const] : [])).reverse());
  return [...byVersion.values()].sort((a, b) => compareVersions(b.version, a.version));
}

function moduleCacheOf({ GOMODCACHE, GOPATH }: Readonly<Record<string, string>>, homeDir: string): string {
  const [first] = (GOPATH ?? '').split(delimiter).filter((path) => path !== '');
  return GOMODCACHE || join(first ?? join(homeDir, 'go'), 'pkg', 'mod');
}

async function foldersIn(folder: string, pattern: RegExp): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => pattern.test(name)).map((name) => join(folder, name));
}

/** GOROOT, the folder of the go command, and those of commands such as `go1.25.4` on PATH, which may be links. */
async function goroots({ goBinary, env }: GoEnvironment, homeDir: string): Promise<string[]> {
  const folders = [...(env.PATH ?? env.Path ?? '').split(delimiter), join(homeDir, 'go', 'bin')].filter(isAbsolute);
  const named = await Promise.all(folders.map((folder) => foldersIn(folder, /^go1\.\d+\S*$/)));
  const commands = [...(isAbsolute(goBinary) ? [goBinary] : []), ...named.flat()];
  const real = await Promise.all(commands.map((file) => realpath(file).catch(() => file)));
  return [...(env.GOROOT ? [env.GOROOT] : []), ...real.map((file) => dirname(dirname(file)))];
}

/** undefined if the folder is not a GOROOT with a go command. */
async function toolchainIn(goroot: string): Promise<Toolchain | undefined> {
  const [text, commands] = await Promise.all([
    readFile(join(goroot, 'VERSION'), 'utf8').catch(() => ''),
    readdir(join(goroot, 'bin')).catch(() => [] as string[]),
  ]);
  const [, version] = /^(go1\.\d+\S*)/.exec(text) ?? [];
  return version !== undefined && commands.includes(GO) ? { version, goBinary: join(goroot, 'bin', GO) } : undefined;
}

/** Negative if Go `a` is older than `b`: `go1.25`, `1.25rc1`, `1.25.4`. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map(partsOf);
  for (let i = 0; i < left.length; i++) if (left[i] !== right[i]) return left[i] - right[i];
  return 0;
}

/** Major, minor, a number that sorts `rc` before releases, and patch or the number of the `rc`. */
function partsOf(version: string): readonly number[] {
  const [, major = 0, minor = 0, kind = '', last = 0] = /^(?:go)?(\d+)\.(\d+)(?:(rc|beta|\.)(\d+))?/.exec(version) ?? [];
  return [Number(major), Number(minor), ['beta', 'rc'].indexOf(kind) < 0 ? 2 : ['beta', 'rc'].indexOf(kind), Number(last)];
}

/** The version of the `go` line of the go.mod of a folder; undefined if there is none. Never rejects. */
export async function goLineOf(folder: string): Promise<string | undefined> {
  for (let dir = folder; ; dir = dirname(dir)) {
    const text = await readFile(join(dir, 'go.mod'), 'utf8').catch(() => undefined);
    if (text !== undefined) return /^go[ \t]+(\d+\.\d+\S*)/m.exec(text)?.[1];
    if (dir === dirname(dir)) return undefined;
  }
}
