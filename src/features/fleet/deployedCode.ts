import { relative, sep } from 'node:path';
import { openRepository } from '../../go/git/gitCommand';
import { findRevision, type Revision } from '../../go/git/revisions';
import { textsAtCommit } from '../../go/git/textsAtCommit';
import { isCaptureError } from '../../common/captureError';

/** The code of which a store's profiles are, by what their labels say of the build. */
export interface DeployedCode {
  readonly revision: Revision;
  /** The texts of files that differ here, by their absolute paths of today. */
  readonly texts: ReadonlyMap<string, string>;
  /** Files of today that the commit does not have, or whose texts are too large: absolute paths. */
  readonly missing: readonly string[];
  /** Whether the build had changes that are in no commit. */
  readonly isDirty: boolean;
}

/** What is known of a build. */
export interface BuildName {
  /** A hash, a tag, a version, or what `git describe` prints. */
  readonly name: string;
  /** Of the module whose version it is: absolute. Its tags begin with its folder in the repository. */
  readonly moduleDir?: string | undefined;
}

/** A folder of the workspace, where git runs. */
export interface GitFolder {
  /** Absolute. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Finds the commit that was deployed in the repositories of the workspace, and reads what its files were. Nothing is
 * fetched. undefined if no repository has the commit. Throws CaptureError if git fails or is missing, or the signal's
 * reason on abort.
 * @param paths files of the profile in the workspace: absolute
 */
export async function deployedCode(
  { name, moduleDir }: BuildName,
  paths: readonly string[],
  folders: readonly GitFolder[],
  signal: AbortSignal,
): Promise<DeployedCode | undefined> {
  for (const { cwd, env } of folders) {
    const repository = await openRepository({ cwd, env, signal }).catch((error: unknown) => {
      if (isCaptureError(error) && error.message.endsWith(': it is not in a git repository.')) return undefined;
      throw error;
    });
    if (!repository) continue;
    const inside = moduleDir === undefined ? '' : relative(repository.top, moduleDir).split(sep).join('/');
    const tags = inside === '' || inside.startsWith('..') ? [] : [`refs/tags/${inside}/${name.trim()}`];
    for (const candidate of [...tags, ...revisionNames(name)]) {
      const revision = await findRevision(repository.place, candidate);
      if (!revision) continue;
      const own = paths.filter((path) => path.startsWith(repository.top));
      return { revision, isDirty: DIRTY.test(name.trim()), ...(await textsAtCommit(repository, revision.hash, own)) };
    }
  }
  return undefined;
}

const DIRTY = /[-.+]dirty$/i;

/**
 * What git may know a build by: `1.4.2` is the tag `v1.4.2`, and `main-1a2b3c4d` and what `git describe` prints end
 * with a hash. A branch is not what was deployed, since it moves on, and a number of a build is no hash.
 */
export function revisionNames(name: string): string[] {
  const text = name.trim();
  const plain = text.replace(DIRTY, '');
  const tags = /^\d+\.\d+/.test(text) ? [plain, `v${plain}`] : [plain];
  const hash = /(?:^|[^0-9a-z]g?)([0-9a-f]{7,40})$/i.exec(plain)?.[1];
  const isHash = hash !== undefined && (hash.length === 40 || /[a-f]/i.test(hash));
  return [...tags.filter((tag) => tag !== '').map((tag) => `refs/tags/${tag}`), ...(isHash ? [hash] : [])];
}
