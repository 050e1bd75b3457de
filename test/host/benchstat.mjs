import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { cacheRoot } from './paths.mjs';
import { findOnPath, HostError, run } from './processes.mjs';

/** The version of golang.org/x/perf whose benchstat the tests compare with. */
export const BENCHSTAT_VERSION = 'v0.0.0-20260908200009-22c9c6c9d4da';

/**
 * Installs the real benchstat in this user's cache, unless it is already installed.
 * @returns {Promise<string>} the path of the program
 * @throws {HostError} if benchstat cannot be installed
 */
export async function ensureBenchstat() {
  const home = path.join(cacheRoot(), `benchstat-${BENCHSTAT_VERSION}`);
  const program = path.join(home, process.platform === 'win32' ? 'benchstat.exe' : 'benchstat');
  if (!existsSync(program)) {
    console.log(`Installing benchstat in ${home}.`);
    await installAtomically(home, program);
  }
  return program;
}

/** Installs into a draft folder and renames it to `home`. If two runs install at once, the first to finish wins. */
async function installAtomically(home, program) {
  const draft = `${home}.draft-${process.pid}`;
  try {
    await mkdir(draft, { recursive: true });
    const go = findOnPath('go') ?? 'go';
    const env = { ...process.env, GOBIN: draft, GOFLAGS: '' };
    await run(go, ['install', `golang.org/x/perf/cmd/benchstat@${BENCHSTAT_VERSION}`], { cwd: draft, env, quiet: true });
    await rename(draft, home);
  } catch (error) {
    if (!existsSync(program)) {
      throw new HostError(`The tests compare with benchstat, which could not be installed: ${error.message}`);
    }
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
