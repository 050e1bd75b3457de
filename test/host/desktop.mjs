import { existsSync } from 'node:fs';
import path from 'node:path';
import { repoRoot } from './paths.mjs';
import { findInFolders, pathFolders, run } from './processes.mjs';
import { writeSettings } from './serve.mjs';

/**
 * @returns {string | undefined} the desktop VS Code, if it can open a window here. In the remote terminal of another
 *   VS Code and in WSL, `code` only forwards calls and knows no development extensions.
 */
export function findDesktopCode(env = process.env) {
  const isMessenger = env.VSCODE_IPC_HOOK_CLI !== undefined || env.WSL_DISTRO_NAME !== undefined;
  const hasDisplay = process.platform === 'linux' ? env.DISPLAY || env.WAYLAND_DISPLAY : !env.SSH_CONNECTION;
  if (isMessenger || !hasDisplay) {
    return undefined;
  }
  return process.platform === 'win32' ? besideTheScript(env) : findInFolders(pathFolders(env), 'code');
}

/** On Windows, PATH leads to a `.cmd` that only a shell can run; the program is one folder above it. */
function besideTheScript(env) {
  const script = pathFolders(env).map((folder) => path.join(folder, 'code.cmd')).find((file) => existsSync(file));
  const program = script && path.join(path.dirname(script), '..', 'Code.exe');
  return program && existsSync(program) ? program : undefined;
}

/**
 * Opens a folder in VS Code with Linecost, apart from the user's settings and extensions; waits until it is closed.
 * @param {{ code: string, home: string, folder: string, file: string }} what
 */
export async function openInDesktop({ code, home, folder, file }) {
  await writeSettings(home, {});
  const isolated = ['--user-data-dir', path.join(home, 'user-data'), '--extensions-dir', path.join(home, 'extensions')];
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const quiet = ['--disable-workspace-trust', '--skip-welcome', '--skip-release-notes'];
  const what = ['--new-window', '--wait', folder, '--goto', file, `--extensionDevelopmentPath=${repoRoot}`];
  await run(code, [...isolated, ...asRoot, ...quiet, ...what]);
}
