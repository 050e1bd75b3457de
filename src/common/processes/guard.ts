import { type RunOptions, runProcess, type RunResult } from './runProcess';

/** The exit code of a guard whose command cannot be started. */
const NOT_STARTED = 127;

/**
 * A program for Node that runs a command until the window ends: `node -e GUARD -- window's-pid command arguments`.
 * Without it, the command would outlive a window that is killed, because then no code of the window runs. It leads a
 * process group with the command in it.
 */
const GUARD = `
const { spawn, execFile } = require('node:child_process');
delete process.env.ELECTRON_RUN_AS_NODE;
const [parentText, file, ...args] = process.argv.slice(1);
const parent = Number(parentText);
const child = spawn(file, args, { stdio: 'inherit', windowsHide: true });
child.on('error', (error) => {
  console.error(error.message);
  process.exit(${NOT_STARTED});
});
let isEnding = false;
child.on('exit', (code, signal) => {
  // What the command has started may still have to be killed.
  if (isEnding) return;
  if (code !== null) process.exit(code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
process.on('SIGTERM', () => undefined);
process.on('SIGINT', () => undefined);
const isOrphan = () => {
  if (process.platform !== 'win32') return process.ppid !== parent;
  try { return !process.kill(parent, 0); } catch (error) { return error.code === 'ESRCH'; }
};
const timer = setInterval(() => {
  if (!isOrphan()) return;
  clearInterval(timer);
  isEnding = true;
  if (process.platform === 'win32') return void execFile('taskkill', ['/T', '/F', '/PID', String(child.pid)], () => process.exit());
  process.kill(0, 'SIGTERM');
  setTimeout(() => process.kill(0, 'SIGKILL'), 1000);
}, 300);
`;

/** Runs a command as runProcess does, with the same errors, and ends it also if this process is killed. */
export async function runGuarded({ file, args, env, ...options }: RunOptions): Promise<RunResult> {
  const result = await runProcess({
    ...options,
    file: process.execPath,
    args: ['-e', GUARD, '--', String(process.pid), file, ...args],
    env: { ...env, ELECTRON_RUN_AS_NODE: '1' },
  });
  const [message, code] = /^spawn .* (E[A-Z0-9]+)$/.exec(result.stderr.trim()) ?? [];
  if (result.exitCode === NOT_STARTED && code !== undefined) throw Object.assign(new Error(message), { code });
  return result;
}
