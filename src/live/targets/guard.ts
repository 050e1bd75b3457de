/**
 * A program for Node that runs a command until the window ends: `node -e GUARD -- window's-pid command arguments`.
 * Without it, a forward would outlive a window that is killed, because then no code of the window runs. It leads a
 * process group with the command in it.
 */
export const GUARD = `
const { spawn, execFile } = require('node:child_process');
delete process.env.ELECTRON_RUN_AS_NODE;
const [parentText, file, ...args] = process.argv.slice(1);
const parent = Number(parentText);
const child = spawn(file, args, { stdio: 'inherit', windowsHide: true });
child.on('error', (error) => {
  console.error(error.code === 'ENOENT' ? 'not found' : error.message);
  process.exit(127);
});
child.on('exit', (code) => process.exit(code === null ? 1 : code));
process.on('SIGTERM', () => undefined);
process.on('SIGINT', () => undefined);
const isOrphan = () => {
  if (process.platform !== 'win32') return process.ppid !== parent;
  try { return !process.kill(parent, 0); } catch (error) { return error.code === 'ESRCH'; }
};
const timer = setInterval(() => {
  if (!isOrphan()) return;
  clearInterval(timer);
  if (process.platform === 'win32') return void execFile('taskkill', ['/T', '/F', '/PID', String(child.pid)]);
  process.kill(0, 'SIGTERM');
  setTimeout(() => process.kill(0, 'SIGKILL'), 1000);
}, 300);
`;
