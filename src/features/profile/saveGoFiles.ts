import * as vscode from 'vscode';
import { PreconditionError } from '../../ui/preconditionError';

/** Saves edited Go files, because Go reads files, not editors. Throws an Error for the user if one cannot be saved. */
export async function saveGoDocuments(): Promise<void> {
  const isRead = /\.(go|s|c|h|mod|sum|work)$/;
  const edited = vscode.workspace.textDocuments.filter(({ isDirty, isUntitled, fileName }) => {
    return isDirty && !isUntitled && isRead.test(fileName);
  });
  const saved = await Promise.all(edited.map((document) => document.save()));
  // A document that Auto Save wrote at the same moment has nothing left to save.
  const unsaved = edited.find(({ isDirty }, i) => !saved[i] && isDirty);
  if (unsaved) throw new PreconditionError(`${vscode.workspace.asRelativePath(unsaved.uri)} has unsaved changes that VS Code could not save. Save the file, then try again.`);
}
