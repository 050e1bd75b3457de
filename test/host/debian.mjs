import { existsSync } from 'node:fs';
import { findOnPath, HostError, run } from './processes.mjs';

/**
 * Installs Debian packages with apt-get, which needs Debian and root.
 * @param {string[]} packages
 * @param {string} purpose the end of a sentence in messages, such as "to run the tests in a browser"
 * @throws {HostError} if the packages cannot be installed; the message says what to install
 */
export async function installPackages(packages, purpose) {
  const aptGet = existsSync('/etc/debian_version') ? findOnPath('apt-get') : undefined;
  if (!aptGet) {
    throw new HostError(`Missing packages: ${packages.join(', ')} (their names in Debian). Install them ${purpose}.`);
  }
  if (process.getuid?.() !== 0) {
    throw new HostError(`Missing packages. Run "sudo apt-get install ${packages.join(' ')}" ${purpose}.`);
  }
  console.log(`Installing ${packages.join(', ')} with apt-get (needed ${purpose}).`);
  const options = ['-q', '-o', 'DPkg::Lock::Timeout=600'];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // Continue if the update fails: the packages may come from another repository than the broken one.
  await run(aptGet, [...options, 'update'], { env, quiet: true }).catch((error) => console.log(error.message));
  await run(aptGet, [...options, 'install', '-y', ...packages], { env, quiet: true });
}
