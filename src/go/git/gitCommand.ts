import { CaptureError } from '../../common/captureError';
import { runProcess, type RunResult } from '../processes/runProcess';
import { withoutRedirects } from './gitEnvironment';

/** Where git runs. */
export interface GitPlace {
  /** Absolute folder. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
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
  { cwd, env, signal }: GitPlace,
  args: readonly string[],
  timeoutMs = LIMIT_MS,
): Promise<RunResult> {
  // Takes no optional locks, which could make the user's own git commands fail. Messages are in English, to be parsed.
  const fixed = { GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C.UTF-8', LANGUAGE: 'en' };
  const gitEnv = { ...withoutRedirects(env), ...fixed };
  const options = { cwd, env: gitEnv, signal, timeoutMs, graceMs: 500 };
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
