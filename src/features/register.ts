import * as vscode from 'vscode';
import { onceLoaded } from '../ui/onceLoaded';
import { DESKTOP_COMMANDS, LINK_COMMANDS } from './commandNames';
import type { CommandParts } from './commandParts';
import { type Commands, registered, viewCommands } from './viewCommands';

/** Registers every command of the extension, and shows the user the errors that commands throw. */
export function registerCommands(parts: CommandParts): vscode.Disposable[] {
  const { session, output, results } = parts;
  const onDesktop = onceLoaded(async () => (await import('./desktopCommands')).desktopFeatures(parts));
  const loading = [...DESKTOP_COMMANDS, ...LINK_COMMANDS].map((name) => `linecost.${name}` as const).map((id) => {
    return [id, async (...args: never[]) => (await onDesktop()).commands[id](...args)] as const;
  });
  const commands: Commands = {
    ...viewCommands(parts),
    ...Object.fromEntries(loading),
    'linecost.openRuntimeLog': async () => {
      const { openRuntimeLog } = await import('./runtimeLog/openRuntimeLog');
      await openRuntimeLog(parts, undefined, await (await onDesktop()).runtimeLogs());
    },
    'linecost.clear': () => {
      session.clear();
      results.clear();
    },
  };
  const restorer = vscode.window.registerWebviewPanelSerializer('linecost.results', {
    deserializeWebviewPanel: async (empty, state) =>
      (await import('./show/showResults')).restoreResults(parts, empty, state),
  });
  const benchmarksRestorer = vscode.window.registerWebviewPanelSerializer('linecost.benchmarks', {
    deserializeWebviewPanel: async (empty, state) =>
      (await import('./compare/compareBenchmarks')).restoreBenchmarks(parts, empty, state),
  });
  // A search for all programs and benchmarks would delay the list of every Run Task.
  const tasks = vscode.tasks.registerTaskProvider('linecost', {
    provideTasks: () => [],
    resolveTask: async (task) => (await onDesktop()).resolveTask(task),
  });
  return [restorer, benchmarksRestorer, tasks, ...registered(commands, async (error) => {
    await (await import('./commandFailure')).commandFailure(error, output);
  })];
}
