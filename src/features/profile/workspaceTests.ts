import * as vscode from 'vscode';
import type { TestKind } from '../../go/captureTypes';
import { findTestFunctions } from '../../go/code/findTests';
import type { Target } from './target';

/** How many test files are searched. */
const MAX_FILES = 5000;
const TEST_FILES = '**/*_test.go';
const EXCLUDED = '**/{node_modules,testdata}/**';

/** The benchmarks of this name in the workspace, sorted by path. */
export async function benchmarksNamed(name: string): Promise<Target[]> {
  const search = new vscode.CancellationTokenSource();
  const all = await workspaceTargets(['benchmark'], search.token).finally(() => search.dispose());
  return all.filter((target) => target.name === name);
}

/** The benchmarks of the workspace, sorted by path, and within a file in its order. */
export async function workspaceBenchmarks(): Promise<Target[]> {
  const files = await vscode.workspace.findFiles(TEST_FILES, EXCLUDED, MAX_FILES);
  const sorted = files.toSorted((a, b) => compare(a.path, b.path));
  return (await Promise.all(sorted.map((uri) => targetsOf(uri, ['benchmark'])))).flat();
}

export /** The test functions of these kinds in the workspace, sorted by path and name. */
async function workspaceTargets(kinds: readonly TestKind[], token: vscode.CancellationToken): Promise<Target[]> {
  const files = await vscode.workspace.findFiles(TEST_FILES, EXCLUDED, MAX_FILES, token);
  const targets = await Promise.all(files.map((uri) => targetsOf(uri, kinds)));
  return targets.flat().sort((a, b) => compare(a.uri.path, b.uri.path) || compare(a.name, b.name));
}

async function targetsOf(uri: vscode.Uri, kinds: readonly TestKind[]): Promise<Target[]> {
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  const text = open?.getText() ?? new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  const functions = findTestFunctions(text).filter(({ kind }) => kinds.includes(kind));
  return functions.map(({ kind, name }) => ({ uri, kind, name }));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
