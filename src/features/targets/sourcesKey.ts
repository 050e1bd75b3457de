import type * as vscode from 'vscode';

/** Of the saved stores of profiles, in the state of the workspace. */
export const SOURCES = 'linecost.stores';

/** Whether stores of profiles are saved. Loads no code that reads them. */
export function hasSources(memento: vscode.Memento): boolean {
  return (memento.get<unknown[]>(SOURCES)?.length ?? 0) > 0;
}
