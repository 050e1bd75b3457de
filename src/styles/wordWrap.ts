import * as vscode from 'vscode';
import { type ColumnStyle, isInFront } from './styleNames';
import { showInformationMessage } from '../ui/window';

const SHOWN = 'linecost.saidWordWrap';

/**
 * Whether VS Code wraps the lines of a document, by the settings of its language. VS Code does not tell extensions
 * about its command "Toggle Word Wrap".
 */
export function isWrapped(document: vscode.TextDocument): boolean {
  return vscode.workspace.getConfiguration('editor', document).get('wordWrap', 'off') !== 'off';
}

/** How the costs of a wrapped document are drawn instead: VS Code wraps as if costs in front of a line had no width. */
export function styleOfWrapped(style: ColumnStyle): ColumnStyle {
  return isInFront(style) ? 'endOfLine' : style;
}

/** Explains once, and never again, why costs are at the ends of wrapped lines. */
export async function explainWordWrap(memento: vscode.Memento): Promise<void> {
  if (memento.get(SHOWN)) return;
  await memento.update(SHOWN, true);
  // VS Code cuts off longer messages without a button.
  await showInformationMessage('Costs are at the line ends while word wrap is on.');
}
