import type * as vscode from 'vscode';
import { isText, listOf } from '../../profile/common/shapes';
import { PreconditionError } from '../../ui/preconditionError';
import { askModal } from '../../ui/window';

const UNAPPROVED = 'linecost.importedCommands';
const isList = listOf(isText);

/** Commands that came from an imported file, and that the user has not agreed to run yet. */
export class ImportedCommands {
  constructor(private readonly memento: vscode.Memento) {}

  /** Notes that this command of a service must be shown before it runs. */
  async add(id: string, command: string): Promise<void> {
    await this.memento.update(UNAPPROVED, [...new Set([...this.all(), keyOf(id, command)])]);
  }

  /** Shows a command that was imported, once, before it first runs. Throws a PreconditionError if the user refuses. */
  async approve({ id, name }: { readonly id: string; readonly name: string }, command: string): Promise<void> {
    if (!this.all().includes(keyOf(id, command))) return;
    const question = `Run this command for ${name}? It came from a file of the workspace.`;
    if ((await askModal(question, 'Run', command)) === undefined) {
      throw new PreconditionError(`The command of ${name} was not run, because you did not allow it.`);
    }
    await this.memento.update(UNAPPROVED, this.all().filter((key) => key !== keyOf(id, command)));
  }

  private all(): readonly string[] {
    const stored = this.memento.get<unknown>(UNAPPROVED);
    return isList(stored) ? stored : [];
  }
}

function keyOf(id: string, command: string): string {
  return `${id} ${command}`;
}
