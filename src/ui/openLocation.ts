import * as vscode from 'vscode';
import { uriOf } from './fileUri';
import { isUnprotected, protect } from './goFiles';
import { inBackground } from './inBackground';
import { scrollToLeft } from './scrollToLeft';
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
    inBackground(showErrorMessage(`${file} cannot be shown: ${reason}`));
    return undefined;
  }
}

async function showAt(document: vscode.TextDocument, at: vscode.Position, landing: LandingColumn): Promise<void> {
  const { keepFocus = false } = landing;
  const viewColumn = landing.column ?? columnFor(document, landing.beside);
  const mustProtect = await isUnprotected(document);
  const editor = await vscode.window.showTextDocument(document, { viewColumn, preserveFocus: keepFocus });
  if (mustProtect) await protect(editor);
  await scrollToLeft(editor);
  const start = at.character > 0 ? document.validatePosition(at) : startOfCode(document, at);
  editor.selection = new vscode.Selection(start, start);
  editor.revealRange(new vscode.Range(start, start), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
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
