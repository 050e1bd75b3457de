import * as vscode from 'vscode';
import { posix } from 'node:path';
import { type PickItem, showQuickPick } from '../../ui/window';
import { pickTarget, type Target, targetAtCursor, targetsOf } from '../profile/pickTarget';
import { testsText } from './leaksSentence';

const TITLE = 'Linecost: Find Leaked Goroutines';
const LEAK_KINDS = ['test', 'example', 'fuzz'] as const;

interface LeakItem extends PickItem {
  readonly choose: () => Promise<readonly Target[] | 'service' | undefined>;
}

/** Asks where to look for leaks: in a test, in all tests of a file or package, or in a service. */
export async function pickLeakTargets(): Promise<readonly Target[] | 'service' | undefined> {
  const editor = vscode.window.activeTextEditor;
  const uri = editor?.document.fileName.endsWith('.go') ? editor.document.uri : undefined;
  const atCursor = targetAtCursor(LEAK_KINDS);
  const items: LeakItem[] = [];
  if (atCursor) items.push({ label: atCursor.name, description: 'at the cursor', icon: 'beaker', choose: async () => [atCursor] });
  if (uri) {
    const folder = posix.dirname(uri.path);
    const ofFile = await testsOf(uri);
    const ofPackage = await testsOfFolder(vscode.Uri.joinPath(uri, '..'));
    const all = (what: string, targets: readonly Target[]) => {
      if (targets.length === 0) return;
      items.push({ label: what, description: testsText(targets.length), icon: 'beaker', choose: async () => targets });
    };
    all(`All tests of ${posix.basename(uri.path)}`, ofFile);
    if (ofPackage.length > ofFile.length) all(`All tests of ${posix.basename(folder)}`, ofPackage);
  }
  items.push({ label: 'Another test…', icon: 'list-selection', choose: async () => {
    const target = await pickTarget(LEAK_KINDS, TITLE);
    return target && [target];
  } });
  items.push({ label: 'A service…', description: 'that serves net/http/pprof', icon: 'radio-tower', choose: async () => 'service' });
  const placeHolder = 'Each test runs in a process of its own. For a program, choose leaks in its options';
  return (await showQuickPick(items, { title: TITLE, placeHolder }))?.choose();
}

/** The tests, examples and fuzz tests of a file. */
export function testsOf(uri: vscode.Uri): Promise<Target[]> {
  return targetsOf(uri, LEAK_KINDS);
}

/** Those of a folder, without the folders in it. */
export async function testsOfFolder(folder: vscode.Uri): Promise<Target[]> {
  const entries = await vscode.workspace.fs.readDirectory(folder);
  const files = entries.map(([name]) => name).filter((name) => name.endsWith('_test.go')).sort();
  return (await Promise.all(files.map((name) => testsOf(vscode.Uri.joinPath(folder, name))))).flat();
}
