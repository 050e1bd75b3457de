import { posix } from 'node:path';
import * as vscode from 'vscode';
import { PreconditionError } from '../../ui/preconditionError';
import { showOpenDialog, showQuickPick } from '../../ui/window';
import type { NamedText } from './namedText';
import { textOfTerminal, wholeTerminal } from './terminalText';

/** What is sought in a text. */
export interface TextQuestion {
  /** Without the prefix that every command has. */
  readonly title: string;
  /** What a file may be: `a log, or what a service answered`. */
  readonly file: string;
  /** What to open of a file that is too large: `the part with the goroutines`. */
  readonly part: string;
  /** Further places, before the others. */
  readonly others?: readonly TextChoice[];
}

export interface TextChoice {
  readonly label: string;
  readonly description?: string | undefined;
  take(): Promise<NamedText | undefined>;
}

/** Limit for a file, in bytes: Go cuts its own dumps at 64 MB, but a log may have many. */
const MAX_FILE_BYTES = 1024 ** 3;

/** Lets the user choose a text. undefined if the user cancelled. */
export async function pickText(question: TextQuestion): Promise<NamedText | undefined> {
  const { activeTextEditor: editor, activeTerminal: terminal } = vscode.window;
  const name = editor && nameOf(editor.document.uri);
  const choices: TextChoice[] = [
    ...(question.others ?? []),
    ...(editor && !editor.selection.isEmpty
      ? [{ label: 'Selection', description: name, take: async () => textOfEditor(editor) }]
      : []),
    ...(editor ? [{ label: 'Active Editor', description: name, take: async () => wholeText(editor.document) }] : []),
    { label: 'Clipboard', description: 'the text that was copied last', take: textOfClipboard },
    ...(terminal
      ? [
          { label: 'Selection in Terminal', description: terminal.name, take: textOfTerminal },
          { label: 'Whole Terminal', description: terminal.name, take: () => wholeTerminal(terminal) },
        ]
      : []),
    { label: 'File…', description: question.file, take: () => pickFile(question) },
  ];
  const chosen = await showQuickPick(choices, {
    title: `Linecost: ${question.title}`,
    placeHolder: 'Where is the text that Go printed?',
  });
  return chosen?.take();
}

/** The selection of an editor; its whole text if nothing is selected. */
export function textOfEditor({ document, selection }: vscode.TextEditor): NamedText {
  if (selection.isEmpty) return wholeText(document);
  const { uri } = document;
  return { origin: nameOf(uri), content: document.getText(selection), place: { uri, firstLine: selection.start.line } };
}

function wholeText(document: vscode.TextDocument): NamedText {
  const { uri } = document;
  const again = async () => wholeText(await vscode.workspace.openTextDocument(uri));
  return { origin: nameOf(uri), content: document.getText(), place: { uri, firstLine: 0 }, again };
}

async function textOfClipboard(): Promise<NamedText> {
  return { origin: 'Clipboard', content: await vscode.env.clipboard.readText(), again: textOfClipboard };
}

async function pickFile(question: TextQuestion): Promise<NamedText | undefined> {
  const uri = (await showOpenDialog({ title: question.title }))?.[0];
  return uri && textOfFile(uri, question);
}

/** @throws PreconditionError if the file is too large, or gone */
async function textOfFile(uri: vscode.Uri, question: TextQuestion): Promise<NamedText> {
  const origin = nameOf(uri);
  try {
    const { size } = await vscode.workspace.fs.stat(uri);
    if (size > MAX_FILE_BYTES) {
      throw new PreconditionError(`${origin} is larger than ${MAX_FILE_BYTES >> 20} MB: open ${question.part}.`);
    }
    const content = await vscode.workspace.fs.readFile(uri);
    return { origin, content, place: { uri, firstLine: 0 }, again: () => textOfFile(uri, question) };
  } catch (error) {
    if (!(error instanceof vscode.FileSystemError && error.code === 'FileNotFound')) throw error;
    throw new PreconditionError(`${origin} is gone: it was deleted or renamed. Open it where it is now.`);
  }
}

function nameOf(uri: vscode.Uri): string {
  return posix.basename(uri.path);
}
