import { CaptureError } from '../../common/captureError';
import { type RunOptions, runProcess, type RunResult } from '../../common/processes/runProcess';
import { resolve, sep } from 'node:path';

/** Where git runs. */
export interface GitPlace {
  /** Absolute folder. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** If set, git uses these instead of the folder's own. */
  readonly separate?: SeparateTree;
}

/** A working tree and an index outside of the repository, so that git leaves those of the repository alone. */
interface SeparateTree {
  /** Absolute paths. */
  readonly gitDir: string;
  readonly workTree: string;
  readonly indexFile: string;
}

const LIMIT_MS = 10_000;

/**
 * Settings that keep git from running hooks and the file monitor of the repository, from changing submodules, and from
 * printing advice.
 */
const QUIET = ['core.hooksPath=/dev/null', 'core.fsmonitor=false', 'submodule.recurse=false', 'advice.detachedHead=false'];

/**
 * Runs git without the repository's hooks, and without questions on a terminal. Throws CaptureError if git is missing
 * or takes too long, the signal's reason on abort, and the system's error if git cannot be started for another reason.
 */
export async function runGit(
  { cwd, env, signal, separate }: GitPlace,
  args: readonly string[],
  timeoutMs = LIMIT_MS,
  streams: Pick<RunOptions, 'stdin' | 'onStdoutBytes'> = {},
): Promise<RunResult> {
  // Takes no optional locks, which could make the user's own git commands fail. Messages are in English, to be parsed.
  const fixed = { GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C.UTF-8', LANGUAGE: 'en' };
  const redirects = separate && {
    GIT_DIR: separate.gitDir,
    GIT_WORK_TREE: separate.workTree,
    GIT_INDEX_FILE: separate.indexFile,
  };
  const gitEnv = { ...withoutRedirects(env), ...fixed, ...redirects };
  const options = { cwd, env: gitEnv, signal, timeoutMs, graceMs: 500, ...streams };
  const settings = QUIET.flatMap((setting) => ['-c', setting]);
  const result = await runProcess({ ...options, file: 'git', args: [...settings, ...args] }).catch((error: unknown) => {
    signal.throwIfAborted();
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new CaptureError('failed', 'git was not found: install it, or add it to the PATH.');
  });
  if (!result.timedOut) return result;
  throw new CaptureError('timedOut', `git ${args[0]} was stopped after ${timeoutMs / 1000} seconds.`, undefined, result.stderr);
}

/** Why git failed: its last error, or else its last line, without `fatal:` or `error:`. */
export function gitReason({ stderr, stdout }: Pick<RunResult, 'stderr' | 'stdout'>): string {
  const lines = `${stdout}\n${stderr}`.split('\n').map((line) => line.trim()).filter((line) => line !== '');
  const message = lines.findLast((line) => /^(?:fatal|error): /.test(line)) ?? lines.at(-1) ?? 'git printed nothing';
  return message.replace(/^(?:fatal|error): /, '').replace(/\.$/, '');
}

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

const REDIRECTING_VARIABLES = [
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_COMMON_DIR',
  'GIT_OBJECT_DIRECTORY',
  'GIT_NAMESPACE',
  'GIT_PREFIX',
];

/** The environment without the variables that would make git use another repository or index than the folder's. */
function withoutRedirects(env: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !REDIRECTING_VARIABLES.includes(name)));
}
