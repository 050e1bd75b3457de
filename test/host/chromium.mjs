import path from 'node:path';
import { installPackages } from './debian.mjs';
import { findOnPath, HostError, isExecutable } from './processes.mjs';

/** In order of preference: the headless shell uses a tenth less processor time. */
const COMMANDS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/** @returns {string[]} where macOS and Windows install browsers, which is outside PATH */
function usualPlaces() {
  if (process.platform === 'darwin') {
    return ['Chromium', 'Google Chrome'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
  }
  const roots = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA];
  const folders = [path.join('Google', 'Chrome'), 'Chromium', path.join('Microsoft', 'Edge')];
  const files = folders.map((folder) => {
    return path.join(folder, 'Application', folder.endsWith('Edge') ? 'msedge.exe' : 'chrome.exe');
  });
  return roots.filter(Boolean).flatMap((root) => files.map((file) => path.join(root, file)));
}

/** @returns {string | undefined} the path of an installed Chromium */
export function findChromium() {
  return findOnPath(...COMMANDS) ?? usualPlaces().find(isExecutable);
}

/**
 * Installs Chromium unless one is installed.
 * @returns {Promise<string>} the path of an installed Chromium
 * @throws {HostError} if Chromium cannot be installed
 */
export async function ensureChromium() {
  const existing = findChromium();
  if (existing) {
    return existing;
  }
  await installPackages(['chromium-headless-shell', 'fonts-dejavu-core'], 'to run the end-to-end tests in a browser');
  const installed = findChromium();
  if (!installed) {
    throw new HostError('Chromium was not found. Install Chromium or Google Chrome.');
  }
  return installed;
}
