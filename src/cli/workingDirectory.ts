import { statSync } from 'node:fs';

/** The working directory as the shell names it: like Go's os.Getwd, without resolving symbolic links. */
export function workingDirectory(): string {
  const actual = process.cwd();
  const shellDirectory = process.env['PWD'];
  if (!shellDirectory?.startsWith('/')) return actual;
  const shellStat = statSync(shellDirectory, { throwIfNoEntry: false });
  const actualStat = statSync(actual);
  return shellStat?.ino === actualStat.ino && shellStat.dev === actualStat.dev ? shellDirectory : actual;
}
