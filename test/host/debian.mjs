import { existsSync } from 'node:fs';
import { findOnPath, HostError, run } from './processes.mjs';

/**
 * Installs Debian packages where this process may do so.
 * @param {string[]} packages
 * @param {string} purpose what they are for, to end "... is needed "
 * @throws {HostError} with the command to run, where they cannot be installed from here
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
  // a broken third-party list fails the update, and need not matter to the packages wanted here
  await run(aptGet, [...options, 'update'], { env, quiet: true }).catch((error) => console.log(error.message));
  await run(aptGet, [...options, 'install', '-y', ...packages], { env, quiet: true });
}
