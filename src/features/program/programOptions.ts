import { stat } from 'node:fs/promises';
import { dirname, isAbsolute, resolve } from 'node:path';
import * as vscode from 'vscode';
import { PROGRAM_KINDS, type ProgramKind } from '../../go/captureTypes';
import { type Checks, isText, listOf, oneOf, shape } from '../../profile/common/shapes';
import { PreconditionError } from '../../ui/preconditionError';
import { pickSeveral, showInputBox } from '../../ui/window';
import { argumentWords } from '../../common/argumentWords';
import type { ProgramTarget } from './pickProgram';

/** How a program is run. The texts are as the user typed them. */
export interface ProgramOptions {
  readonly kinds: readonly ProgramKind[];
  /** `-n 10 "a b"`; see argumentWords. */
  readonly args: string;
  /** `NAME=value OTHER="a b"`. */
  readonly env: string;
  /** The working folder, relative to that of the program; empty for that one. */
  readonly folder: string;
}

const DEFAULTS: ProgramOptions = { kinds: ['cpu', 'memory'], args: '', env: '', folder: '' };

const isOptions = shape({
  kinds: listOf(oneOf(...PROGRAM_KINDS)),
  args: isText,
  env: isText,
  folder: isText,
} satisfies Checks<ProgramOptions>);

const KIND_DESCRIPTIONS: Record<ProgramKind, string> = {
  cpu: 'where the time goes, while the program runs',
  memory: 'where memory is allocated, and what is in use at the end',
  mutex: 'where goroutines hold contended locks',
  block: 'where goroutines wait for channels and locks',
  wall: 'where time passes on the clock, waiting included, while the program runs',
  goroutine: 'where goroutines are at the end',
  leaks: 'goroutines that can never go on, at the end (Go 1.26)',
  trace: 'an execution trace: waits for the network, goroutines, system calls, a processor',
};

/** The options for a program; with `ask`, the user chooses them. They are remembered for each program. */
export async function chooseProgramOptions(
  target: ProgramTarget,
  ask: boolean,
  memento: vscode.Memento,
): Promise<ProgramOptions | undefined> {
  const known = storedOptions(target, memento);
  if (!ask) return known;
  const chosen = await askOptions(target, known);
  if (chosen) await memento.update(keyOf(target), chosen);
  return chosen;
}

/** The options that the user chose last for a program, or the defaults. */
export function storedOptions(target: ProgramTarget, memento: vscode.Memento): ProgramOptions {
  const stored = memento.get<unknown>(keyOf(target));
  return isOptions(stored) ? stored : DEFAULTS;
}

function keyOf({ uri }: ProgramTarget): string {
  return `linecost.program:${uri.toString()}`;
}

async function askOptions({ uri }: ProgramTarget, known: ProgramOptions): Promise<ProgramOptions | undefined> {
  const name = vscode.workspace.asRelativePath(uri);
  const items = PROGRAM_KINDS.map((label) => {
    return { label, description: KIND_DESCRIPTIONS[label], picked: known.kinds.includes(label) };
  });
  const title = (step: number, what: string) => `Profile ${name} (${step} of 4): ${what}`;
  const kinds = await pickSeveral(items, { title: title(1, 'what to measure'), placeHolder: 'All are measured in one run' });
  if (!kinds || kinds.length === 0) return undefined;
  const args = await showInputBox({
    title: title(2, 'arguments'),
    prompt: 'As in a shell: quotes keep spaces in a word. No shell reads them, so $HOME and *.go stay as they are.',
    placeHolder: '-addr localhost:8080 "a file.txt"',
    value: known.args,
    validateInput: (text) => (argumentWords(text) ? undefined : 'Close the quote.'),
  });
  if (args === undefined) return undefined;
  const env = await showInputBox({
    title: title(3, 'environment'),
    prompt: 'Variables beside those of the terminal. They are remembered as they are: not a place for secrets.',
    placeHolder: 'GOGC=200 DEBUG="a b"',
    value: known.env,
    validateInput: (text) => (variablesIn(text) ? undefined : 'Write NAME=value, separated by spaces; quotes keep spaces in a value.'),
  });
  if (env === undefined) return undefined;
  const folder = await showInputBox({
    title: title(4, 'working folder'),
    prompt: `Absolute, or relative to ${dirname(name) === '.' ? 'the folder of the program' : dirname(name)}. Leave empty for the folder of the program.`,
    placeHolder: '..',
    value: known.folder,
  });
  if (folder === undefined) return undefined;
  await requireFolder(uri, folder);
  return { kinds: kinds.map(({ label }) => label), args: args.trim(), env: env.trim(), folder: folder.trim() };
}

/** The variables in a text; undefined if a word is not one. */
export function variablesIn(text: string): Readonly<Record<string, string>> | undefined {
  const words = argumentWords(text)?.map((word) => /^([^=\s]+)=([^]*)$/.exec(word));
  if (!words || words.includes(null)) return undefined;
  return Object.fromEntries(words.map((word) => [word![1], word![2]]));
}

/** The absolute working folder. */
export function folderOf(uri: vscode.Uri, folder: string): string {
  const text = folder.trim();
  return isAbsolute(text) ? text : resolve(dirname(uri.fsPath), text);
}

/** Throws a PreconditionError if there is no such working folder. */
export async function requireFolder(uri: vscode.Uri, folder: string): Promise<void> {
  const path = folderOf(uri, folder);
  if (await isFolder(path)) return;
  throw new PreconditionError(`There is no folder ${path}: choose another working folder.`);
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then((found) => found.isDirectory(), () => false);
}
