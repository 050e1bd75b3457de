import { basename, dirname, relative, resolve, sep } from 'node:path';
import { runGit } from './git/gitCommand';
import type { RunResult } from '../common/processes/runProcess';

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
  /** The first line of the commit's message. */
  readonly subject?: string;
  /** How the program's files differ from the commit; unset like `isDirty`. */
  readonly changes?: readonly FileChange[];
}

/** How the lines of a file differ from those of a commit. */
export interface FileChange {
  /** Relative to the top of the repository, with slashes. */
  readonly file: string;
  /** 0 if unknown, such as for a binary file. */
  readonly added: number;
  readonly removed: number;
}

/** What git says of a folder, before it is known which files the program contains. */
export interface GitReading extends Omit<GitState, 'isDirty' | 'changes'> {
  /** Absolute path of the top of the repository, with the symbolic links of the folder's path. */
  readonly top: string;
  /** The files that git tracks and that differ from the commit; unset if git fails or is slow. */
  readonly tracked?: readonly FileChange[];
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
  const [head, log, status, diff] = await Promise.all([
    git('rev-parse', '--show-cdup', 'HEAD', '--abbrev-ref', 'HEAD'),
    git('log', '-1', '--no-show-signature', '--no-color', '--format=%s', 'HEAD', '--'),
    git('status', '--porcelain', '--untracked-files=normal', '-z'),
    git('-c', 'diff.relative=false', 'diff', ...PLAIN_DIFF, '--numstat', '-z', 'HEAD', '--'),
  ]);
  const [up = '', commit = '', branch = 'HEAD'] = head?.stdout.split('\n') ?? [];
  if (!/^[0-9a-f]{40,64}$/.test(commit)) return undefined;
  const changes = status?.stdout.split('\0').filter((line) => line !== '');
  // Not git's own path of the top, whose symbolic links are resolved.
  const pathOf = (name: string): string => resolve(cwd, up, name) + (name.endsWith('/') ? sep : '');
  const subject = log?.stdout.trim();
  return {
    commit,
    ...(branch !== 'HEAD' && { branch }),
    ...(subject && { subject }),
    top: resolve(cwd, up),
    ...(diff && { tracked: diff.stdout.split('\0').flatMap(fileChange) }),
    ...(changes && { status: {
      hasTrackedChanges: changes.some((line) => !line.startsWith('?? ')),
      untracked: changes.filter((line) => line.startsWith('?? ')).map((line) => pathOf(line.slice('?? '.length))),
    } }),
  };
}

/** Runs no program that the repository's configuration names. */
const PLAIN_DIFF = ['--no-ext-diff', '--no-textconv', '--no-renames', '--no-color', '--ignore-submodules=dirty'];

/** `12\t3\tcache/lru.go`; `-` instead of a number for a binary file. */
function fileChange(line: string): FileChange[] {
  const [added, removed, ...path] = line.split('\t');
  if (path.length === 0) return [];
  return [{ file: path.join('\t'), added: Number(added) || 0, removed: Number(removed) || 0 }];
}

/**
 * The state for a program of the package in `cwd` that was built from these files, which are absolute paths. If none
 * are known, it may contain each file that differs from the commit.
 * @param texts of files, to count their lines
 */
export function gitStateOf(
  { status, tracked, top, ...commit }: GitReading,
  files: readonly string[],
  cwd: string,
  texts: ReadonlyMap<string, string> = new Map(),
): GitState {
  if (!status) return commit;
  const isUsed = (path: string): boolean => {
    if (files.length === 0) return true;
    const selects = MODULE_FILES.includes(basename(path)) && `${cwd}${sep}`.startsWith(`${dirname(path)}${sep}`);
    return selects || files.some((file) => (path.endsWith(sep) ? file.startsWith(path) : file === path));
  };
  const isDirty = status.hasTrackedChanges || status.untracked.some(isUsed);
  if (!tracked) return { ...commit, isDirty };
  const untracked = status.untracked.flatMap((path) => {
    return path.endsWith(sep) ? files.filter((file) => file.startsWith(path)) : isUsed(path) ? path : [];
  });
  const changes = [
    ...tracked.filter(({ file }) => isUsed(resolve(top, file))),
    ...untracked.map((path) => {
      const file = relative(top, path).replaceAll('\\', '/');
      return { file, added: lineCount(texts.get(path)), removed: 0 };
    }),
  ];
  return { ...commit, isDirty, changes };
}

function lineCount(text = ''): number {
  return text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}
