import * as vscode from 'vscode';

/**
 * Commands for lenses, without arguments. VS Code drops the arguments of a lens's command when it requests the lenses
 * anew, but shows the old lens until it has drawn the new one. A click in between would fail with "command not found".
 */
export class LensCommands implements vscode.Disposable {
  /** The registrations, by the command and its arguments. */
  private readonly registrations = new Map<string, { readonly id: string; readonly registration: vscode.Disposable }>();

  /** Gives lenses commands without arguments. */
  clickable(lenses: vscode.CodeLens[]): vscode.CodeLens[] {
    for (const lens of lenses) lens.command = this.withoutArguments(lens.command!);
    return lenses;
  }

  /** Returns a command without arguments that executes the given one. Equal commands have the same id. */
  withoutArguments({ arguments: args = [], ...command }: vscode.Command): vscode.Command {
    if (args.length === 0) return command;
    const key = JSON.stringify([command.command, ...args.map(String)]);
    let known = this.registrations.get(key);
    if (!known) {
      const id = `linecost.lens.${this.registrations.size}`;
      const execute = () => vscode.commands.executeCommand(command.command, ...args);
      known = { id, registration: vscode.commands.registerCommand(id, execute) };
      this.registrations.set(key, known);
    }
    return { ...command, command: known.id };
  }

  dispose(): void {
    for (const { registration } of this.registrations.values()) registration.dispose();
  }
}
