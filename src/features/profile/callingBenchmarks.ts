import * as vscode from 'vscode';
import { callersOf, type CallingFile, callingFile, functionAtLine, nameOfKey } from '../../go/code/benchmarkCallers';
import { inSlices } from '../../go/timeSlices';
import { ignored } from '../../profile/common/ignored';
import { isFile } from '../../ui/fileUri';
import {
  type ListedFirst, openDocument, pickTarget, type Target, targetAtCursor, targetsOf, textOf,
} from './pickTarget';

/**
 * The benchmark at the cursor, or one that the user picks from the workspace. If the cursor is in a function outside of
 * test files, the list begins with the benchmarks of its package, first those that call the function. Throws an Error
 * for the user if there is none.
 */
export async function benchmarkAtCursorOrPicked(): Promise<Target | undefined> {
  const target = targetAtCursor(['benchmark']);
  if (target) return target;
  const first = await benchmarksOfCursor().catch(ignored('the benchmarks that call the function at the cursor are not first'));
  return pickTarget(['benchmark'], undefined, first);
}

/** The files that were read last, all of one folder. */
let read: { readonly folder: string; readonly files: Map<string, { version: string; file: CallingFile }> } | undefined;

/** undefined unless the cursor of the active editor is in a function of a Go file that is not a test file. */
async function benchmarksOfCursor(): Promise<ListedFirst | undefined> {
  const editor = vscode.window.activeTextEditor;
  const found = editor && (await benchmarksCalling(editor.document.uri, editor.selection.active.line + 1));
  if (!found) return undefined;
  const { name, callers, others } = found;
  const noteOf = ({ through }: CallingTarget) => `calls ${name}${through === '' ? '' : ` through ${through}`}`;
  const placeHolder = callers.length === 0
    ? `No benchmark of this package calls ${name}: choose one of this workspace`
    : `Choose a benchmark of this workspace: first those that call ${name}`;
  const noted = callers.map((caller) => ({ ...caller, note: noteOf(caller) }));
  return { placeHolder, targets: [...noted, ...others] };
}

/** A benchmark that calls a function. */
interface CallingTarget extends Target {
  /** The function through which it calls; '' for a direct call. */
  readonly through: string;
}

/** The benchmarks of a function's package. */
interface BenchmarksOfFunction {
  /** Of the function, without its receiver. */
  readonly name: string;
  /** Direct calls first. */
  readonly callers: readonly CallingTarget[];
  readonly others: readonly Target[];
}

/**
 * The benchmarks of the package of a Go file that is not a test file, for the function at a 1-based line; undefined
 * for other files and lines. Names decide, not types: see `callersOf`.
 */
export async function benchmarksCalling(
  uri: vscode.Uri,
  line: number,
  signal?: AbortSignal,
): Promise<BenchmarksOfFunction | undefined> {
  if (!isFile(uri) || !uri.path.endsWith('.go') || uri.path.endsWith('_test.go')) return undefined;
  const folder = vscode.Uri.joinPath(uri, '..');
  if (read?.folder !== folder.toString()) read = { folder: folder.toString(), files: new Map() };
  const { files } = read;
  const own = await readFile(uri, files, signal);
  const called = functionAtLine(own, line);
  if (!called) return undefined;
  const tests = await testFilesOf(folder);
  const parsed: CallingFile[] = [];
  for (const test of tests) parsed.push(await readFile(test, files, signal));
  const callers = await inSlices(callersOf(called, own, folder.path, parsed), signal);
  const [direct, indirect, others]: [CallingTarget[], CallingTarget[], Target[]] = [[], [], []];
  for (const [i, test] of tests.entries()) {
    for (const target of await targetsOf(test, ['benchmark'])) {
      const through = callers[i].get(target.name);
      if (through === undefined) others.push(target);
      else (through === '' ? direct : indirect).push({ ...target, through });
    }
  }
  return { name: nameOfKey(called.key), callers: [...direct, ...indirect], others };
}

async function testFilesOf(folder: vscode.Uri): Promise<vscode.Uri[]> {
  const entries = await vscode.workspace.fs.readDirectory(folder);
  const names = entries.map(([name]) => name).filter((name) => name.endsWith('_test.go')).sort();
  return names.map((name) => vscode.Uri.joinPath(folder, name));
}

async function readFile(
  uri: vscode.Uri,
  files: NonNullable<typeof read>['files'],
  signal?: AbortSignal,
): Promise<CallingFile> {
  const version = await versionOf(uri);
  const known = files.get(uri.toString());
  if (known?.version === version) return known.file;
  const file = await inSlices(callingFile(await textOf(uri)), signal);
  files.set(uri.toString(), { version, file });
  return file;
}

async function versionOf(uri: vscode.Uri): Promise<string> {
  const open = openDocument(uri);
  if (open) return `version ${open.version}`;
  const { mtime, size } = await vscode.workspace.fs.stat(uri);
  return `${mtime} ${size}`;
}
