import { resolve } from 'node:path';
import * as vscode from 'vscode';
import { findTestFunctions } from '../../go/code/findTests';
import { relativePath } from '../../ui/fileUri';
import { inBackground } from '../../ui/inBackground';
import type { Output } from '../../ui/output';
import { requireTrust } from '../../ui/preconditionError';
import { profileSettings } from '../../ui/settings/profileSettings';
import type { Target } from '../profile/pickTarget';
import { profileTarget, type ProfilingParts } from '../profile/profileTarget';
import { mainsIn } from '../program/pickProgram';
import { profileProgram, type ProgramParts } from '../program/profileProgram';
import type { RunningProgram } from '../program/runningProgram';
import type { RunningPrograms } from '../program/runningPrograms';
import { readTaskDefinition } from './taskDefinition';
import { TaskTerminal, type TaskWork } from './taskTerminal';

export type TaskParts = ProfilingParts & ProgramParts;

/** The task of tasks.json with what it runs. */
export function resolvedTask({ definition, scope, name }: vscode.Task, parts: TaskParts): vscode.Task {
  const within = typeof scope === 'object' ? scope : undefined;
  // VS Code passes the definition with the values of its variables.
  const execution = new vscode.CustomExecution(async (resolved) => new TaskTerminal(workOf(resolved, within, parts)));
  return new vscode.Task(definition, scope ?? vscode.TaskScope.Workspace, name, 'linecost', execution, []);
}

/**
 * The work of a task: profiles its program, test or benchmark as a click does, and writes what happens. Throws
 * CaptureError, an Error for the user, or AbortError.
 * @param within the workspace folder of the task; if unset, the first one
 */
export function workOf(definition: unknown, within: vscode.WorkspaceFolder | undefined, parts: TaskParts): TaskWork {
  return async (write, signal) => {
    requireTrust('profiling runs its code');
    const task = readTaskDefinition(definition);
    const folder = within ?? vscode.workspace.workspaceFolders?.[0];
    if (!folder) throw new Error('Open a folder first: the task needs one.');
    const pathOf = (path: string) => resolve(folder.uri.fsPath, path);
    const ownParts = { ...parts, output: echoed(parts.output, write) };
    if (task.what === 'program') {
      const [target] = await mainsIn(vscode.Uri.file(pathOf(task.program)));
      if (!target) {
        throw new Error(`There is no function main in ${task.program}: set program to the folder of a package main.`);
      }
      const { kinds, args, env, cwd } = task;
      const options = { kinds, args, env, folder: cwd === undefined ? '' : pathOf(cwd) };
      write(`Profiling ${relativePath(target.uri)}: it runs in a terminal of its own.\n`);
      const running = stoppedBy(signal, parts.running);
      await profileProgram({ target, isInView: false, options }, { ...ownParts, running });
    } else {
      const target = await targetIn(vscode.Uri.file(pathOf(task.folder)), task.name);
      const { options } = profileSettings(target.uri);
      const { measurements } = parts;
      measurements.check();
      write(`Profiling ${target.name}\n`);
      signal.addEventListener('abort', () => measurements.cancel(), { once: true });
      const chosen = { ...options, ...(task.kinds && { kinds: task.kinds }) };
      await profileTarget({ target, isInView: false, withOptions: false, options: chosen }, ownParts);
    }
    write('The costs are shown on the lines and in the Linecost view.\n');
  };
}

/** The test function, or the case of one, in a folder. Throws an Error for the user if no file there has it. */
async function targetIn(folder: vscode.Uri, name: string): Promise<Target> {
  const entries = await Promise.resolve(vscode.workspace.fs.readDirectory(folder)).catch(() => []);
  const [baseName] = name.split('/');
  for (const [entry] of entries.filter(([each]) => each.endsWith('_test.go'))) {
    const uri = vscode.Uri.joinPath(folder, entry);
    const text = (await vscode.workspace.openTextDocument(uri)).getText();
    const found = findTestFunctions(text).find((each) => each.name === baseName);
    if (found) return { uri, kind: found.kind, name };
  }
  throw new Error(`There is no ${baseName} in ${folder.fsPath}: set package to the folder of its _test.go file.`);
}

/** The output, whose texts the terminal shows too. */
function echoed(output: Output, write: (text: string) => void): Output {
  const echo = (name: 'write' | 'info' | 'warn' | 'error') => (text: string) => {
    write(name === 'write' ? text : `${text}\n`);
    output[name](text);
  };
  const echoes = new Map<string | symbol, unknown>([
    ['write', echo('write')], ['info', echo('info')], ['warn', echo('warn')], ['error', echo('error')],
  ]);
  return new Proxy(output, {
    get: (of, name) => {
      const value: unknown = echoes.get(name) ?? Reflect.get(of, name);
      return typeof value === 'function' ? (value.bind(of) as unknown) : value;
    },
  });
}

/** The running programs, of which the next that is added ends when the signal is aborted. */
function stoppedBy(signal: AbortSignal, running: RunningPrograms): RunningPrograms {
  const add = (program: RunningProgram) => {
    const stop = () => inBackground(program.stop());
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    return running.add(program);
  };
  return new Proxy(running, { get: (of, name) => (name === 'add' ? add : (Reflect.get(of, name) as unknown)) });
}
