import type * as vscode from 'vscode';
import { isText, listOf } from '../../profile/common/shapes';
import { PreconditionError } from '../../ui/preconditionError';
import { askModal } from '../../ui/window';

const UNAPPROVED = 'linecost.importedCommands';
const isList = listOf(isText);

/** A service or store. */
interface Server {
  readonly id: string;
  readonly name: string;
}

/** Commands and addresses that came from an imported file, and that the user has not agreed to use yet. */
export class ImportedParts {
  constructor(private readonly memento: vscode.Memento) {}

  /** Notes that this command or address of a server must be shown before it is used. */
  async add(id: string, part: string): Promise<void> {
    await this.memento.update(UNAPPROVED, [...new Set([...this.all(), keyOf(id, part)])]);
  }

  /** Shows a command that was imported, once, before it first runs. Throws a PreconditionError if the user refuses. */
  async approve(server: Server, command: string): Promise<void> {
    const question = `Run this command for ${server.name}? It came from a file of the workspace.`;
    const refused = `The command of ${server.name} was not run, because you did not allow it.`;
    await this.ask(server, command, { question, button: 'Run', refused });
  }

  /** The same for an address, before anything is sent to it. */
  async approveAddress(server: Server, address: string): Promise<void> {
    const question = `Ask this address for the profiles of ${server.name}? It came from a file of the workspace.`;
    const refused = `${server.name} was not asked, because you did not allow its address.`;
    await this.ask(server, address, { question, button: 'Ask', refused });
  }

  /** The same for the address that counts a store's requests. */
  async approveCounter(server: Server, address: string): Promise<void> {
    const question = `Ask this address how many requests ${server.name} answered? It came from a file of the workspace.`;
    const refused = 'you did not allow the address that counts them';
    await this.ask(server, address, { question, button: 'Ask', refused });
  }

  private async ask(
    { id }: Server,
    part: string,
    { question, button, refused }: { readonly question: string; readonly button: string; readonly refused: string },
  ): Promise<void> {
    if (!this.all().includes(keyOf(id, part))) return;
    if ((await askModal(question, button, part)) === undefined) throw new PreconditionError(refused);
    await this.memento.update(UNAPPROVED, this.all().filter((key) => key !== keyOf(id, part)));
  }

  private all(): readonly string[] {
    const stored = this.memento.get<unknown>(UNAPPROVED);
    return isList(stored) ? stored : [];
  }
}

function keyOf(id: string, part: string): string {
  return `${id} ${part}`;
}
