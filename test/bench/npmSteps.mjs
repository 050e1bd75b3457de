import { cp, readFile } from 'node:fs/promises';
import path from 'node:path';
import { packageExtension } from '../host/build.mjs';
import { runNpm } from '../host/npm.mjs';
import { repoRoot } from '../host/paths.mjs';

export { packageExtension };

export function buildExtension() {
  return runNpm(['run', '-s', 'build'], { cwd: repoRoot, quiet: true });
}

/** Installs the packages of the lock file in `from` into `folder`, unless they are already there. */
export async function installInto(folder, from) {
  const lockFile = 'package-lock.json';
  const [wanted, there] = await Promise.all([from, folder].map((place) => read(path.join(place, lockFile))));
  const installed = await read(path.join(folder, 'node_modules', '.package-lock.json'));
  await cp(from, folder, { recursive: true });
  if (installed === undefined || wanted !== there) {
    await runNpm(['ci', '--no-audit', '--no-fund'], { cwd: folder, quiet: true });
  }
}

function read(file) {
  return readFile(file, 'utf8').catch(() => undefined);
}
