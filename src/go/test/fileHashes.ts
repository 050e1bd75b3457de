import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** Limit in bytes for the sum of all files: SQLite has 9 million. */
const MAX_BYTES = 64_000_000;
/** Limit for their number: a thousand small ones take about 0.1 s beside the build, for which the columns may wait. */
const MAX_FILES = 2000;
/** Larger files are read in pieces. */
const WHOLE_BYTES = 1_000_000;
const AT_ONCE = 8;
/** Characters of a file's hash that tell two states of it apart. */
const HASH_LENGTH = 16;

/** A file to hash. */
export interface HashedFile {
  readonly path: string;
  readonly bytes: number;
}

/**
 * Hashes of files by their paths; undefined if there are too many, if they are too large, or if one cannot be read.
 * @param hashOf returns the hash of one file
 */
export async function hashFiles(
  files: readonly HashedFile[],
  hashOf: (file: HashedFile) => Promise<string> = fileHash,
): Promise<Map<string, string> | undefined> {
  if (files.length > MAX_FILES || files.reduce((sum, { bytes }) => sum + bytes, 0) > MAX_BYTES) return undefined;
  const hashes = new Map(files.map(({ path }) => [path, '']));
  const waiting = files.values();
  const hashNext = async () => {
    for (const file of waiting) hashes.set(file.path, await hashOf(file));
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, hashNext));
    return hashes;
  } catch {
    return undefined;
  }
}

async function fileHash({ path, bytes }: HashedFile): Promise<string> {
  const hash = createHash('sha1');
  if (bytes <= WHOLE_BYTES) hash.update(await readFile(path));
  else for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  return hash.digest('hex').slice(0, HASH_LENGTH);
}
