import { basename } from 'node:path';
import * as vscode from 'vscode';
import { setTimeout as pause } from 'node:timers/promises';
import { CaptureError } from '../../common/captureError';
import { PreconditionError } from '../../ui/preconditionError';
import { ignored } from '../../profile/common/ignored';

/** How long VS Code may take to start a terminal, in milliseconds. */
const START_MS = 20_000;

let runs = 0;

/** A program to run in a terminal. */
export interface ProgramToRun {
  /** Absolute path. */
  readonly file: string;
  readonly args: readonly string[];
  /** Absolute path of the working folder. */
  readonly cwd: string;
  /** Beside the variables of the terminal. */
  readonly env: Readonly<Record<string, string>>;
}

/** A program that runs in a terminal. */
export interface TaskRun {
  /** Resolves when the process has ended, to its exit code, if VS Code knows it. Never rejects. */
  readonly ended: Promise<number | undefined>;
  /** Ends the process at once. */
  terminate(): void;
}

/**
 * Runs a program in a terminal, as a task: with colors, input and Ctrl+C, without a shell. Rejects if VS Code cannot
 * start it.
 */
export async function runInTerminal({ file, args, cwd, env }: ProgramToRun): Promise<TaskRun> {
  const name = basename(file);
  checkVariables([...args, cwd, ...Object.values(env)]);
  const execution = new vscode.ProcessExecution(file, [...args], { cwd, env });
  const scope = vscode.workspace.workspaceFolders ? vscode.TaskScope.Workspace : vscode.TaskScope.Global;
  // The tasks of tasks.json are of the type linecost: this one must not be taken for one of them. VS Code runs one task
  // of a definition at a time.
  const definition = { type: 'linecost.program', program: name, run: `${Date.now()}-${++runs}` };
  const task = new vscode.Task(definition, scope, name, 'Linecost', execution, []);
  task.presentationOptions = {
    reveal: vscode.TaskRevealKind.Always,
    panel: vscode.TaskPanelKind.Dedicated,
    focus: false,
    clear: true,
    showReuseMessage: false,
  };
  let end!: (exitCode: number | undefined) => void;
  const ended = new Promise<number | undefined>((resolve) => (end = resolve));
  const started: { execution?: vscode.TaskExecution } = {};
  // The events may come before executeTask resolves.
  const isOurs = ({ execution: of }: { readonly execution: vscode.TaskExecution }): boolean => {
    return of === started.execution || of.task === task || of.task.execution === execution;
  };
  let start!: () => void;
  const begun = new Promise<boolean>((resolve) => (start = () => resolve(true)));
  const subscriptions = [
    vscode.tasks.onDidStartTaskProcess((event) => isOurs(event) && start()),
    vscode.tasks.onDidEndTaskProcess((event) => isOurs(event) && end(event.exitCode)),
    // Without a process, such as for a working folder that is gone, only this event comes.
    vscode.tasks.onDidEndTask((event) => isOurs(event) && setTimeout(() => end(undefined), 500)),
  ];
  const unsubscribe = () => subscriptions.forEach((each) => void each.dispose());
  ended.then(unsubscribe).catch(ignored('events of tasks are still listened to'));
  try {
    started.execution = await vscode.tasks.executeTask(task);
    // VS Code does not say why it has not started a task.
    const hasBegun = await Promise.race([begun, ended.then(() => true), pause(START_MS, false)]);
    if (!hasBegun) throw new CaptureError('failed', `VS Code has not started ${name} in a terminal: profile it again.`);
  } catch (error) {
    started.execution?.terminate();
    end(undefined);
    throw error;
  }
  return { ended, terminate: () => started.execution?.terminate() };
}

/** Throws an Error for the user if VS Code would replace a part of a text, as it does in all tasks. */
function checkVariables(texts: readonly string[]): void {
  const variable = texts.map((text) => /\$\{\w[^}]*\}/.exec(text)?.[0]).find((found) => found !== undefined);
  if (variable === undefined) return;
  throw new PreconditionError(`VS Code would replace ${variable} before the program sees it: write it in another way, such as in a file.`);
}
