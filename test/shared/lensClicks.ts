import type { FakeCodeLens, FakeVscode } from './fakeVscode';

/** Each lens with the command and arguments that a click on it executes. */
export async function withClickedCommands(vscode: FakeVscode, lenses: readonly unknown[]): Promise<FakeCodeLens[]> {
  const clicked: FakeCodeLens[] = [];
  for (const lens of lenses as readonly FakeCodeLens[]) {
    const { command: id } = lens.command;
    // VS Code shows such a lens as text.
    if (id === '') {
      clicked.push(lens);
      continue;
    }
    await vscode.commands.get(id)?.();
    const [command, ...args] = vscode.executed.at(-1)!;
    clicked.push({ ...lens, command: { ...lens.command, command: command as string, arguments: args as never } });
  }
  return clicked;
}
