import { resolve, sep } from 'node:path';
import { CaptureError } from '../../common/captureError';
import type { RunResult } from '../processes/runProcess';
import { type GitPlace, gitReason, runGit } from './gitCommand';

/** The repository of a package's folder. Paths are absolute. */
export interface Repository {
  readonly place: GitPlace;
  /** The top of the working tree, as it is written in the path of the package's folder. */
  readonly top: string;
  /** The package's folder below the top; empty for the top itself. */
  readonly inside: string;
  /** The `.git` folder that all worktrees share. */
  readonly commonDir: string;
}

/** Finds the repository of `cwd`. Throws CaptureError if no working tree contains the folder, and like `runGit`. */
export async function openRepository(place: GitPlace): Promise<Repository> {
  const { cwd } = place;
  const args = ['rev-parse', '--show-toplevel', '--git-common-dir', '--show-prefix'];
  const result = await runGit(place, args);
  if (result.exitCode !== 0) {
    throw new CaptureError('failed', `There are no revisions of ${cwd}: ${reasonFor(result)}.`, undefined, result.stderr);
  }
  const [top = '', commonDir = '', prefix = ''] = result.stdout.split('\n');
  const inside = prefix.split('/').filter((part) => part !== '').join(sep);
  const end = inside === '' ? '' : sep + inside;
  // git resolves symbolic links, which the workspace's paths may contain.
  const workspaceTop = cwd.endsWith(end) ? cwd.slice(0, cwd.length - end.length) : resolve(top);
  return { place, top: workspaceTop, inside, commonDir: resolve(cwd, commonDir) };
}

function reasonFor(result: Pick<RunResult, 'stdout' | 'stderr'>): string {
  const reason = gitReason(result);
  if (reason.startsWith('not a git repository')) return 'it is not in a git repository';
  if (!reason.includes('dubious ownership')) return reason;
  const advice = /^\s*(git config .*safe\.directory .*)$/m.exec(result.stderr)?.[1].trim();
  const allow = advice ? `; if you trust it, allow it with: ${advice}` : '';
  return `git does not read a repository that belongs to another user${allow}`;
}
