import { findOnPath, HostError, run } from './processes.mjs';

/** What the go.mod files in test/workspaces ask for. */
const OLDEST = [1, 24];

/** @throws {HostError} with what to install, where there is no Go or an old one */
export async function requireGo() {
  const go = findOnPath('go');
  if (!go) {
    const wanted = `Go ${OLDEST.join('.')} or newer (https://go.dev/dl)`;
    throw new HostError(`Go is missing: install ${wanted} and put it on PATH.`);
  }
  const version = (await run(go, ['env', 'GOVERSION'], { quiet: true })).trim();
  const [major, minor] = (version.match(/\d+/g) ?? []).map(Number);
  if (major === OLDEST[0] && minor < OLDEST[1]) {
    throw new HostError(`${version} is too old: install Go ${OLDEST.join('.')} or newer (https://go.dev/dl).`);
  }
}
