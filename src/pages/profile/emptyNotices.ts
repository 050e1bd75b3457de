import * as vscode from 'vscode';
import type { PageNotice } from './profilePage';

/** The notice of a panel without a profile. */
export const EMPTY_NOTICE: PageNotice = {
  text: 'No profile is active. Profile a benchmark, fetch a profile from a running service, or open a profile file.',
  action: 'Linecost Commands',
  act: () => vscode.commands.executeCommand('workbench.action.quickOpen', '>Linecost: '),
};

/** The notice in a browser, which can only open files. */
export const EMPTY_NOTICE_IN_BROWSER: PageNotice = {
  text: 'No profile is active. Open a profile file, such as cpu.pprof.',
  action: 'Open a Profile File',
  act: () => vscode.commands.executeCommand('linecost.openProfile'),
};
