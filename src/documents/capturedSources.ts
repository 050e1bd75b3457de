import { join } from 'node:path';
import type { Capture } from '../captures/loadedCapture';

/** Limit for all source texts of a capture together, in characters. */
const SNAPSHOT_CHARACTERS = 4_000_000;

/** Reads files whose texts may be stored. */
export interface TextFiles {
  /**
   * The text of a regular file that, with links followed, lies in one of the folders; undefined for any other file, and
   * for one larger than `maxBytes`. May reject.
   */
  textOf(path: string, folders: readonly string[], maxBytes: number): Promise<string | undefined>;
}

/** The path of a file whose text was captured; undefined if it was not captured. */
export function capturedPath({ sources, module }: Pick<Capture, 'sources' | 'module'>, name: string): string | undefined {
  const inModule = module && name.startsWith(`${module.modulePath}/`);
  const path = inModule ? join(module.moduleDir, name.slice(module.modulePath.length + 1)) : name;
  return sources.has(path) ? path : undefined;
}

/**
 * Adds the texts of files in the workspace folders to the sources of a capture. Skips texts that exceed the limit.
 * @param named the absolute paths of the files, by their names in profiles
 */
export async function addTexts(
  sources: Map<string, string>,
  named: ReadonlyMap<string, string>,
  folders: readonly string[],
  files: TextFiles,
): Promise<void> {
  const paths = [...new Set(named.values())];
  let characters = paths.reduce((sum, path) => sum + (sources.get(path)?.length ?? 0), 0);
  for (const path of paths) {
    if (sources.has(path)) continue;
    const text = await files.textOf(path, folders, 4 * SNAPSHOT_CHARACTERS).catch(() => undefined);
    // A text that is too large must not take the place of the texts after it.
    if (text === undefined || characters + text.length > SNAPSHOT_CHARACTERS) continue;
    characters += text.length;
    sources.set(path, text);
  }
}
