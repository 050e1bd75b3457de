import { spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

/** A problem that the user can fix. Only the message is printed, without a stack. */
export class HostError extends Error {}

/**
 * @param {string[]} names commands in order of preference, without an extension
 * @returns {string | undefined} the path of the first command that is on PATH
 */
export function findOnPath(...names) {
  return findInFolders(pathFolders(process.env), ...names);
}

/** @returns {string[]} the folders on PATH */
export function pathFolders(env) {
  return (env.PATH ?? env.Path ?? '').split(path.delimiter).filter(Boolean);
}

/** Like {@link findOnPath}, but searches the given folders instead of PATH. */
export function findInFolders(folders, ...names) {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  for (const name of names) {
    const file = folders.map((folder) => path.join(folder, name + suffix)).find(isExecutable);
    if (file) {
      return file;
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
 * Runs a program until it ends. With `quiet`, returns its output; otherwise the output goes to this terminal.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, quiet?: boolean }} [options]
 * @returns {Promise<string>} stdout and stderr with `quiet`, else the empty string
 * @throws {HostError} if the program cannot be started or its exit code is not 0; with `quiet`, has its output
 */
export function run(command, args, { cwd, env, quiet = false } = {}) {
  const child = spawn(command, args, { cwd, env, stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit' });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const commandLine = [path.basename(command), ...args].join(' ');
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new HostError(`"${commandLine}" could not be started: ${error.message}`)));
    child.once('close', (code, signal) => {
      if (code === 0) {
        resolve(output);
      } else {
        reject(new HostError(`${output}\n"${commandLine}" ended with ${signal ?? `code ${code}`}.`.trimStart()));
      }
    });
  });
}
