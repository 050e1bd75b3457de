import path from 'node:path';
import { installPackages } from './debian.mjs';
import { findOnPath, HostError, isExecutable } from './processes.mjs';

/** Chromium without its own window takes a tenth less processor time. */
const COMMANDS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/** @returns {string[]} where the installers of macOS and Windows put a browser, which is not on PATH */
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

/** @returns {string | undefined} a Chromium that is installed */
export function findChromium() {
  return findOnPath(...COMMANDS) ?? usualPlaces().find(isExecutable);
}

/**
 * @returns {Promise<string>} a Chromium, which is installed first if none is found
 * @throws {HostError}
 */
export async function ensureChromium() {
  const found = findChromium();
  if (found) {
    return found;
  }
  await installPackages(['chromium-headless-shell', 'fonts-dejavu-core'], 'to run the end-to-end tests in a browser');
  const installed = findChromium();
  if (!installed) {
    throw new HostError('Chromium was not found: install Chromium or Google Chrome.');
  }
  return installed;
}
