import { readFile, stat } from 'node:fs/promises';
import { relative, resolve, isAbsolute, sep } from 'node:path';
import type { Steps } from '../../profile/common/guard';
import { withoutFlag } from '../tool/goFlags';
import { runGo, type GoTool } from '../tool/goTool';
import { inSlices } from '../timeSlices';
import { hashFiles } from './fileHashes';

/** Limit in bytes for the sum of all texts; the tested package is read first. */
const MAX_BYTES = 2_000_000;
/** Other files of a program, such as embedded ones, have no lines with costs. */
const GO_OR_ASSEMBLY = /\.(go|s|S|sx)$/;
/** The longest time by which a file's timestamp may be behind the clock. */
const CLOCK_TICK_MS = 10;

interface Stamp {
  /** Changes with the file; empty if the file does not exist. */
  readonly identity: string;
  /** Milliseconds since the epoch. */
  readonly changedAt: number;
  readonly bytes: number;
}

/** The source files of a test binary: below some folders their texts, and whether they have changed. */
export class CompiledTexts {
  private constructor(
    private readonly files: ReadonlyMap<string, Stamp>,
    private readonly packageDirs: ReadonlyMap<string, Stamp>,
    readonly texts: ReadonlyMap<string, string>,
    /** All files, also those in other folders; empty if they were not listed. */
    readonly paths: readonly string[],
    /** Hashes of the user's own other files, such as C and embedded files, by absolute path. */
    readonly otherFiles: ReadonlyMap<string, string>,
    /** Whether all of the user's own files were read: none was left out because there are too many. */
    readonly areComplete: boolean,
  ) {}

  /** Reads the files below `folders` that `go list` reports; none if its output cannot be read. Throws like `runGo`. */
  static async read(
    tool: GoTool,
    buildFlags: readonly string[],
    folders: readonly string[],
    built: Built = 'test',
  ): Promise<CompiledTexts> {
    const packages = folders.length === 0 ? [] : await listPackages(tool, buildFlags, built);
    const isBelow = (path: string) => folders.some((folder) => isInside(folder, path));
    const selected = packages.filter(({ dir }) => isBelow(dir)).reverse();
    const files = await stampsOf(selected.flatMap(({ files: paths }) => paths).filter(isBelow));
    const dirs = await stampsOf(selected.map(({ dir }) => dir));
    // The stamps are read first, so that the stamp of a text that changes while it is read differs afterwards.
    const all = packages.flatMap(({ files: paths }) => paths);
    const [{ texts, areComplete }, others] = await Promise.all([readTexts(files), hashOthers(files)]);
    const areKnown = areComplete && others !== undefined && selected.length > 0;
    return new CompiledTexts(files, dirs, texts, all, others ?? new Map(), areKnown);
  }

  /** Those of a program that was stored: its files may have changed since, which changes nothing. */
  static stored(texts: ReadonlyMap<string, string>): CompiledTexts {
    return new CompiledTexts(new Map(), new Map(), texts, [], new Map(), false);
  }

  /** Whether a file has changed since it was read. */
  haveChanged(): Promise<boolean> {
    return differ(this.files);
  }

  /** Whether no file has changed or been added since `time`, in milliseconds since the epoch. */
  async areUnchangedSince(time: number): Promise<boolean> {
    const stamps = [...this.files.values(), ...this.packageDirs.values()];
    if (stamps.some(({ changedAt }) => changedAt >= time - CLOCK_TICK_MS)) return false;
    return this.areUnchanged();
  }

  /** Whether no file has changed or been added since the files were read. */
  async areUnchanged(): Promise<boolean> {
    return !(await differ(this.files)) && !(await differ(this.packageDirs));
  }
}

export interface ListedPackage {
  readonly dir: string;
  readonly files: readonly string[];
}

/** What is built of a package: its test binary, or the program of these words of `go build`. */
type Built = 'test' | { readonly program: string };

