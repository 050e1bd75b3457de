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
  const restorer = (page: string, restore: vscode.WebviewPanelSerializer['deserializeWebviewPanel']) =>
    vscode.window.registerWebviewPanelSerializer(`linecost.${page}`, { deserializeWebviewPanel: restore });
  const restorers = [
    restorer('results', async (empty, state) =>
      (await import('./show/showResults')).restoreResults(parts, empty, state)),
    restorer('benchmarks', async (empty, state) =>
      (await import('./compare/compareBenchmarks')).restoreBenchmarks(parts, empty, state)),
    restorer('fleet', async (empty) => (await import('./fleet/queryStore')).restoreQueryStore(empty, parts)),
  ];
  // A search for all programs and benchmarks would delay the list of every Run Task.
  const tasks = vscode.tasks.registerTaskProvider('linecost', {
    provideTasks: () => [],
    resolveTask: async (task) => (await onDesktop()).resolveTask(task),
  });
  return [...restorers, tasks, ...registered(commands, async (error) => {
    await (await import('./commandFailure')).commandFailure(error, output);
  })];
}
