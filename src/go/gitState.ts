import { withoutRedirects } from './git/gitEnvironment';
import { runProcess, type RunResult } from './processes/runProcess';

/** The commit that a folder's files belong to. */
export interface GitState {
  /** The whole hash. */
  readonly commit: string;
  /** Unset if no branch is checked out. */
  readonly branch?: string;
  /** Whether the repository has changed files, or new ones that git does not ignore; unset if git fails or is slow. */
  readonly isDirty?: boolean;
}

/** `git status` of a large repository may take long, and a capture must not wait for it. */
const LIMIT_MS = 2000;

/**
 * Reads the commit of a folder's files; undefined if the folder is in no repository, the repository has no commit, or
 * git is missing or slow. Never rejects.
 */
export async function readGitState(
  cwd: string,
  env: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<GitState | undefined> {
  const git = async (...args: readonly string[]): Promise<RunResult | undefined> => {
    // Takes no optional locks, which could make the user's own git commands fail.
    const options = { cwd, env: { ...withoutRedirects(env), GIT_OPTIONAL_LOCKS: '0' }, signal, timeoutMs: LIMIT_MS, graceMs: 100 };
    const result = await runProcess({ ...options, file: 'git', args }).catch(() => undefined);
    return result?.exitCode === 0 && !result.timedOut ? result : undefined;
  };
  const revision = git('rev-parse', 'HEAD', '--abbrev-ref', 'HEAD');
  const [head, status] = await Promise.all([revision, git('status', '--porcelain')]);
  const [commit = '', branch = 'HEAD'] = head?.stdout.trim().split('\n') ?? [];
  if (!/^[0-9a-f]{40,64}$/.test(commit)) return undefined;
  return { commit, ...(branch !== 'HEAD' && { branch }), ...(status && { isDirty: status.stdout.trim() !== '' }) };
}
