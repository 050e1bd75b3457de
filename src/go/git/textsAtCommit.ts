import { Readable } from 'node:stream';
import { relative, sep } from 'node:path';
import { CaptureError } from '../../common/captureError';
import { gitReason, type Repository, runGit } from './gitCommand';
import { ObjectReader } from './objectReader';

/** Larger files are no source that one reads. */
const MAX_TEXT_BYTES = 16 << 20;
/** Of all texts together, in bytes. */
const MAX_BYTES = 64 << 20;
const LIMIT_MS = 60_000;

/** How the files of a working tree differ from those of a commit. */
export interface TextsAtCommit {
  /** What differing files were, by their absolute paths of today. */
  readonly texts: ReadonlyMap<string, string>;
  /** Files that the commit does not have, and those that are too large: absolute paths. */
  readonly missing: readonly string[];
}

/**
 * Reads what files were at a commit, where that differs from the working tree. Files that are the same are left out.
 * Nothing is fetched, and no filter of the repository's configuration runs. Throws CaptureError, or the signal's
 * reason on abort.
 * @param hash of a commit that the repository has, as findRevision returns it
 * @param paths absolute paths in the working tree
 */
export async function textsAtCommit(
  { place, top }: Repository,
  hash: string,
  paths: readonly string[],
): Promise<TextsAtCommit> {
  const names = new Map(paths.map((path) => [relative(top, path).split(sep).join('/'), path]));
  // A partial clone would download what it lacks.
  const inTop = { ...place, cwd: top, env: { ...place.env, GIT_NO_LAZY_FETCH: '1' } };
  const diff = await runGit(
    inTop,
    ['diff', '--name-only', '-z', '--no-renames', '--no-ext-diff', '--no-textconv', '--ignore-submodules=all', hash, '--'],
    LIMIT_MS,
  );
  if (diff.exitCode !== 0) throw new CaptureError('failed', `git cannot compare the files with ${hash.slice(0, 8)}: ${gitReason(diff)}.`);
  const differing = diff.stdout.split('\0').flatMap((name) => {
    const path = names.get(name);
    // The name of an object ends with the line.
    return path === undefined || name.includes('\n') ? [] : [{ name, path }];
  });
  return objectsOf(inTop, hash, differing);
}

async function objectsOf(
  place: Repository['place'],
  hash: string,
  files: readonly { readonly name: string; readonly path: string }[],
): Promise<TextsAtCommit> {
  if (files.length === 0) return { texts: new Map(), missing: [] };
  const reader = new ObjectReader(MAX_TEXT_BYTES, MAX_BYTES);
  const run = await runGit(place, ['cat-file', '--batch'], LIMIT_MS, {
    stdin: Readable.from(files.map(({ name }) => `${hash}:${name}\n`)),
    onStdoutBytes: (bytes) => reader.take(bytes),
  });
  if (run.exitCode !== 0) throw new CaptureError('failed', `git cannot read the files of ${hash.slice(0, 8)}: ${gitReason(run)}.`);
  const objects = reader.end();
  const texts = new Map<string, string>();
  const missing: string[] = [];
  for (const [i, { path }] of files.entries()) {
    const text = objects[i];
    if (text === undefined) missing.push(path);
    else texts.set(path, text);
  }
  return { texts, missing };
}
