import { spawn } from 'node:child_process';
import { mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CODE_SERVER_VERSION, ensureCodeServer, withNodeFirst } from './codeServer.mjs';
import { withoutNpm } from './npm.mjs';
import { cacheRoot, repoRoot, vsixPath } from './paths.mjs';
import { HostError, run } from './processes.mjs';
import { endTree, killTree } from './processTree.mjs';

/** Time limit for VS Code to start, and again for it to answer. */
const START_LIMIT_MS = 120_000;

/**
 * Serves VS Code to the browser, with one extension and without the user's own settings and extensions.
 * @param {{ home: string, vsix?: string, extensions?: string, builtIn?: string, settings?: object, trust?: boolean,
 *   gallery?: boolean, port?: number, env?: NodeJS.ProcessEnv }} options
 *   `home`: an empty folder for VS Code's data; `vsix`: an extension to install there; `extensions`: a folder of
 *   installed extensions to use instead; `builtIn`: a folder of extensions to use instead of VS Code's own; `trust`:
 *   whether VS Code asks before it trusts a folder; `gallery`: whether it may use the marketplace
 * @returns {Promise<{ url: string, pid: number, ended: Promise<void>, stop: () => Promise<void>,
 *   kill: () => Promise<void> }>} `stop` lets VS Code save its state, which takes seconds; `kill` does not
 * @throws {HostError} if VS Code does not start, with its output in the message, or does not answer
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
  const builtIn = options.builtIn ? ['--builtin-extensions-dir', options.builtIn] : [];
  const flags = ['--auth', 'none', '--bind-addr', `127.0.0.1:${port}`, '--disable-telemetry', '--disable-update-check'];
  const trustFlags = trust ? [] : ['--disable-workspace-trust'];
  // Reusing the code that Node compiled for an earlier start saves processor time.
  const compiled = { NODE_COMPILE_CACHE: path.join(cacheRoot(), 'compiled') };
  const network = gallery ? {} : NO_GALLERY;
  const words = [entry, '--config', config, ...folders, ...builtIn, ...flags, ...trustFlags];
  const allEnv = { ...withNodeFirst(node, plainEnvironment()), ...NO_SHELL, ...compiled, ...network, ...env };
  const start = () => serverOf(spawn(node, words, { env: allEnv, stdio: ['ignore', 'pipe', 'pipe'] }));
  for (let tries = 1; tries < MAX_STARTS; tries++) {
    try {
      return await start();
    } catch (error) {
      if (!SLOW_START.test(error.message)) throw error;
    }
  }
  return start();
}

/** code-server ends with this message if its own second process does not answer it within seconds. */
const SLOW_START = /ended with code 1\.[^]* error timed out/;
const MAX_STARTS = 3;

/**
 * Installs the packaged extension unless the installed one is current. All sessions share it, because VS Code takes
 * seconds to install an extension.
 * @returns {Promise<string>} the folder for the option `extensions` of `serve`
 * @throws {HostError} if the extension is not packaged or cannot be installed
 */
export async function installedExtension() {
  const extensions = path.join(repoRoot, 'dist', 'installed');
  const stamp = path.join(extensions, 'vsix-time');
  const packaged = await stat(vsixPath).catch(() => undefined);
  if (!packaged) {
    throw new HostError('The extension is not packaged. Run "npm run package" first.');
  }
  const time = String(packaged.mtimeMs);
  if ((await readFile(stamp, 'utf8').catch(() => '')) !== time) {
    await rm(extensions, { recursive: true, force: true });
    await install(vsixPath, extensions, path.join(extensions, 'user-data'));
    await writeFile(stamp, time);
  }
  return extensions;
}

/** VS Code's own extensions that the tests need: Go, the themes, git, and what settings and Markdown need. */
const NEEDED_BUILT_IN = [
  'configuration-editing', 'git', 'git-base', 'go', 'json', 'json-language-features', 'markdown-basics',
  'markdown-language-features', 'search-result', 'theme-defaults', 'theme-modern-icons', 'theme-seti',
];

/**
 * Makes a folder with links to a few of VS Code's own extensions. With all of them, about ninety, VS Code takes a fifth
 * more processor time to start.
 * @returns {Promise<string>} the folder for the option `builtIn` of `serve`
 */
export async function fewBuiltInExtensions() {
  const { builtIn } = await ensureCodeServer();
  const folder = path.join(repoRoot, 'dist', `builtIn-${CODE_SERVER_VERSION}`);
  await mkdir(folder, { recursive: true });
  // Those extensions share the packages in node_modules.
  for (const name of [...NEEDED_BUILT_IN, 'node_modules']) {
    await symlink(path.join(builtIn, name), path.join(folder, name), 'junction').catch((error) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
  return folder;
}

async function install(vsix, extensions, userData) {
  const { node, entry } = await ensureCodeServer();
  const folders = ['--user-data-dir', userData, '--extensions-dir', extensions];
  const env = { ...withNodeFirst(node, plainEnvironment()), ...NO_GALLERY };
  await run(node, [entry, ...folders, '--install-extension', vsix], { env, quiet: true });
}

/** Writes the user settings of a VS Code that keeps its data in `home`. Call it before VS Code starts. */
export async function writeSettings(home, settings) {
  await mkdir(path.dirname(settingsPath(home)), { recursive: true });
  await writeFile(settingsPath(home), JSON.stringify({ ...QUIET_SETTINGS, ...settings }, null, 2));
}

/** @returns {string} the path of settings.json of a VS Code that keeps its data in `home` */
export function settingsPath(home) {
  return path.join(home, 'user-data', 'User', 'settings.json');
}

const NO_GALLERY = { EXTENSIONS_GALLERY: '{}' };

/** The `code` command sets this too. Without it, VS Code starts a shell to read the shell's environment. */
const NO_SHELL = { VSCODE_CLI: '1' };

/** With these settings, VS Code opens nothing, shows no notifications and sends no requests by itself. */
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

/** This process's environment without the variables of an outer npm, test runner, VS Code or code-server. */
function plainEnvironment() {
  const excluded = /^(VSCODE_|CODE_SERVER_|CS_|PORT$|PASSWORD$|HASHED_PASSWORD$|NODE_OPTIONS$|ELECTRON_RUN_AS_NODE$)/;
  return Object.fromEntries(Object.entries(withoutNpm()).filter(([name]) => !excluded.test(name)));
}

/** Returns what `serve` returns, once VS Code answers. */
async function serverOf(child) {
  const killNow = () => killTree(child.pid);
  process.once('exit', killNow);
  const ended = new Promise((resolve) => child.once('exit', () => resolve()));
  const end = async (graceMs) => {
    await endTree(child, graceMs);
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
    const fail = (reason) => reject(new HostError(`VS Code for the browser ${reason}.\n${output}`));
    const timer = setTimeout(() => fail(`did not start within ${START_LIMIT_MS / 1000} s`), START_LIMIT_MS);
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
  const deadline = Date.now() + START_LIMIT_MS;
  while (Date.now() < deadline) {
    const answer = await fetch(`${url}/healthz`).catch(() => undefined);
    if (answer?.ok) {
      return;
    }
    await pause(50);
  }
  throw new HostError(`VS Code for the browser does not answer at ${url}.`);
}
