import { spawn } from 'node:child_process';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ensureCodeServer, withNodeFirst } from './codeServer.mjs';
import { withoutNpm } from './npm.mjs';
import { repoRoot, vsixPath } from './paths.mjs';
import { HostError, run } from './processes.mjs';
import { endTree, killTree } from './processTree.mjs';

/** Time limit for VS Code to answer. */
const PATIENCE_MS = 120_000;

/**
 * Serves VS Code to the browser, with one extension and nothing of this user's own VS Code.
 * @param {{ home: string, vsix?: string, extensions?: string, settings?: object, trust?: boolean, gallery?: boolean,
 *   port?: number, env?: NodeJS.ProcessEnv }} options
 *   `home`: an empty folder for everything it writes; `vsix`: an extension to install there; `extensions`: a folder of
 *   installed extensions instead; `trust`: whether it asks before it trusts a folder; `gallery`: whether it reaches the
 *   network for other extensions
 * @returns {Promise<{ url: string, pid: number, ended: Promise<void>, stop: () => Promise<void>,
 *   kill: () => Promise<void> }>} `stop` lets VS Code write down its state, which takes seconds; `kill` does not
 * @throws {HostError} with its output when it does not answer
 */
export async function serve(options) {
  const { home, vsix, settings = {}, trust = false, gallery = false, port = 0, env = {} } = options;
  const extensions = options.extensions ?? path.join(home, 'extensions');
  const { node, entry } = await ensureCodeServer();
  const config = path.join(home, 'config.yaml');
  await writeSettings(home, settings);
  await writeFile(config, 'auth: none\n');
  if (vsix) {
    await install(vsix, extensions, path.join(home, 'user-data'));
  }
  const folders = ['--user-data-dir', path.join(home, 'user-data'), '--extensions-dir', extensions];
  const flags = ['--auth', 'none', '--bind-addr', `127.0.0.1:${port}`, '--disable-telemetry', '--disable-update-check'];
  const trusting = trust ? [] : ['--disable-workspace-trust'];
  const child = spawn(node, [entry, '--config', config, ...folders, ...flags, ...trusting], {
    env: { ...withNodeFirst(node, plainEnvironment()), ...OWN_SHELL, ...(gallery ? {} : NO_GALLERY), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return untilItAnswers(child);
}

/**
 * The packaged extension, installed once for all sessions: VS Code takes seconds to install it.
 * @returns {Promise<string>} a folder for `serve`'s `extensions`
 * @throws {HostError}
 */
export async function installedExtension() {
  const extensions = path.join(repoRoot, 'dist', 'installed');
  const stamp = path.join(extensions, 'vsix-time');
  const packaged = await stat(vsixPath).catch(() => undefined);
  if (!packaged) {
    throw new HostError('There is no packaged extension: run "npm run package" first.');
  }
  const time = String(packaged.mtimeMs);
  if ((await readFile(stamp, 'utf8').catch(() => '')) !== time) {
    await rm(extensions, { recursive: true, force: true });
    await install(vsixPath, extensions, path.join(extensions, 'user-data'));
    await writeFile(stamp, time);
  }
  return extensions;
}

async function install(vsix, extensions, userData) {
  const { node, entry } = await ensureCodeServer();
  const folders = ['--user-data-dir', userData, '--extensions-dir', extensions];
  const env = { ...withNodeFirst(node, plainEnvironment()), ...NO_GALLERY };
  await run(node, [entry, ...folders, '--install-extension', vsix], { env, quiet: true });
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

/** Says, as the `code` command does, that the environment is a shell's: otherwise VS Code starts a shell to read it. */
const OWN_SHELL = { VSCODE_CLI: '1' };

/** Nothing opens, pops up or reaches the network by itself. */
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

/** The environment without the variables of an outer npm, test runner, VS Code terminal or code-server. */
function plainEnvironment() {
  const foreign = /^(VSCODE_|CODE_SERVER_|CS_|PORT$|PASSWORD$|HASHED_PASSWORD$|NODE_OPTIONS$|ELECTRON_RUN_AS_NODE$)/;
  return Object.fromEntries(Object.entries(withoutNpm()).filter(([name]) => !foreign.test(name)));
}

async function untilItAnswers(child) {
  const killNow = () => killTree(child.pid);
  process.once('exit', killNow);
  const ended = new Promise((resolve) => child.once('exit', () => resolve()));
  const end = async (patience) => {
    await endTree(child, patience);
    process.off('exit', killNow);
  };
  const [stop, kill] = [() => end(), () => end(0)];
  try {
    const url = await announcedAddress(child);
    await untilHealthy(url);
    return { url, pid: child.pid, ended, stop, kill };
  } catch (error) {
    await kill();
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
