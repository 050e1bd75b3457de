import { homedir } from 'node:os';
import { CaptureError } from '../../common/captureError';
import { runProcess } from '../../common/processes/runProcess';

/** How long gcloud may take; it may have to renew its own token. */
const LIMIT_MS = 30_000;
const ARGS = ['auth', 'print-access-token'];
const COMMAND = `gcloud ${ARGS.join(' ')}`;
const KEPT = { head: 64 << 10, tail: 1000 };

/**
 * The access token of the user who is logged in to gcloud, which is valid for about an hour. Runs `gcloud auth
 * print-access-token`: call it only when the user asks for that. Throws CaptureError `toolNotFound` or `failed`, or the
 * signal's reason on abort.
 */
export async function gcloudToken(
  env: Readonly<Record<string, string>>,
  signal: AbortSignal,
  platform: NodeJS.Platform = process.platform,
): Promise<string> {
  // On Windows, gcloud is a script of cmd.exe, which Node does not start itself.
  const command = platform === 'win32'
    ? { file: env['ComSpec'] ?? 'cmd.exe', args: ['/d', '/c', 'gcloud.cmd', ...ARGS] }
    : { file: 'gcloud', args: ARGS };
  const run = { ...command, cwd: homedir(), env, signal, timeoutMs: LIMIT_MS, kept: KEPT };
  const result = await runProcess(run).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'EINVAL') throw error;
    throw new CaptureError('toolNotFound', `gcloud was not found: install Google Cloud's command line, or paste a token that "${COMMAND}" prints.`);
  });
  if (result.timedOut) throw new CaptureError('failed', `${COMMAND} has not ended after ${LIMIT_MS / 1000} s.`);
  const token = result.stdout.trim();
  if (result.exitCode === 0 && /^[\w.~+/=-]{8,8192}$/.test(token)) return token;
  const [first = ''] = result.stderr.trim().split('\n', 1);
  const said = first === '' ? 'it printed no token' : first.slice(0, 200);
  throw new CaptureError('failed', `${COMMAND} failed (${said}): log in with "gcloud auth login".`, undefined, result.stderr);
}
