import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { installPackages } from './debian.mjs';
import { cacheRoot } from './paths.mjs';
import { findOnPath, HostError, run } from './processes.mjs';

/** The load tools that are Go modules. */
const MODULES = {
  hey: 'github.com/rakyll/hey@v0.1.5',
  vegeta: 'github.com/tsenart/vegeta/v12@v12.13.0',
  bombardier: 'github.com/codesenberg/bombardier@v1.2.6',
};
const PURPOSE = 'to compare with what the real load tools print';

/**
 * Installs hey, vegeta and bombardier in this user's cache, and on Linux wrk and ab with apt-get, unless they are
 * installed.
 * @returns {Promise<string[]>} the folders of the programs
 * @throws {HostError} if one cannot be installed
 */
export async function ensureLoadTools() {
  const folders = [];
  for (const [name, module] of Object.entries(MODULES)) {
    folders.push(await installedModule(name, module));
  }
  if (process.platform === 'linux') {
    const missing = [['wrk', 'wrk'], ['ab', 'apache2-utils']].filter(([name]) => findOnPath(name) === undefined);
    if (missing.length > 0) {
      await installPackages(missing.map(([, debian]) => debian), PURPOSE);
    }
  }
  return folders;
}

/** Installs into a draft folder and renames it. If two runs install at once, the first to finish wins. */
async function installedModule(name, module) {
  const home = path.join(cacheRoot(), `load-${name}-${module.split('@')[1]}`);
  if (existsSync(home)) {
    return home;
  }
  console.log(`Installing ${name} in ${home}.`);
  const draft = `${home}.draft-${process.pid}`;
  try {
    await mkdir(draft, { recursive: true });
    const env = { ...process.env, GOBIN: draft, GOFLAGS: '' };
    await run(findOnPath('go') ?? 'go', ['install', module], { cwd: draft, env, quiet: true });
    await rename(draft, home);
  } catch (error) {
    if (!existsSync(home)) {
      throw new HostError(`${name} is needed ${PURPOSE}, and could not be installed: ${error.message}`);
    }
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return home;
}
