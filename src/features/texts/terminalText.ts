import * as vscode from 'vscode';
import { PreconditionError } from '../../ui/preconditionError';
import type { NamedText } from './namedText';

/** How long VS Code may take to make a terminal active. */
const PATIENCE_MS = 5000;

/**
 * The selection of the active terminal, which VS Code gives only by the clipboard. The text of the clipboard stays as
 * it was. Throws PreconditionError if nothing is selected.
 */
export async function textOfTerminal(): Promise<NamedText> {
  const content = await copied();
  if (content === '') throw new PreconditionError('Select what Go printed in the terminal first.');
  return { origin: vscode.window.activeTerminal?.name ?? 'Terminal', content };
}

/**
 * All lines that a terminal has, of which VS Code drops the oldest: see its setting terminal.integrated.scrollback.
 * Throws PreconditionError if the terminal is closed, or does not open.
 */
export async function wholeTerminal(terminal: vscode.Terminal): Promise<NamedText> {
  const { name: origin } = terminal;
  if (!vscode.window.terminals.includes(terminal)) throw closed(terminal);
  if (vscode.window.activeTerminal !== terminal) await activate(terminal);
  const content = await copied('workbench.action.terminal.selectAll');
  await vscode.commands.executeCommand('workbench.action.terminal.clearSelection');
  return { origin, content, again: () => wholeTerminal(terminal) };
}

/** @param first a command before the selection is copied */
async function copied(first?: string): Promise<string> {
  const { clipboard } = vscode.env;
  const before = await clipboard.readText();
  try {
    // Without a selection, the command copies nothing, and the older text would be read.
    await clipboard.writeText('');
    if (first !== undefined) await vscode.commands.executeCommand(first);
    await vscode.commands.executeCommand('workbench.action.terminal.copySelection');
    return await clipboard.readText();
  } finally {
    await clipboard.writeText(before);
  }
}

/** VS Code's commands are about the active terminal. */
async function activate(terminal: vscode.Terminal): Promise<void> {
  const subscriptions: vscode.Disposable[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isActive = new Promise<void>((resolve, reject) => {
    const { window } = vscode;
    subscriptions.push(
      window.onDidChangeActiveTerminal((active) => active === terminal && resolve()),
      window.onDidCloseTerminal((ended) => ended === terminal && reject(closed(terminal))),
    );
    const late = () => new PreconditionError(`The terminal ${terminal.name} did not open: open it, and try again.`);
    timer = setTimeout(() => reject(late()), PATIENCE_MS);
  });
  try {
    terminal.show(true);
    await isActive;
  } finally {
    clearTimeout(timer);
    for (const subscription of subscriptions) subscription.dispose();
  }
}

function closed({ name }: vscode.Terminal): PreconditionError {
  return new PreconditionError(`The terminal ${name} is closed: copy its text before, or write a log file.`);
}
