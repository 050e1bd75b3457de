import { homedir } from 'node:os';
import * as vscode from 'vscode';
import type { GoEnvironment, ProfileKind } from '../capture/contracts';
import { resolveGoEnvironment } from '../capture/goEnvironment';

/** How to call Go for a file: Linecost's settings, and where those are unset the Go extension's. */
export function goEnvironmentOf(uri: vscode.Uri | undefined): GoEnvironment {
  const configuration = vscode.workspace.getConfiguration(undefined, uri);
  const folder = (uri && vscode.workspace.getWorkspaceFolder(uri)) ?? vscode.workspace.workspaceFolders?.[0];
  return resolveGoEnvironment((key) => configuration.get<unknown>(key), {
    workspaceFolder: folder?.uri.fsPath ?? homedir(),
    processEnv: process.env,
    platform: process.platform,
  });
}

/** What can be chosen for one run. */
export interface RunOptions {
  readonly kinds: readonly ProfileKind[];
  /** As -benchtime takes it; empty: go's default. */
  readonly benchtime: string;
  readonly count: number;
}

export interface ProfileSettings {
  readonly options: RunOptions;
  readonly memProfileRate: number | undefined;
  readonly timeoutSeconds: number;
}

const MEMORY_RATES: Record<string, number | undefined> = { default: undefined, fine: 4096, everyAllocation: 1 };

export function profileSettings(uri: vscode.Uri): ProfileSettings {
  const settings = vscode.workspace.getConfiguration('linecost.profile', uri);
  return {
    options: {
      kinds: settings.get<ProfileKind[]>('kinds', ['cpu']),
      benchtime: settings.get('benchtime', ''),
      count: settings.get('count', 1),
    },
    memProfileRate: MEMORY_RATES[settings.get('memoryRate', 'default')],
    timeoutSeconds: settings.get('timeout', 600),
  };
}
