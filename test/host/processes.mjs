import { spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

/** A problem for the user to fix; only its message is shown. */
export class HostError extends Error {}

/**
 * @param {string[]} names commands in order of preference, without an extension
 * @returns {string | undefined} the first of them found on PATH
 */
export function findOnPath(...names) {
  return findInFolders(pathFolders(process.env), ...names);
}

/** @returns {string[]} the folders that PATH names */
export function pathFolders(env) {
  return (env.PATH ?? env.Path ?? '').split(path.delimiter).filter(Boolean);
}

/** Like {@link findOnPath}, in the given folders. */
export function findInFolders(folders, ...names) {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  for (const name of names) {
    const found = folders.map((folder) => path.join(folder, name + suffix)).find(isExecutable);
    if (found) {
      return found;
    }
  }
  return undefined;
}

/** @returns {boolean} whether `file` is a file that may be run */
export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/**
 * Runs a program to its end. Its output goes to this terminal; with `quiet`, only to the error message and the result.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, quiet?: boolean }} [options]
 * @returns {Promise<string>} what it printed, when quiet
 * @throws {HostError} when it cannot be started or ends with anything but 0
 */
export function run(command, args, { cwd, env, quiet = false } = {}) {
  const child = spawn(command, args, { cwd, env, stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit' });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const what = [path.basename(command), ...args].join(' ');
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new HostError(`"${what}" could not be started: ${error.message}`)));
    child.once('close', (code, signal) => {
      if (code === 0) {
        resolve(output);
      } else {
        reject(new HostError(`${output}\n"${what}" ended with ${signal ?? `code ${code}`}.`.trimStart()));
      }
    });
  });
}