/** The packages of the test binary or program in the order of their initialization. Throws like `runGo`. */
export async function listPackages(
  tool: GoTool,
  buildFlags: readonly string[],
  built: Built = 'test',
): Promise<ListedPackage[]> {
  // Those of a package under test have the files of its tests, too, embedded ones included.
  const compiled = 'GoFiles,CgoFiles,SFiles,CFiles,CXXFiles,MFiles,HFiles,FFiles,SwigFiles,SwigCXXFiles';
  const fields = `Dir,${compiled},SysoFiles,EmbedFiles`;
  const flags = withoutFlag(withoutFlag(buildFlags, 'vet'), 'exec');
  const listed = built === 'test' ? ['-test', `-json=${fields}`, ...flags, '.'] : [`-json=${fields}`, ...flags, built.program];
  const { stdout } = await runGo(tool, ['list', '-e', '-deps', ...listed]);
  return inSlices(packagesIn(stdout), tool.signal);
}

/** Reads JSON objects that begin and end with a brace at the start of a line. */
function* packagesIn(output: string): Steps<ListedPackage[]> {
  const packages: ListedPackage[] = [];
  for (let at = 0; at < output.length; yield) {
    const next = output.indexOf('\n{', at);
    const end = next === -1 ? output.length : next + 1;
    const listed = packageOf(output.slice(at, end));
    if (listed !== undefined) packages.push(listed);
    at = end;
  }
  return packages;
}

function packageOf(json: string): ListedPackage | undefined {
  try {
    const { Dir, ...files } = JSON.parse(json) as Record<string, unknown>;
    if (typeof Dir !== 'string') return undefined;
    const names = Object.values(files).flat().filter((name) => typeof name === 'string');
    // Absolute names are of files that Go generates for the main package of a test binary.
    return { dir: Dir, files: names.filter((name) => !isAbsolute(name)).map((name) => resolve(Dir, name)) };
  } catch {
    return undefined;
  }
}

export function isInside(folder: string, path: string): boolean {
  const below = relative(folder, path);
  return below !== '..' && !below.startsWith(`..${sep}`) && !isAbsolute(below);
}

async function stampsOf(paths: readonly string[]): Promise<Map<string, Stamp>> {
  const distinct = [...new Set(paths)];
  const stamps = await Promise.all(distinct.map(stampOf));
  return new Map(distinct.map((path, i) => [path, stamps[i]]));
}

async function stampOf(path: string): Promise<Stamp> {
  try {
    const { ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
    // Tools may set mtime, but not ctime.
    return { identity: `${ino} ${size} ${mtimeNs} ${ctimeNs}`, changedAt: Number(ctimeNs) / 1e6, bytes: Number(size) };
  } catch {
    return { identity: '', changedAt: 0, bytes: 0 };
  }
}

async function differ(stamps: ReadonlyMap<string, Stamp>): Promise<boolean> {
  const current = await stampsOf([...stamps.keys()]);
  return [...stamps].some(([path, { identity }]) => current.get(path)!.identity !== identity);
}

/** There are many vendored files, and they are hardly ever edited. */
function isVendored(path: string): boolean {
  return path.split(sep).includes('vendor');
}

/** The hashes of the user's own files that are neither Go nor assembly; undefined if they are too many or too large. */
function hashOthers(files: ReadonlyMap<string, Stamp>): Promise<Map<string, string> | undefined> {
  const others = [...files].filter(([path, { identity }]) => {
    return identity !== '' && !GO_OR_ASSEMBLY.test(path) && !isVendored(path);
  });
  return hashFiles(others.map(([path, { bytes }]) => ({ path, bytes })));
}

async function readTexts(
  files: ReadonlyMap<string, Stamp>,
): Promise<{ readonly texts: Map<string, string>; readonly areComplete: boolean }> {
  let bytes = 0;
  const own = [...files].filter(([path]) => GO_OR_ASSEMBLY.test(path) && !isVendored(path));
  const chosen = own.filter(([, stamp]) => {
    const isRead = stamp.identity !== '' && bytes + stamp.bytes <= MAX_BYTES;
    if (isRead) bytes += stamp.bytes;
    return isRead;
  });
  const read = await Promise.all(chosen.map(([path]) => readFile(path, 'utf8').catch(() => undefined)));
  const texts = new Map(chosen.flatMap(([path], i) => (read[i] === undefined ? [] : [[path, read[i]] as const])));
  return { texts, areComplete: texts.size === own.length };
}
