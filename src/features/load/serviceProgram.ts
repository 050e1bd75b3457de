import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import { argumentWords } from '../../common/argumentWords';
import { type Checks, isText, shape } from '../../profile/common/shapes';
import { relativePath } from '../../ui/fileUri';
import { showInputBox } from '../../ui/window';
import { mainsIn, pickProgram } from '../program/pickProgram';
import { requireFolder } from '../program/programOptions';

/** How the user starts a service from its source. The texts are as the user typed them. */
export interface ServiceProgram {
  /** Absolute path of the file with its function main. */
  readonly main: string;
  /** `DEBUG=1 -addr localhost:${port}`; see programWords. */
  readonly words: string;
  /** The working folder, relative to that of the program; empty for that one. */
  readonly folder: string;
}

const isProgram = shape({ main: isText, words: isText, folder: isText } satisfies Checks<ServiceProgram>);

/** The service that is asked about. */
interface Asked {
  readonly id: string;
  readonly name: string;
}

const keyOf = ({ id }: Asked): string => `linecost.serviceProgram:${id}`;

/** The program of a service as it was entered before; asks for it if it was not, or has no function main any more. */
export async function serviceProgram(service: Asked, memento: vscode.Memento): Promise<ServiceProgram | undefined> {
  const stored = memento.get<unknown>(keyOf(service));
  const isThere = isProgram(stored) && (await mainsIn(vscode.Uri.file(stored.main))).length > 0;
  return isThere ? stored : changeServiceProgram(service, memento);
}

/** `cmd/api/main.go -addr localhost:${port}`. */
export function programText({ main, words }: ServiceProgram): string {
  return `${relativePath(vscode.Uri.file(main))} ${words}`.trimEnd();
}

/** Asks for the program of a service, and saves it. undefined if the user cancels. Throws a PreconditionError. */
export async function changeServiceProgram(
  service: Asked,
  memento: vscode.Memento,
): Promise<ServiceProgram | undefined> {
  const stored = memento.get<unknown>(keyOf(service));
  const known = isProgram(stored) ? stored : undefined;
  const title = (step: number, what: string): string => `Linecost: ${what} of ${service.name} (${step} of 3)`;
  const placeHolder = 'Choose the program that is this service: its present code and an earlier one are built';
  const target = await pickProgram({ title: title(1, 'Program'), placeHolder });
  if (!target) return undefined;
  const words = await showInputBox({
    title: title(2, 'Arguments'),
    prompt: 'Each build gets a free port in place of the saved one: ${port}, also as the variable PORT. NAME=value before the arguments is a variable. They are remembered as they are: not a place for secrets.',
    placeHolder: 'LOG=off -addr localhost:${port}',
    value: known?.words ?? '',
    ignoreFocusOut: true,
    validateInput: (text) => (argumentWords(text) ? undefined : 'Close the quote.'),
  });
  if (words === undefined) return undefined;
  const path = relativePath(target.uri);
  const folder = await showInputBox({
    title: title(3, 'Working Folder'),
    prompt: `Absolute, or relative to ${dirname(path) === '.' ? 'the folder of the program' : dirname(path)}. Leave empty for the folder of ${basename(path)}.`,
    placeHolder: '..',
    value: known?.folder ?? '',
    ignoreFocusOut: true,
  });
  if (folder === undefined) return undefined;
  await requireFolder(target.uri, folder);
  const program: ServiceProgram = { main: target.uri.fsPath, words: words.trim(), folder: folder.trim() };
  await memento.update(keyOf(service), program);
  return program;
}
