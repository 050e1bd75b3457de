import * as vscode from 'vscode';
import { uriOf } from './fileUri';
import { inBackground } from './inBackground';
import { setStatusBarMessage, showErrorMessage } from './window';

export interface Location {
  /** Absolute path. */
  readonly file: string;
  /** 1-based; 0 if unknown. */
  readonly line: number;
  /** 1-based. */
  readonly column?: number;
}

/** Where a line of the measured text is in the current text. */
export interface LinePlace {
  /** 1-based; of a removed line, the nearest line above it that is still there. */
  readonly line: number;
  readonly state: 'same' | 'edited' | 'removed';
}

/** Finds a line of the measured text, 1-based. */
export type LineNow = (document: vscode.TextDocument, line: number) => LinePlace | Promise<LinePlace>;

const REMOVED_TEXT = 'That line was removed after the capture: it was below this line.';
const REMOVED_MS = 5000;

/** Where a file opens. If no column is set, in an editor group that shows text. */
export interface LandingColumn {
  /** The editor column to open in, even if the file is visible in another. */
  readonly column?: vscode.ViewColumn | undefined;
  /** The editor column of a panel that must stay visible. */
  readonly beside?: vscode.ViewColumn | undefined;
  /** Whether the panel that opens the file keeps the focus, so that no key is typed into the file by mistake. */
  readonly keepFocus?: boolean;
}

export interface Landing extends LandingColumn {
  /** If unset, the line is not mapped. */
  readonly lineNow?: LineNow;
}

/** Opens a file with the cursor on a line. */
export async function openLocation({ file, line, column = 1 }: Location, landing: Landing = {}): Promise<void> {
  const document = await openText(file);
  if (!document) return;
  const place = line > 0 ? await landing.lineNow?.(document, line) : undefined;
  const at = new vscode.Position(Math.max(0, (place?.line ?? line) - 1), Math.max(0, column - 1));
  await showAt(document, at, landing);
  if (place?.state === 'removed') setStatusBarMessage(REMOVED_TEXT, REMOVED_MS);
}

/** Opens a file at the declaration of a function (not a method), or at its start if it has no such function. */
export async function openFunction(file: string, name: string, landing: LandingColumn = {}): Promise<void> {
  const document = await openText(file);
  if (!document) return;
  const at = document.getText().search(new RegExp(`^func ${name}\\s*[(\\[]`, 'm'));
  await showAt(document, document.positionAt(Math.max(0, at)), landing);
}

/** undefined if it cannot be shown as text; a message then says why. */
async function openText(file: string): Promise<vscode.TextDocument | undefined> {
  try {
    return await vscode.workspace.openTextDocument(uriOf(file));
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).split('Detail: ').at(-1)!;
    const isGone = /nonexistent file|ENOENT/.test(reason);
    const why = isGone ? 'is gone: it was moved, renamed or deleted.' : `cannot be shown: ${reason}`;
    inBackground(showErrorMessage(`${file} ${why}`));
    return undefined;
  }
}

async function showAt(document: vscode.TextDocument, at: vscode.Position, landing: LandingColumn): Promise<void> {
  const { keepFocus = false } = landing;
  const viewColumn = landing.column ?? columnFor(document, landing.beside);
  const mustProtect = await isUnprotected(document);
  const start = at.character > 0 ? document.validatePosition(at) : startOfCode(document, at);
  const selection = new vscode.Selection(start, start);
  // Otherwise, it is at its start until VS Code says that it is shown. A visible file would scroll without need.
  const opensAt = isVisible(document, viewColumn) ? {} : { selection };
  const editor = await vscode.window.showTextDocument(document, { viewColumn, preserveFocus: keepFocus, ...opensAt });
  if (mustProtect) await protect(editor);
  await scrollToLeft(editor);
  editor.selection = selection;
  editor.revealRange(new vscode.Range(start, start), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

function isVisible(document: vscode.TextDocument, column: vscode.ViewColumn): boolean {
  const { visibleTextEditors } = vscode.window;
  return visibleTextEditors.some((editor) => editor.document === document && editor.viewColumn === column);
}

function startOfCode(document: vscode.TextDocument, at: vscode.Position): vscode.Position {
  const { line } = document.validatePosition(at);
  const { firstNonWhitespaceCharacterIndex, isEmptyOrWhitespace } = document.lineAt(line);
  return new vscode.Position(line, isEmptyOrWhitespace ? 0 : firstNonWhitespaceCharacterIndex);
}

function columnFor(document: vscode.TextDocument, beside: vscode.ViewColumn | undefined): vscode.ViewColumn {
  const texts = vscode.window.visibleTextEditors.filter(({ viewColumn }) => viewColumn && viewColumn !== beside);
  const same = texts.find((editor) => editor.document.uri.toString() === document.uri.toString());
  const active = texts.find((editor) => editor === vscode.window.activeTextEditor);
  const column = (same ?? active ?? texts[0])?.viewColumn;
  if (column) return column;
  if (beside === undefined) return vscode.ViewColumn.Active;
  return beside === vscode.ViewColumn.One ? vscode.ViewColumn.Two : vscode.ViewColumn.One;
}

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
async function isUnprotected({ uri, isDirty }: vscode.TextDocument): Promise<boolean> {
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
async function protect(editor: vscode.TextEditor): Promise<void> {
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

/** More columns than any editor is scrolled to the right. */
const MAX_COLUMNS = 100_000;

/**
 * Scrolls the active editor to the left edge, where the costs are. Revealing a range scrolls left no further than to
 * the range, and would cut off the costs in front of the code. Does nothing if another editor is active.
 */
export async function scrollToLeft(editor: vscode.TextEditor): Promise<void> {
  if (vscode.window.activeTextEditor !== editor) return;
  await vscode.commands.executeCommand('editorScroll', { to: 'left', by: 'column', value: MAX_COLUMNS });
}
