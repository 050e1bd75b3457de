import { basename, relative } from 'node:path';
import { CaptureError, type CaptureFailure, isCaptureError } from '../../common/captureError';
import { missingParts } from '../../go/git/missingParts';
import type { Repository } from '../../go/git/gitCommand';

/** Failures that have nothing to do with the revision. */
const MACHINE_FAILURES: readonly CaptureFailure[] = ['goNotFound', 'goPathInvalid', 'diskFull'];

/** Thrown if the revision cannot be measured. Another revision may work. */
export class RevisionError extends CaptureError {}

/** The measurement that failed. */
interface RevisionRun {
  /** The name of the benchmark. */
  readonly name: string;
  /** The revision as shown. */
  readonly revision: string;
  readonly repository: Repository;
  /** The folder of the worktree. */
  readonly tree: string;
}

/** Adds the revision's name to an error and, if the build failed, the parts that the revision does not have. */
export async function revisionFailure(error: unknown, run: RevisionRun): Promise<unknown> {
  if (!isCaptureError(error) || MACHINE_FAILURES.includes(error.failure)) return error;
  const { name, revision, repository, tree } = run;
  const { failure, detail } = error;
  if (failure === 'noMatch' && error.message.startsWith('There is no ')) {
    return new RevisionError(failure, `${revision} has no ${name}${folderText(repository)}.`, undefined, detail);
  }
  const missing = failure === 'compile' ? await missingParts(repository, tree, detail ?? '') : [];
  const words = error.message.startsWith(revision) ? error.message : `At ${revision}, ${withPlace(error, tree)}`;
  const message = [words, ...missing].join(' ').replaceAll(tree, repository.top);
  // Without a location, because the worktree is removed; the message names the place.
  return new RevisionError(failure, message, undefined, detail);
}

/** ` in sub/a`; empty for the top of the repository. */
export function folderText({ inside }: Repository): string {
  return inside === '' ? '' : ` in ${inside.replaceAll('\\', '/')}`;
}

/** The message with its place as a path in the repository: `(a.go:3)` → `(sub/a.go:3)`. */
function withPlace({ message, location }: CaptureError, tree: string): string {
  if (!location) return message;
  const inside = relative(tree, location.file).replaceAll('\\', '/');
  if (inside.startsWith('..')) return message;
  return message.replace(`(${basename(location.file)}:`, `(${inside}:`);
}
