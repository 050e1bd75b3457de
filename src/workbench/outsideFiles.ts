import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import * as vscode from 'vscode';
import { askModal } from './window';

/**
 * A profile may name any file of this machine. Those that neither the workspace nor Go's own folders have are opened
 * only after the user was asked, once a folder, for as long as the window is open.
 */
export class OutsideFiles {
  /** By folder, without links. */
  private readonly answers = new Map<string, Promise<boolean>>();

  /** @param own folders whose files are opened without asking */
  async mayOpen(path: string, own: readonly string[]): Promise<boolean> {
    const real = await realOf(path);
    if (isOpen(path) || (await this.isBelowOne(real, own))) return true;
    const folder = dirname(real);
    const answer = this.answers.get(folder) ?? ask(path, real);
    this.answers.set(folder, answer);
    if (await answer) return true;
    this.answers.delete(folder);
    return false;
  }

  /** The user has chosen a file of the folder. */
  async allow(path: string): Promise<void> {
    this.answers.set(dirname(await realOf(path)), Promise.resolve(true));
  }

  /** Whether the file lies in one of the folders, with all links followed. */
  async isBelowOne(path: string, folders: readonly string[]): Promise<boolean> {
    const [real, ...places] = await Promise.all([path, ...folders].map(realOf));
    return places.some((place) => isBelow(real, place));
  }
}

function isBelow(path: string, folder: string): boolean {
  const rest = relative(folder, path);
  return rest !== '..' && !rest.startsWith(`..${sep}`) && !isAbsolute(rest);
}

async function ask(path: string, real: string): Promise<boolean> {
  const question = 'Only the profile names this file. It is outside this workspace and outside the folders of Go. Open it?';
  const detail = resolve(path) === real ? real : `${resolve(path)}\nleads to ${real}`;
  const more = `${detail}\n\nOther files of the same folder are opened without asking until this window is closed.`;
  return (await askModal(question, 'Open', more)) !== undefined;
}

function isOpen(path: string): boolean {
  return vscode.workspace.textDocuments.some(({ uri, isClosed }) => !isClosed && uri.fsPath === path);
}

/** Of a file that is not there, the path as it is. */
function realOf(path: string): Promise<string> {
  return realpath(path).catch(() => resolve(path));
}
