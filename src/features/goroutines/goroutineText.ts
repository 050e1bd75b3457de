import { posix } from 'node:path';
import * as vscode from 'vscode';
import { showOpenDialog, showQuickPick } from '../../ui/window';
import { PreconditionError } from '../../ui/preconditionError';

/** A text that may have goroutines, and where it is from. */
export interface NamedText {
  readonly origin: string;
  /** What a capture of its goroutines is called; unset: its origin and that it has goroutines. */
  readonly captureTitle?: string;
  readonly content: string | Uint8Array;
}

/** Limit for a file, in bytes: Go cuts its own dumps at 64 MB, but a log may have many. */
const MAX_FILE_BYTES = 1024 ** 3;

/** Lets the user choose a text. undefined if the user cancelled. */
export async function pickText(): Promise<NamedText | undefined> {
  const editor = vscode.window.activeTextEditor;
  const name = editor && posix.basename(editor.document.uri.path);
  const choices = [
    ...(editor && !editor.selection.isEmpty
      ? [{ label: 'Selection', description: name, take: async () => textOfEditor(editor) }]
      : []),
    ...(editor ? [{ label: 'Active Editor', description: name, take: async () => wholeText(editor) }] : []),
    { label: 'Clipboard', description: 'the text that was copied last', take: textOfClipboard },
    ...(vscode.window.activeTerminal
      ? [{ label: 'Selection in Terminal', description: vscode.window.activeTerminal.name, take: textOfTerminal }]
      : []),
    { label: 'File…', description: 'a log, or what a service answered', take: pickFile },
  ];
  const chosen = await showQuickPick(choices, {
    title: 'Linecost: Open Goroutine Dump or Panic',
    placeHolder: 'Where is the text that Go printed?',
  });
  return chosen?.take();
}

/** The selection of an editor; its whole text if nothing is selected. */
export function textOfEditor({ document, selection }: vscode.TextEditor): NamedText {
  const content = document.getText(selection.isEmpty ? undefined : selection);
  return { origin: posix.basename(document.uri.path), content };
}

function wholeText({ document }: vscode.TextEditor): NamedText {
  return { origin: posix.basename(document.uri.path), content: document.getText() };
}

async function textOfClipboard(): Promise<NamedText> {
  return { origin: 'Clipboard', content: await vscode.env.clipboard.readText() };
}

/**
 * The selection of the active terminal, which VS Code gives only by the clipboard. The text of the clipboard stays as
 * it was. Throws PreconditionError if nothing is selected.
 */
export async function textOfTerminal(): Promise<NamedText> {
  const { clipboard } = vscode.env;
  const before = await clipboard.readText();
  let content: string;
  try {
    // Without a selection, the command copies nothing, and the older text would be read.
    await clipboard.writeText('');
    await vscode.commands.executeCommand('workbench.action.terminal.copySelection');
    content = await clipboard.readText();
  } finally {
    await clipboard.writeText(before);
  }
  if (content === '') throw new PreconditionError('Select what Go printed in the terminal first.');
  return { origin: vscode.window.activeTerminal?.name ?? 'Terminal', content };
}

async function pickFile(): Promise<NamedText | undefined> {
  const uri = (await showOpenDialog({ title: 'Open Goroutine Dump or Panic' }))?.[0];
  return uri && textOfFile(uri);
}

/** @throws PreconditionError if the file is too large */
async function textOfFile(uri: vscode.Uri): Promise<NamedText> {
  const origin = posix.basename(uri.path);
  const { size } = await vscode.workspace.fs.stat(uri);
  if (size > MAX_FILE_BYTES) {
    throw new PreconditionError(`${origin} is larger than ${MAX_FILE_BYTES >> 20} MB: open the part with the goroutines.`);
  }
  return { origin, content: await vscode.workspace.fs.readFile(uri) };
}
