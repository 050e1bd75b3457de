import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { isMainPackage, mainFunction } from '../../go/code/mainFunction';
import { relativePath } from '../../ui/fileUri';
import { PreconditionError } from '../../ui/preconditionError';
import { type PickItem, showQuickPick } from '../../ui/window';

/** A program to profile: the file with its function main. */
export interface ProgramTarget {
  readonly uri: vscode.Uri;
}

/** How many files are searched for a function main. */
const MAX_FILES = 10_000;
const EXCLUDED = '**/{node_modules,testdata,vendor}/**';

/** The program of the package of the active editor, if it is package main; else the user picks one of the workspace. */
export async function programAtCursorOrPicked(): Promise<ProgramTarget | undefined> {
  return (await programAtCursor()) ?? pickProgram();
}

async function programAtCursor(): Promise<ProgramTarget | undefined> {
  const document = vscode.window.activeTextEditor?.document;
  if (!document || document.uri.scheme !== 'file' || !document.fileName.endsWith('.go')) return undefined;
  const text = document.getText();
  if (!isMainPackage(text)) return undefined;
  if (mainFunction(text)) return { uri: document.uri };
  // The function may be in another file of the package.
  const mains = await mainsIn(vscode.Uri.joinPath(document.uri, '..'));
  return mains.length === 1 ? mains[0] : undefined;
}

/** The programs of a folder, those without build constraints first, or of a Go file; empty if it cannot be read. */
export async function mainsIn(uri: vscode.Uri): Promise<ProgramTarget[]> {
  if (uri.path.endsWith('.go')) return withMain(uri).catch(() => []);
  const entries = await Promise.resolve(vscode.workspace.fs.readDirectory(uri)).catch(() => []);
  const files = entries.map(([name]) => name).filter(isProgramFile).map((name) => vscode.Uri.joinPath(uri, name));
  return (await Promise.all(files.map(withMain))).flat();
}

async function pickProgram(): Promise<ProgramTarget | undefined> {
  const search = new vscode.CancellationTokenSource();
  const items = workspacePrograms(search.token).then((programs) => {
    if (programs.length > 0) return programs.map((target) => itemOf(target));
    throw nothingToPick();
  });
  try {
    const options = { title: 'Linecost: Profile Program', placeHolder: 'Choose a program of this workspace', matchOnDescription: true };
    return (await showQuickPick(items, options))?.target;
  } finally {
    search.cancel();
    search.dispose();
  }
}

/** The programs of the workspace, sorted by path; the folders nearest to the top come first. */
async function workspacePrograms(token: vscode.CancellationToken): Promise<ProgramTarget[]> {
  const files = await vscode.workspace.findFiles('**/*.go', EXCLUDED, MAX_FILES, token);
  const programs = (await Promise.all(files.filter(({ path }) => isProgramFile(path)).map(withMain))).flat();
  const depth = ({ uri }: ProgramTarget) => uri.path.split('/').length;
  return programs.sort((a, b) => depth(a) - depth(b) || (a.uri.path < b.uri.path ? -1 : 1));
}

function isProgramFile(name: string): boolean {
  return name.endsWith('.go') && !name.endsWith('_test.go');
}

/** Much fewer files than those with these words are read as Go. */
const MAIN = /^func main\(/m;

async function withMain(uri: vscode.Uri): Promise<ProgramTarget[]> {
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  const text = open?.getText() ?? new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  return MAIN.test(text) && mainFunction(text) ? [{ uri }] : [];
}

interface ProgramItem extends PickItem {
  readonly target: ProgramTarget;
}

function itemOf(target: ProgramTarget): ProgramItem {
  const path = relativePath(target.uri);
  const folder = dirname(path);
  return { label: folder === '.' ? path : folder, description: folder === '.' ? '' : path, target };
}

function nothingToPick(): PreconditionError {
  if (!vscode.workspace.workspaceFolders) {
    return new PreconditionError('Open the folder of a Go program.', { title: 'Open Folder…', command: 'vscode.openFolder' });
  }
  const message = 'No file of this workspace has a function main. Profile a test or a benchmark instead.';
  return new PreconditionError(message, { title: 'Profile a Test…', command: 'linecost.profileTest' });
}
