import { findOnPath, HostError, run } from './processes.mjs';

/** The version of Go that the go.mod files in test/workspaces require. */
const OLDEST = [1, 24];

/** @throws {HostError} with what to install, if Go is missing or too old */
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
