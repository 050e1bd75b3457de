import { basename } from 'node:path';
import * as vscode from 'vscode';
import { type BuildTarget, whyExcluded } from '../../go/code/buildConstraint';
import { isMainPackage, mainFunction } from '../../go/code/mainFunction';
import { flagValue } from '../../go/tool/goFlags';
import { goEnvironmentOf } from '../../ui/settings/goEnvironmentOf';
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

/**
 * The program of a Go file, or those of a folder: the one that its package builds, else those of files that it leaves
 * out. Empty if there is none, or it cannot be read.
 */
export async function mainsIn(uri: vscode.Uri): Promise<readonly ProgramTarget[]> {
  if (uri.path.endsWith('.go')) return withMain(uri);
  const entries = await Promise.resolve(vscode.workspace.fs.readDirectory(uri)).catch(() => []);
  const files = entries.map(([name]) => name).filter(isProgramFile).map((name) => vscode.Uri.joinPath(uri, name));
  const mains = (await Promise.all(files.map(withMain))).flat();
  const target = buildTargetOf(uri);
  const built = mains.filter((each) => !whyExcluded(basename(each.uri.path), each.text, target));
  return built.length > 0 ? built : mains;
}

/** What this machine builds, for the files that a build leaves out, such as `//go:build ignore`. */
function buildTargetOf(uri: vscode.Uri): BuildTarget {
  const tags = flagValue(goEnvironmentOf(uri).buildFlags, 'tags') ?? '';
  const goos = process.platform === 'win32' ? 'windows' : process.platform;
  const goarch = ({ x64: 'amd64', ia32: '386' } as Readonly<Record<string, string>>)[process.arch] ?? process.arch;
  return { goos, goarch, cgo: true, goMinor: Infinity, tags: tags.split(/[\s,]+/).filter((tag) => tag !== '') };
}

/** Where the user picks a program. */
interface PickTexts {
  readonly title: string;
  readonly placeHolder: string;
}

const PICK: PickTexts = {
  title: 'Linecost: Profile Program',
  placeHolder: 'Choose a program of this workspace',
};

/** Lets the user pick a program of the workspace. Throws a PreconditionError if there is none. */
export async function pickProgram(texts: PickTexts = PICK): Promise<ProgramTarget | undefined> {
  const search = new vscode.CancellationTokenSource();
  const items = workspacePrograms(search.token).then((programs) => {
    if (programs.length > 0) return programs.map((target) => itemOf(target));
    throw nothingToPick();
  });
  try {
    return (await showQuickPick(items, texts))?.target;
  } finally {
    search.cancel();
    search.dispose();
  }
}

/** The programs of the workspace, sorted by path; the folders nearest to the top come first. */
async function workspacePrograms(token: vscode.CancellationToken): Promise<readonly ProgramTarget[]> {
  const files = await vscode.workspace.findFiles('**/*.go', EXCLUDED, MAX_FILES, token);
  const programs = (await Promise.all(files.filter(({ path }) => isProgramFile(path)).map(withMain))).flat();
  const depth = ({ uri }: ProgramTarget) => uri.path.split('/').length;
  return programs.sort((a, b) => depth(a) - depth(b) || (a.uri.path < b.uri.path ? -1 : 1));
}

function isProgramFile(name: string): boolean {
  return name.endsWith('.go') && !name.endsWith('_test.go');
}

/** Only files with these words are read as Go. */
const MAIN = /^func main\(/m;

interface MainFile extends ProgramTarget {
  readonly text: string;
}

/** Empty if the file has no function main, or cannot be read. */
async function withMain(uri: vscode.Uri): Promise<MainFile[]> {
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  const reading = Promise.resolve(open ? new TextEncoder().encode(open.getText()) : vscode.workspace.fs.readFile(uri));
  const text = new TextDecoder().decode(await reading.catch(() => new Uint8Array()));
  return MAIN.test(text) && mainFunction(text) ? [{ uri, text }] : [];
}

/** Lets the user pick one of these programs. */
export async function pickOf(programs: readonly ProgramTarget[]): Promise<ProgramTarget | undefined> {
  return (await showQuickPick(programs.map(itemOf), PICK))?.target;
}

interface ProgramItem extends PickItem {
  readonly target: ProgramTarget;
}

function itemOf(target: ProgramTarget): ProgramItem {
  return { label: relativePath(target.uri), target };
}

function nothingToPick(): PreconditionError {
  if (!vscode.workspace.workspaceFolders) {
    return new PreconditionError('Open the folder of a Go program.', { title: 'Open Folder…', command: 'vscode.openFolder' });
  }
  const message = 'No file of this workspace has a function main. Profile a test or a benchmark instead.';
  return new PreconditionError(message, { title: 'Profile a Test…', command: 'linecost.profileTest' });
}
