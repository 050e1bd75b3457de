import { existsSync } from 'node:fs';
import { findOnPath, HostError, run } from './processes.mjs';

/**
 * Installs Debian packages, if this process may do so.
 * @param {string[]} packages
 * @param {string} purpose the end of a sentence that begins with "Needed"
 * @throws {HostError} with the command to run, if they cannot be installed from here
 */
export async function installPackages(packages, purpose) {
  const aptGet = existsSync('/etc/debian_version') ? findOnPath('apt-get') : undefined;
  if (!aptGet) {
    throw new HostError(`Needed ${purpose}, and missing: ${packages.join(', ')} (Debian's names). Install them first.`);
  }
  if (process.getuid?.() !== 0) {
    throw new HostError(`Needed ${purpose}, and missing: run "sudo apt-get install ${packages.join(' ')}" first.`);
  }
  console.log(`Installing ${packages.join(', ')} with apt-get, needed ${purpose}.`);
  const options = ['-q', '-o', 'DPkg::Lock::Timeout=600'];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // A broken list of a third party fails the update, although these packages may not need it.
  await run(aptGet, [...options, 'update'], { env, quiet: true }).catch((error) => console.log(error.message));
  await run(aptGet, [...options, 'install', '-y', ...packages], { env, quiet: true });
}
