import { basename, dirname, resolve, sep } from 'node:path';
import { runGit } from './git/gitCommand';
import type { RunResult } from './processes/runProcess';

/** The commit that a folder's files belong to. */
export interface GitState {
  /** The whole hash. */
  readonly commit: string;
  /** Unset if no branch is checked out. */
  readonly branch?: string;
  /**
   * Whether a tracked file differs from the commit, or the program contains a file that git does not track; unset if
   * git fails or is slow.
   */
  readonly isDirty?: boolean;
}

/** What git says of a folder, before it is known which files the program contains. */
export interface GitReading extends Omit<GitState, 'isDirty'> {
  /** Unset if git fails or is slow. */
  readonly status?: {
    readonly hasTrackedChanges: boolean;
    /** Absolute paths of files that git neither tracks nor ignores; a folder without tracked files ends in a slash. */
    readonly untracked: readonly string[];
  };
}

/** `git status` of a large repository may take long, and a capture must not wait for it. */
const LIMIT_MS = 2000;

/** Files that select the code of a program without being part of it. */
const MODULE_FILES = ['go.mod', 'go.sum', 'go.work', 'go.work.sum'];

/**
 * Reads the commit of a folder's files; undefined if the folder is in no repository, the repository has no commit, or
 * git is missing or slow. Never rejects.
 */
export async function readGitState(
  cwd: string,
  env: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<GitReading | undefined> {
  const git = async (...args: readonly string[]): Promise<RunResult | undefined> => {
    const result = await runGit({ cwd, env, signal }, args, LIMIT_MS).catch(() => undefined);
    return result?.exitCode === 0 ? result : undefined;
  };
  const revision = git('rev-parse', '--show-cdup', 'HEAD', '--abbrev-ref', 'HEAD');
  const [head, status] = await Promise.all([revision, git('status', '--porcelain', '--untracked-files=normal', '-z')]);
  const [up = '', commit = '', branch = 'HEAD'] = head?.stdout.split('\n') ?? [];
  if (!/^[0-9a-f]{40,64}$/.test(commit)) return undefined;
  const changes = status?.stdout.split('\0').filter((line) => line !== '');
  // Not git's own path of the top, whose symbolic links are resolved.
  const pathOf = (name: string): string => resolve(cwd, up, name) + (name.endsWith('/') ? sep : '');
  return {
    commit,
    ...(branch !== 'HEAD' && { branch }),
    ...(changes && { status: {
      hasTrackedChanges: changes.some((line) => !line.startsWith('?? ')),
      untracked: changes.filter((line) => line.startsWith('?? ')).map((line) => pathOf(line.slice('?? '.length))),
    } }),
  };
}

/**
 * The state for a program of the package in `cwd` that was built from these files, which are absolute paths. If none
 * are known, it may contain each file that git does not track.
 */
export function gitStateOf({ status, ...commit }: GitReading, files: readonly string[], cwd: string): GitState {
  if (!status) return commit;
  const isUsed = (path: string): boolean => {
    if (files.length === 0) return true;
    const selects = MODULE_FILES.includes(basename(path)) && `${cwd}${sep}`.startsWith(`${dirname(path)}${sep}`);
    return selects || files.some((file) => (path.endsWith(sep) ? file.startsWith(path) : file === path));
  };
  return { ...commit, isDirty: status.hasTrackedChanges || status.untracked.some(isUsed) };
}
