import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { flagValue, splitGoflags } from './goFlags';
import type { GoSettings } from './goTool';

/** Maps absolute paths to the files that are compiled instead; an empty one removes the file. See `go help build`. */
export type ReplacedFiles = Readonly<Record<string, string>>;

/**
 * The files that the user's own -overlay replaces, in GOFLAGS or the build flags. Throws if it cannot be read.
 * @param cwd the folder to which its paths are relative
 */
export async function replacedByUser(
  goflags: string,
  buildFlags: readonly string[],
  cwd: string,
): Promise<ReplacedFiles> {
  const chosen = flagValue([...splitGoflags(goflags), ...buildFlags], 'overlay');
  if (chosen === undefined || chosen === '') return {};
  const { Replace: replace = {} } = JSON.parse(await readFile(resolve(cwd, chosen), 'utf8')) as { Replace?: Record<string, string> };
  const absolute = (path: string) => (path === '' ? '' : resolve(cwd, path));
  return Object.fromEntries(Object.entries(replace).map(([from, to]) => [absolute(from), absolute(to)]));
}

/** Writes a file for -overlay. */
export async function writeOverlay(file: string, replaced: ReplacedFiles): Promise<void> {
  await writeFile(file, JSON.stringify({ Replace: replaced }));
}

/** Whether Go is a toolchain of the module cache, whose files recent releases refuse to replace. */
export function isDownloaded({ goroot, version }: Pick<GoSettings, 'goroot' | 'version'>): boolean {
  return minorOf(version) >= 21 && /[\\/]golang\.org[\\/]toolchain@v/.test(goroot);
}

/** The minor version of a release: 26 for `go1.26.8`; Infinity if it is not known, such as of a development build. */
export function minorOf(version: string): number {
  return Number(/^go1\.(\d+)/.exec(version)?.[1] ?? Infinity);
}
