import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ensureCodeServer, withNodeFirst } from './codeServer.mjs';
import { withoutNpm } from './npm.mjs';
import { HostError, run } from './processes.mjs';
import { endTree, killTree } from './processTree.mjs';

const PATIENCE_MS = 60_000;

/**
 * VS Code in the browser with one extension installed and nothing of this user's own VS Code in it.
 * @param {{ home: string, vsix?: string, settings?: object, trust?: boolean, gallery?: boolean,
 *   port?: number, env?: NodeJS.ProcessEnv }} options
 *   `home`: an empty folder for everything it writes; `trust`: whether it asks before it trusts a folder;
 *   `gallery`: whether it reaches the network for other extensions
 * @returns {Promise<{ url: string, pid: number, ended: Promise<void>, stop: () => Promise<void> }>}
 * @throws {HostError} with its output when it does not answer
 */
export async function serve({ home, vsix, settings = {}, trust = false, gallery = false, port = 0, env = {} }) {
  const { node, entry } = await ensureCodeServer();
  const userData = path.join(home, 'user-data');
  const config = path.join(home, 'config.yaml');
  await writeSettings(home, settings);
  await writeFile(config, 'auth: none\n');

  const folders = ['--user-data-dir', userData, '--extensions-dir', path.join(home, 'extensions')];
  const shared = [entry, '--config', config, ...folders];
  const environment = { ...withNodeFirst(node, plainEnvironment()), ...(gallery ? {} : NO_GALLERY), ...env };
  if (vsix) {
    await run(node, [...shared, '--install-extension', vsix], { env: environment, quiet: true });
  }
  const flags = ['--auth', 'none', '--bind-addr', `127.0.0.1:${port}`, '--disable-telemetry', '--disable-update-check'];
  const child = spawn(node, [...shared, ...flags, ...(trust ? [] : ['--disable-workspace-trust'])], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return untilItAnswers(child);
}

/** Writes the user settings of a VS Code that keeps its data in `home`, before it starts. */
export async function writeSettings(home, settings) {
  await mkdir(path.dirname(settingsPath(home)), { recursive: true });
  await writeFile(settingsPath(home), JSON.stringify({ ...QUIET_SETTINGS, ...settings }, null, 2));
}

/** @returns {string} the settings.json of a VS Code that keeps its data in `home` */
export function settingsPath(home) {
  return path.join(home, 'user-data', 'User', 'settings.json');
}

const NO_GALLERY = { EXTENSIONS_GALLERY: '{}' };

/** Nothing opens, pops up or reaches the network but what is asked for. */
const QUIET_SETTINGS = {
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'git.openRepositoryInParentFolders': 'never',
  'remote.autoForwardPorts': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
};

/** Without what an outer npm, test runner, VS Code terminal or code-server would tell this one. */
function plainEnvironment() {
  const foreign = /^(VSCODE_|CODE_SERVER_|CS_|PORT$|PASSWORD$|HASHED_PASSWORD$|NODE_OPTIONS$|ELECTRON_RUN_AS_NODE$)/;
  return Object.fromEntries(Object.entries(withoutNpm()).filter(([name]) => !foreign.test(name)));
}

async function untilItAnswers(child) {
  const killNow = () => killTree(child.pid);
  process.once('exit', killNow);
  const ended = new Promise((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    await endTree(child);
    process.off('exit', killNow);
  };
  try {
    const url = await announcedAddress(child);
    await untilHealthy(url);
    return { url, pid: child.pid, ended, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function announcedAddress(child) {
  let output = '';
  return new Promise((resolve, reject) => {
    const fail = (what) => reject(new HostError(`VS Code for the browser ${what}.\n${output}`));
    const timer = setTimeout(() => fail(`did not start within ${PATIENCE_MS / 1000} s`), PATIENCE_MS);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
        const address = /HTTP server listening on (http:\/\/[^\s/]+)/.exec(output);
        if (address) {
          clearTimeout(timer);
          resolve(address[1]);
        }
      });
    }
    child.once('error', (error) => fail(`could not be started: ${error.message}`));
    child.once('exit', (code) => fail(`ended with code ${code}`));
  });
}

async function untilHealthy(url) {
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline) {
    const answer = await fetch(`${url}/healthz`).catch(() => undefined);
    if (answer?.ok) {
      return;
    }
    await pause(50);
  }
  throw new HostError(`VS Code for the browser does not answer at ${url}.`);
}
