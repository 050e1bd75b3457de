import { findOnPath, HostError, run } from './processes.mjs';

/** The major and minor version of Go that the go.mod files in test/workspaces require. */
const MIN_VERSION = [1, 24];

/** @throws {HostError} if Go is missing or too old; the message says what to install */
export async function requireGo() {
  const go = findOnPath('go');
  if (!go) {
    const minimum = `Go ${MIN_VERSION.join('.')} or newer (https://go.dev/dl)`;
    throw new HostError(`Go is missing. Install ${minimum} and put it on PATH.`);
  }
  const version = (await run(go, ['env', 'GOVERSION'], { quiet: true })).trim();
  const [major, minor] = (version.match(/\d+/g) ?? []).map(Number);
  if (major === MIN_VERSION[0] && minor < MIN_VERSION[1]) {
    throw new HostError(`${version} is too old. Install Go ${MIN_VERSION.join('.')} or newer (https://go.dev/dl).`);
  }
}
