import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { ModuleHint } from '../../sources/workspace/modules';
import { goEnvironmentOf } from '../../ui/settings/goEnvironmentOf';
import { type BuildName, type DeployedCode, deployedCode } from './deployedCode';

/** See deployedCode. @param names what is known of the build; the first that git knows counts */
export async function findDeployed(
  names: readonly BuildName[],
  paths: readonly string[],
  signal: AbortSignal,
): Promise<DeployedCode | undefined> {
  // A partial clone would download what it lacks.
  const offline = { GIT_NO_LAZY_FETCH: '1' };
  const folders = roots().map((uri) => ({ cwd: uri.fsPath, env: { ...goEnvironmentOf(uri).env, ...offline } }));
  for (const name of names) {
    const found = await deployedCode(name, paths, folders, signal);
    if (found) return found;
  }
  return undefined;
}

/**
 * The module of a service, by the place in its repository that a label names; undefined if no workspace folder has it.
 * @param rootPath `services/checkout`
 */
export async function moduleAt(rootPath: string | undefined): Promise<ModuleHint | undefined> {
  if (rootPath === undefined || rootPath.split(/[\\/]/).includes('..')) return undefined;
  for (const { fsPath } of roots()) {
    const moduleDir = join(fsPath, rootPath);
    const text = await readFile(join(moduleDir, 'go.mod'), 'utf8').catch(() => '');
    const modulePath = /^module[ \t]+"?([^\s"]+)/m.exec(text)?.[1];
    if (modulePath !== undefined) return { modulePath, moduleDir };
  }
  return undefined;
}

function roots(): vscode.Uri[] {
  return (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
}
