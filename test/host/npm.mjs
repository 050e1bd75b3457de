import { existsSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { repoRoot } from './paths.mjs';
import { findOnPath, HostError, run } from './processes.mjs';

/** Variables that npm passes on to an npm that it starts; its other variables describe its own Node and project. */
const KEPT = /^npm_config_(registry|cache|cafile|ca|userconfig|globalconfig|proxy|https_proxy|noproxy|strict_ssl)$/;

/** @returns {NodeJS.ProcessEnv} `env` without the variables that an npm or a test runner set for this process */
export function withoutNpm(env = process.env) {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => KEPT.test(name) || !/^(npm_|NODE$|INIT_CWD$|NODE_TEST_CONTEXT$)/.test(name)),
  );
}

/**
 * Runs npm's script with the Node program `node`, and not the `npm` command, because on Windows that is a `.cmd` file,
 * which only a shell can start.
 * @param {string[]} args
 * @param {{ cwd: string, node?: string, env?: NodeJS.ProcessEnv, quiet?: boolean }} options
 */
export function runNpm(args, { cwd, node = process.execPath, env = withoutNpm(), quiet = false }) {
  return run(node, [npmCli(), ...args], { cwd, env, quiet });
}

function npmCli() {
  const nodeFolder = path.dirname(realpathSync(process.execPath));
  const onPath = findOnPath('npm');
  const candidates = [
    process.env.npm_execpath,
    onPath && realpathSync(onPath),
    path.join(nodeFolder, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    path.join(nodeFolder, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ];
  const script = candidates.find((file) => file && path.basename(file) === 'npm-cli.js' && existsSync(file));
  if (!script) {
    throw new HostError('npm was not found. Install Node.js together with npm.');
  }
  return script;
}

/** Runs `npm ci` if node_modules is missing or its versions differ from those in package-lock.json. */
export async function ensureDependencies() {
  if (!dependenciesAreCurrent()) {
    console.log('Installing the packages of package-lock.json (npm ci).');
    await runNpm(['ci', '--no-audit', '--no-fund'], { cwd: repoRoot });
  }
}

function dependenciesAreCurrent() {
  const installed = readLock(path.join(repoRoot, 'node_modules', '.package-lock.json'));
  const locked = readLock(path.join(repoRoot, 'package-lock.json'));
  return Object.entries(locked).every(([folder, entry]) => {
    const current = installed[folder];
    return folder === '' || (current ? current.version === entry.version : entry.optional === true);
  });
}

function readLock(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
  } catch {
    return {};
  }
}
