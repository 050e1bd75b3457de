import * as vscode from 'vscode';
import { mainFunction } from '../../go/code/mainFunction';
import { codeLens } from '../../ui/window';
import type { HottestLines } from './hottestLine';

/**
 * The lenses above the function main of a program: its hottest line; profile it, with or without options.
 * @param hottest set if the profile of the program is shown
 */
export function programLenses(
  document: vscode.TextDocument,
  hottest: Pick<HottestLines, 'lenses'> | undefined,
): vscode.CodeLens[] {
  const { uri } = document;
  if (vscode.workspace.getConfiguration('linecost.lenses', uri).get<unknown>('programs') === false) return [];
  const main = mainFunction(document.getText());
  if (!main) return [];
  const lens = (title: string, command: string, tooltip: string, icon?: string) => {
    return codeLens(main.line - 1, { icon, title, command, tooltip, arguments: [uri] });
  };
  return [
    ...(hottest?.lenses(main.line) ?? []),
    lens('profile this program', 'linecost.profileProgram', 'Run this program in a terminal and show what each line costs meanwhile', 'flame'),
    lens('options…', 'linecost.profileProgramWithOptions', 'Choose kinds, arguments, environment and working folder'),
  ];
}
