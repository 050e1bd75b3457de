import * as vscode from 'vscode';
import type { TestKind } from '../../go/captureTypes';
import { findTestFunctions } from '../../go/code/findTests';
import { type PickItem, showQuickPick } from '../../ui/window';
import { PreconditionError } from '../../ui/preconditionError';
import { relativePath } from '../../ui/fileUri';

/** A function to profile: its file, its kind, and its name for `go test`. */
export interface Target {
  readonly uri: vscode.Uri;
  readonly kind: TestKind;
  readonly name: string;
}

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

/** The test functions of these kinds in the workspace, sorted by path and name. */
async function workspaceTargets(kinds: readonly TestKind[], token: vscode.CancellationToken): Promise<Target[]> {
  const files = await vscode.workspace.findFiles(TEST_FILES, EXCLUDED, MAX_FILES, token);
  const targets = await Promise.all(files.map((uri) => targetsOf(uri, kinds)));
  return targets.flat().sort((a, b) => compare(a.uri.path, b.uri.path) || compare(a.name, b.name));
}

/** The functions of these kinds in a file, in its order; those of an open document as it is shown. */
export async function targetsOf(uri: vscode.Uri, kinds: readonly TestKind[]): Promise<Target[]> {
  const functions = findTestFunctions(await textOf(uri)).filter(({ kind }) => kinds.includes(kind));
  return functions.map(({ kind, name }) => ({ uri, kind, name }));
}

/** The text of a file; that of an open document as it is shown. */
export async function textOf(uri: vscode.Uri): Promise<string> {
  return openDocument(uri)?.getText() ?? new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
}

export function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The test function at the cursor, if it is of one of the kinds; else the user picks one from the workspace. */
export async function targetAtCursorOrPicked(kinds: readonly TestKind[]): Promise<Target | undefined> {
  return targetAtCursor(kinds) ?? pickTarget(kinds);
}

/**
 * The test function with this name in a file, of any kind, or a case of it: `BenchmarkX/case`. Throws an Error for the
 * user if the file does not have it.
 */
export async function targetNamed(uri: vscode.Uri, name: string): Promise<Target> {
  const document = await vscode.workspace.openTextDocument(uri);
  const [baseName] = name.split('/') as [string];
  const testFunction = findTestFunctions(document.getText()).find((candidate) => candidate.name === baseName);
  if (!testFunction) throw new Error(`${baseName} is no longer in ${relativePath(uri)}.`);
  return { uri, kind: testFunction.kind, name };
}

/** The test function at the cursor, if it is of one of the kinds. */
export function targetAtCursor(
  kinds: readonly TestKind[],
  editor = vscode.window.activeTextEditor,
): Target | undefined {
  if (!editor || !editor.document.fileName.endsWith('_test.go')) return undefined;
  const line = editor.selection.active.line + 1;
  const testFunction = findTestFunctions(editor.document.getText()).find(
    (candidate) => kinds.includes(candidate.kind) && candidate.line <= line && line <= candidate.endLine,
  );
  return testFunction && { uri: editor.document.uri, kind: testFunction.kind, name: testFunction.name };
}

interface TargetItem extends PickItem {
  readonly target: Target;
}

/** What the list of a workspace's test functions begins with. */
export interface ListedFirst {
  readonly placeHolder: string;
  /** With a note, which is before the path: `calls push`. */
  readonly targets: readonly (Target & { readonly note?: string })[];
}

/** The user picks a test function of the workspace. Throws an Error for the user if there is none. */
export async function pickTarget(
  kinds: readonly TestKind[],
  title = 'Linecost: Profile',
  first?: ListedFirst,
): Promise<Target | undefined> {
  const noun = kinds.includes('benchmark') ? 'benchmark' : 'test or example';
  const search = new vscode.CancellationTokenSource();
  const items = workspaceTargets(kinds, search.token).then((targets) => {
    const listed = first ? firstThen(first.targets, targets) : cursorFirst(targets, kinds);
    if (listed.length > 0) return listed.map(itemOf);
    throw nothingToPick(noun);
  });
  try {
    const chosen = await showQuickPick(items, {
      title,
      placeHolder: first?.placeHolder ?? `Choose a ${noun} of this workspace`,
      matchOnDescription: true,
    });
    return chosen?.target;
  } finally {
    search.cancel();
    search.dispose();
  }
}

function nothingToPick(noun: string): PreconditionError {
  if (!vscode.workspace.workspaceFolders) {
    return new PreconditionError(`Open the folder of a Go module that has a ${noun}.`, { title: 'Open Folder…', command: 'vscode.openFolder' });
  }
  if (noun === 'benchmark') {
    const message = 'No _test.go file of this workspace has a benchmark: write one, or profile a test or a program of it.';
    return new PreconditionError(message, { title: 'Profile a Test…', command: 'linecost.profileTest' });
  }
  const message = `No _test.go file of this workspace has a ${noun}: write one, or try a sample that has some.`;
  return new PreconditionError(message, { title: 'Open a Sample Module…', command: 'linecost.openSample' });
}

/** Moves the functions at the cursors of visible editors to the top: none is active while a page has the focus. */
function cursorFirst(targets: readonly Target[], kinds: readonly TestKind[]): Target[] {
  const atCursors = vscode.window.visibleTextEditors.map((editor) => targetAtCursor(kinds, editor));
  const isAtCursor = ({ uri, name }: Target) => {
    return atCursors.some((each) => each?.name === name && each.uri.toString() === uri.toString());
  };
  return [...targets.filter(isAtCursor), ...targets.filter((target) => !isAtCursor(target))];
}

function firstThen(first: ListedFirst['targets'], targets: readonly Target[]): ListedFirst['targets'] {
  const keyOf = ({ uri, name }: Target) => `${uri.toString()} ${name}`;
  const listed = new Set(first.map(keyOf));
  return [...first, ...targets.filter((target) => !listed.has(keyOf(target)))];
}

function itemOf({ note, ...target }: ListedFirst['targets'][number]): TargetItem {
  const path = relativePath(target.uri);
  return { label: target.name, description: note === undefined ? path : `${note} · ${path}`, target };
}
