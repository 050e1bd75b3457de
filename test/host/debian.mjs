import { existsSync } from 'node:fs';
import { findOnPath, HostError, run } from './processes.mjs';

/**
 * Installs Debian packages, if the process runs as root on Debian.
 * @param {string[]} packages
 * @param {string} purpose what they are for, such as "to run the tests in a browser"
 * @throws {HostError} if the process cannot install them; the message says what to install
 */
export async function installPackages(packages, purpose) {
  const aptGet = existsSync('/etc/debian_version') ? findOnPath('apt-get') : undefined;
  if (!aptGet) {
    throw new HostError(`Missing packages (Debian names): ${packages.join(', ')}. Install them ${purpose}.`);
  }
  if (process.getuid?.() !== 0) {
    throw new HostError(`Missing packages: run "sudo apt-get install ${packages.join(' ')}" ${purpose}.`);
  }
  console.log(`Installing ${packages.join(', ')} with apt-get (needed ${purpose}).`);
  const options = ['-q', '-o', 'DPkg::Lock::Timeout=600'];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // Continue if the update fails: a broken third-party repository may not matter for these packages.
  await run(aptGet, [...options, 'update'], { env, quiet: true }).catch((error) => console.log(error.message));
  await run(aptGet, [...options, 'install', '-y', ...packages], { env, quiet: true });
}
