import * as vscode from 'vscode';
import type { AnnotatedLine } from '../../editor/columns/annotator';
import type { LineCosts } from '../../editor/columns/columnsOnDemand';
import { basename } from '../../profile/text/shortNames';
import { PreconditionError } from '../../ui/preconditionError';

/** A line of a document; 1-based. */
export interface LinePlace {
  readonly uri: vscode.Uri;
  readonly lineNumber: number;
}

/** A line that has costs in the active profile. */
export interface LineWithCosts extends LinePlace {
  readonly annotated: AnnotatedLine;
  /** `scan.go:12` */
  readonly name: string;
}

/**
 * The line that a command is called for: a hover passes a URI and a line, the line number menu an object with both;
 * otherwise the line at the cursor. Throws a PreconditionError if there is none, or it has no costs.
 */
export async function lineWithCosts(
  lineCosts: Pick<LineCosts, 'lineAt'>,
  place: unknown,
  line: unknown,
): Promise<LineWithCosts> {
  const at = passedPlace(place, line) ?? placeOfCursor();
  if (!at) throw new PreconditionError('Put the cursor on a line with costs first.');
  const document = await vscode.workspace.openTextDocument(at.uri);
  const annotated = lineCosts.lineAt(document, at.lineNumber);
  const name = `${basename(document.uri.path)}:${at.lineNumber}`;
  if (!annotated || (annotated.line.flat === 0 && annotated.line.cum === 0)) {
    throw new PreconditionError(`No sample of the active profile was taken on ${name}: choose a line with costs.`);
  }
  return { ...at, annotated, name };
}

function passedPlace(place: unknown, line: unknown): LinePlace | undefined {
  if (typeof place === 'string' && typeof line === 'number') return { uri: vscode.Uri.parse(place), lineNumber: line };
  const { uri, lineNumber } = (place ?? {}) as { readonly uri?: unknown; readonly lineNumber?: unknown };
  return uri instanceof vscode.Uri && typeof lineNumber === 'number' ? { uri, lineNumber } : undefined;
}

function placeOfCursor(): LinePlace | undefined {
  const editor = vscode.window.activeTextEditor;
  return editor && { uri: editor.document.uri, lineNumber: editor.selection.active.line + 1 };
}
