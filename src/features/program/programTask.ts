import { basename } from 'node:path';
import * as vscode from 'vscode';
import { ignored } from '../../profile/common/ignored';

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
  const execution = new vscode.ProcessExecution(file, [...args], { cwd, env });
  // The tasks of tasks.json are of the type linecost: this one must not be taken for one of them.
  const task = new vscode.Task({ type: 'linecost.program', program: name }, vscode.TaskScope.Workspace, name, 'Linecost', execution, []);
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
  const subscriptions = [
    vscode.tasks.onDidEndTaskProcess((event) => isOurs(event) && end(event.exitCode)),
    // Without a process, such as for a working folder that is gone, only this event comes.
    vscode.tasks.onDidEndTask((event) => isOurs(event) && setTimeout(() => end(undefined), 500)),
  ];
  const unsubscribe = () => subscriptions.forEach((each) => void each.dispose());
  ended.then(unsubscribe).catch(ignored('events of tasks are still listened to'));
  try {
    started.execution = await vscode.tasks.executeTask(task);
  } catch (error) {
    end(undefined);
    throw error;
  }
  return { ended, terminate: () => started.execution?.terminate() };
}
