import * as vscode from 'vscode';
import type { Session } from '../../captures/session';
import { splitLines } from '../../profile/common/textLines';
import { shortCommit } from '../../profile/text/shortCommit';
import { basename } from '../../profile/text/shortNames';
import { lineMapFromLines } from '../../sources/lineMatching/matchLines';
import { pathOf } from '../../ui/fileUri';
import { PreconditionError } from '../../ui/preconditionError';
import { showReadOnlyText } from '../../ui/readOnlyText';
import { showQuickPick } from '../../ui/window';

interface DeployedParts {
  readonly session: Session;
  readonly subscriptions: { dispose(): unknown }[];
}

/**
 * Opens the file of the active editor, or one that the user picks, as it was in the build that the active capture is
 * of, at the line that the cursor's line was. Throws a PreconditionError if there is no such text.
 */
export async function openAsDeployed({ session, subscriptions }: DeployedParts): Promise<void> {
  const { capture } = session.active ?? {};
  const commit = capture?.fleet && capture.conditions?.git?.commit;
  if (!capture || commit === undefined) {
    throw new PreconditionError('Show a capture from a profile store first, whose commit is in this repository.');
  }
  const editor = vscode.window.activeTextEditor;
  const here = editor && pathOf(editor.document.uri);
  // Files that were the same have their text of today.
  const missing = new Set(capture.fleet!.build?.missing);
  if (here !== undefined && missing.has(here)) {
    throw new PreconditionError(`${basename(here)} is not in ${shortCommit(commit)}, which was deployed.`);
  }
  const known = [...capture.sources.keys()].filter((path) => !missing.has(path));
  const path = here !== undefined && known.includes(here) ? here : await pickFile(known);
  const text = path !== undefined && capture.sources.get(path);
  if (typeof text !== 'string' || path === undefined) return;
  const line = path === here ? lineBefore(text, editor!) : 1;
  await showReadOnlyText(`${basename(path)} at ${shortCommit(commit)}`, text, subscriptions, { language: 'go', line });
}

/** The line of the deployed text, 1-based, that is the cursor's line now. */
function lineBefore(text: string, { document, selection }: vscode.TextEditor): number {
  const map = lineMapFromLines(splitLines(text), splitLines(document.getText()));
  for (let line = selection.active.line + 1; line > 0; line--) {
    const captured = map.toCaptured(line);
    if (captured !== undefined) return captured;
  }
  return 1;
}

async function pickFile(paths: readonly string[]): Promise<string | undefined> {
  if (paths.length === 0) throw new PreconditionError('This capture has no file of this workspace.');
  const items = paths.map((path) => {
    return { label: basename(path), description: vscode.workspace.asRelativePath(path), path };
  });
  const options = { title: 'Linecost: Open File as Deployed', placeHolder: 'Which file?', matchOnDescription: true };
  return (await showQuickPick(items, options))?.path;
}
