import { cp, readFile } from 'node:fs/promises';
import path from 'node:path';
import { packageExtension } from '../host/build.mjs';
import { runNpm } from '../host/npm.mjs';
import { repoRoot } from '../host/paths.mjs';

export { packageExtension };

export function buildExtension() {
  return runNpm(['run', '-s', 'build'], { cwd: repoRoot, quiet: true });
}

/** Copies `from` into `folder` and installs the packages of its lock file, unless they are already installed. */
export async function installInto(folder, from) {
  const lockFile = 'package-lock.json';
  const [newLock, oldLock] = await Promise.all([from, folder].map((parent) => read(path.join(parent, lockFile))));
  const installed = await read(path.join(folder, 'node_modules', '.package-lock.json'));
  await cp(from, folder, { recursive: true });
  if (installed === undefined || newLock !== oldLock) {
    await runNpm(['ci', '--no-audit', '--no-fund'], { cwd: folder, quiet: true });
  }
}

function read(file) {
  return readFile(file, 'utf8').catch(() => undefined);
}
