import * as vscode from 'vscode';
import { inBackground } from './inBackground';

/** A folder of the module cache: `github.com/a/b@v1.2.3`, `toolchain@v0.0.1-go1.26.8.linux-amd64`. */
const MODULE_FOLDER = /@v\d+\.\d+\.\d+[^/]*$/;

/** A file that each Go distribution has, below its root. */
const OF_DISTRIBUTION = ['src', 'runtime', 'proc.go'];

/** The files that were made read-only in this window. */
const protectedFiles = new Set<string>();
/** The files to make read-only when they become active. */
const waiting = new WeakSet<vscode.TextDocument>();
let listening: vscode.Disposable | undefined;

/**
 * Whether a file can be edited although it is part of a Go distribution or of the module cache, where a key that was
 * pressed by mistake would change all programs of this machine. Files with changes, and those of the workspace, are the
 * user's own.
 */
export async function isUnprotected({ uri, isDirty }: vscode.TextDocument): Promise<boolean> {
  if (isDirty || protectedFiles.has(uri.toString()) || vscode.workspace.getWorkspaceFolder(uri)) return false;
  const elements = uri.path.split('/');
  if (elements.slice(0, -1).some((element) => MODULE_FOLDER.test(element))) return true;
  const levels = elements.flatMap((element, at) => (element === OF_DISTRIBUTION[0] ? [elements.length - at] : []));
  const found = await Promise.all(levels.map((up) => {
    return exists(vscode.Uri.joinPath(uri, ...Array<string>(up).fill('..'), ...OF_DISTRIBUTION));
  }));
  return found.includes(true);
}

/**
 * Makes the file of an editor read-only until the window is closed, which VS Code shows beside its name. Only the
 * active editor can be made read-only, so another one is as soon as it is active.
 */
export async function protect(editor: vscode.TextEditor): Promise<void> {
  if (vscode.window.activeTextEditor?.document !== editor.document) {
    waiting.add(editor.document);
    listening ??= vscode.window.onDidChangeActiveTextEditor((active) => {
      if (active && waiting.delete(active.document)) inBackground(protect(active));
    });
    return;
  }
  await vscode.commands.executeCommand('workbench.action.files.setActiveEditorReadonlyInSession');
  protectedFiles.add(editor.document.uri.toString());
}

function exists(uri: vscode.Uri): Promise<boolean> {
  return Promise.resolve(vscode.workspace.fs.stat(uri)).then(() => true, () => false);
}
