import { homedir } from 'node:os';
import * as vscode from 'vscode';
import type { GoEnvironment } from '../../go/captureTypes';
import { resolveGoEnvironment } from '../../go/tool/goSettings';

/** How to run Go for a file, from Linecost's settings or else from those of the Go extension. */
export function goEnvironmentOf(uri: vscode.Uri | undefined): GoEnvironment {
  const configuration = vscode.workspace.getConfiguration(undefined, uri);
  const folder = (uri && vscode.workspace.getWorkspaceFolder(uri)) ?? vscode.workspace.workspaceFolders?.[0];
  return resolveGoEnvironment((key) => configuration.get<unknown>(key), {
    workspaceFolder: folder?.uri.fsPath ?? homedir(),
    processEnv: process.env,
    platform: process.platform,
  });
}
