import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import * as vscode from 'vscode';
import type { NamedFiles } from './sources';
import { askModal } from '../ui/window';

/**
 * Asks the user before a file outside the workspace and Go's own folders is opened, because a profile may name any file
 * of this machine. Once the user agrees, the other files of the folder open without a question in this window.
 */
export class OutsideFiles implements NamedFiles {
  /** By folder, with all links followed. */
  private readonly answers = new Map<string, Promise<boolean>>();

  /** @param own folders whose files are opened without a question */
  async mayOpen(path: string, own: readonly string[]): Promise<boolean> {
    const real = await realOf(path);
    if (isOpen(path) || (await this.isBelowAny(real, own))) return true;
    const folder = dirname(real);
    const answer = this.answers.get(folder) ?? ask(path, real);
    this.answers.set(folder, answer);
    if (await answer) return true;
    this.answers.delete(folder);
    return false;
  }

  /** Allows the folder of a file that the user has chosen. */
  async allow(path: string): Promise<void> {
    this.answers.set(dirname(await realOf(path)), Promise.resolve(true));
  }

  async textOf(path: string, folders: readonly string[], maxBytes: number): Promise<string | undefined> {
    const file = await stat(path);
    if (!file.isFile() || file.size > maxBytes) return undefined;
    return (await this.isBelowAny(path, folders)) ? readFile(path, 'utf8') : undefined;
  }

  /** Whether the file lies in one of the folders, with all links followed. */
  async isBelowAny(path: string, folders: readonly string[]): Promise<boolean> {
    const [real, ...places] = await Promise.all([path, ...folders].map(realOf));
    return places.some((place) => isBelow(real, place));
  }
}

function isBelow(path: string, folder: string): boolean {
  const rest = relative(folder, path);
  return rest !== '..' && !rest.startsWith(`..${sep}`) && !isAbsolute(rest);
}

async function ask(path: string, real: string): Promise<boolean> {
  const question = 'Only the profile or the dump names this file. It is outside this workspace and outside the folders of Go. Open it?';
  const detail = resolve(path) === real ? real : `${resolve(path)}\npoints to ${real}`;
  const more = `${detail}\n\nOther files of the same folder are opened without asking until this window is closed.`;
  return (await askModal(question, 'Open', more)) !== undefined;
}

function isOpen(path: string): boolean {
  return vscode.workspace.textDocuments.some(({ uri, isClosed }) => !isClosed && uri.fsPath === path);
}

/** The path with all links followed; the absolute path of a file that does not exist. */
function realOf(path: string): Promise<string> {
  return realpath(path).catch(() => resolve(path));
}
