import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's top folder. */
export const repoRoot = path.resolve(fileURLToPath(import.meta.url), '..', '..', '..');

/** The packaged extension that `npm run package` writes. */
export const vsixPath = path.join(repoRoot, 'dist', 'linecost.vsix');

/** @returns {string} Linecost's folder in the operating system's folder for this user's caches */
export function cacheRoot(env = process.env, platform = process.platform) {
  if (platform === 'darwin') {
    return path.join(homedir(), 'Library', 'Caches', 'linecost');
  }
  if (platform === 'win32') {
    return path.join(env.LOCALAPPDATA ?? path.join(homedir(), 'AppData', 'Local'), 'linecost', 'Cache');
  }
  const xdg = env.XDG_CACHE_HOME;
  return path.join(xdg && path.isAbsolute(xdg) ? xdg : path.join(homedir(), '.cache'), 'linecost');
}
