import { existsSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { repoRoot } from './paths.mjs';
import { findOnPath, HostError, run } from './processes.mjs';

/** Variables that npm inherits from the npm that started it; the others describe that one's Node and project. */
const KEPT = /^npm_config_(registry|cache|cafile|ca|userconfig|globalconfig|proxy|https_proxy|noproxy|strict_ssl)$/;

/** @returns {NodeJS.ProcessEnv} this process's environment without the traces of the npm that started it */
export function withoutNpm(env = process.env) {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => KEPT.test(name) || !/^(npm_|NODE$|INIT_CWD$|NODE_TEST_CONTEXT$)/.test(name)),
  );
}

/**
 * Runs npm as a script of a given Node: npm itself is a `.cmd` file on Windows, which only a shell can start.
 * @param {string[]} args
 * @param {{ cwd: string, node?: string, env?: NodeJS.ProcessEnv, quiet?: boolean }} options
 */
export function runNpm(args, { cwd, node = process.execPath, env = withoutNpm(), quiet = false }) {
  return run(node, [npmCli(), ...args], { cwd, env, quiet });
}

function npmCli() {
  const beside = path.dirname(realpathSync(process.execPath));
  const onPath = findOnPath('npm');
  const candidates = [
    process.env.npm_execpath,
    onPath && realpathSync(onPath),
    path.join(beside, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    path.join(beside, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ];
  const found = candidates.find((file) => file && path.basename(file) === 'npm-cli.js' && existsSync(file));
  if (!found) {
    throw new HostError('npm was not found: install Node.js together with npm.');
  }
  return found;
}

/** Runs `npm ci` if node_modules is missing or differs from the lock file. */
export async function ensureDependencies() {
  if (!dependenciesAreCurrent()) {
    console.log('Installing the packages that package-lock.json names (npm ci).');
    await runNpm(['ci', '--no-audit', '--no-fund'], { cwd: repoRoot });
  }
}

function dependenciesAreCurrent() {
  const installed = readLock(path.join(repoRoot, 'node_modules', '.package-lock.json'));
  const wanted = readLock(path.join(repoRoot, 'package-lock.json'));
  return Object.entries(wanted).every(([folder, entry]) => {
    const there = installed[folder];
    return folder === '' || (there ? there.version === entry.version : entry.optional === true);
  });
}

function readLock(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
  } catch {
    return {};
  }
}
