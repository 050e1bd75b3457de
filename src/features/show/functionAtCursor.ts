import * as vscode from 'vscode';
import type { FunctionRange } from '../../profile/answers/lines';
import { firstKnownLine } from '../../sources/lineMatching/functionExtent';

/** The declaration of a function or method, with its name. */
const DECLARATION = /^func\s+(?:\([^)]*\)\s*)?([\p{L}_][\p{L}\p{N}_]*)/u;

/** What a profile has at the lines (1-based) of a document. */
interface ProfiledLines {
  lineAt(document: vscode.TextDocument, line: number): {
    readonly costs: { readonly functions: readonly FunctionRange[] };
    readonly line: { readonly captured: number };
  } | undefined;
}

/**
 * The function at the cursor of the active Go editor: its full name in the profile, or its declared name if the profile
 * has no sample of it. undefined outside of functions and Go editors.
 */
export function functionAtCursor(lineCosts: ProfiledLines): string | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.languageId !== 'go') return undefined;
  const { document, selection } = editor;
  const cursor = selection.active.line + 1;
  const declared = declarationAbove(document, cursor);
  // A line that was added since the capture has no costs: the line above it is in the same function.
  for (let line = cursor; line >= (declared?.line ?? cursor); line--) {
    const annotated = lineCosts.lineAt(document, line);
    if (!annotated) continue;
    const declaredAt = declared && lineCosts.lineAt(document, declared.line)?.line.captured;
    return functionAt(annotated.costs.functions, annotated.line.captured, declaredAt) ?? declared?.name;
  }
  return declared?.name;
}

/**
 * The innermost of the functions and function literals around a line of a file.
 * @param declaredAt the line of the `func` above it, if it is known
 */
function functionAt(functions: readonly FunctionRange[], line: number, declaredAt?: number): string | undefined {
  const starting = functions.filter((range) => firstKnownLine(range) <= line);
  starting.sort((a, b) => firstKnownLine(a) - firstKnownLine(b));
  const inDeclaration = starting.filter((range) => firstKnownLine(range) >= (declaredAt ?? 0));
  const around = inDeclaration.findLast(({ lastLine }) => line <= lastLine);
  return (around ?? starting.find(({ startLine }) => startLine === declaredAt))?.name;
}

/** Relies on gofmt: functions begin and end in column 0. Lines are 1-based. */
function declarationAbove(document: vscode.TextDocument, cursor: number): { name: string; line: number } | undefined {
  for (let line = cursor; line > 0; line--) {
    const { text } = document.lineAt(line - 1);
    const name = DECLARATION.exec(text)?.[1];
    if (name !== undefined) return { name, line };
    if (text.startsWith('}') && line < cursor) return undefined;
  }
  return undefined;
}
