import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import { nextTurn } from '../profile/common/tasks';
import { thisMachine } from '../sources/disk/fileSystem';
import { readGoEnv, type GoPaths } from '../sources/resolve/goEnv';
import { SourceResolver } from '../sources/resolve/sourceResolver';
import { goEnvironmentOf } from '../ui/settings/goEnvironmentOf';

const GO_ENV_TIMEOUT_MS = 10_000;
const execute = promisify(execFile);

type Create = Parameters<typeof SourceResolver.create>[0];

/** The resolver of the open folders. Loaded on demand, because a window without a profile does not need it. */
export async function workspaceResolver(options: Pick<Create, 'workspaceFolders' | 'memory'>): Promise<SourceResolver> {
  // Loading this module and starting a process each take a few milliseconds of the thread.
  await nextTurn();
  return SourceResolver.create({ ...thisMachine(), ...options, ...(await goPaths()) });
}

/** All paths are empty if `go env` fails, and in an untrusted workspace, where no program is run. */
function goPaths(): Promise<GoPaths> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  return readGoEnv(async (args) => {
    if (!vscode.workspace.isTrusted) throw new Error('not trusted');
    const { goBinary, env } = goEnvironmentOf(folder);
    const options = { env, cwd: folder?.fsPath, timeout: GO_ENV_TIMEOUT_MS, windowsHide: true };
    return (await execute(goBinary, args, options)).stdout;
  });
}
