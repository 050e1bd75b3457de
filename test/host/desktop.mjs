import { existsSync } from 'node:fs';
import path from 'node:path';
import { repoRoot } from './paths.mjs';
import { findInFolders, pathFolders, run } from './processes.mjs';
import { writeSettings } from './serve.mjs';

/**
 * Finds a desktop VS Code that can open a window on this machine. The `code` command of WSL and of a remote VS Code's
 * terminal does not count: it only forwards calls and cannot load an extension under development.
 * @returns {string | undefined} the path of its program
 */
export function findDesktopCode(env = process.env) {
  const isForwarder = env.VSCODE_IPC_HOOK_CLI !== undefined || env.WSL_DISTRO_NAME !== undefined;
  const hasDisplay = process.platform === 'linux' ? env.DISPLAY || env.WAYLAND_DISPLAY : !env.SSH_CONNECTION;
  if (isForwarder || !hasDisplay) {
    return undefined;
  }
  return process.platform === 'win32' ? programOfScript(env) : findInFolders(pathFolders(env), 'code');
}

/** On Windows, PATH has only `code.cmd`, which needs a shell; the program is in the parent folder. */
function programOfScript(env) {
  const script = pathFolders(env).map((folder) => path.join(folder, 'code.cmd')).find((file) => existsSync(file));
  const program = script && path.join(path.dirname(script), '..', 'Code.exe');
  return program && existsSync(program) ? program : undefined;
}

/**
 * Opens a folder in VS Code with Linecost, without the user's settings and extensions, and waits until the window is
 * closed.
 * @param {{ code: string, home: string, folder: string, file: string }} options
 *   `code`: the program; `home`: a folder for VS Code's data; `file`: a file to show
 */
export async function openInDesktop({ code, home, folder, file }) {
  await writeSettings(home, {});
  const isolated = ['--user-data-dir', path.join(home, 'user-data'), '--extensions-dir', path.join(home, 'extensions')];
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const quiet = ['--disable-workspace-trust', '--skip-welcome', '--skip-release-notes'];
  const window = ['--new-window', '--wait', folder, '--goto', file, `--extensionDevelopmentPath=${repoRoot}`];
  await run(code, [...isolated, ...asRoot, ...quiet, ...window]);
}
