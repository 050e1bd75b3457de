import * as vscode from 'vscode';
import { warn } from '../loggedMessage';
import type { Output } from '../output';
import { settingProblem, type SettingSchema } from './settingProblem';

type Schemas = Readonly<Record<string, SettingSchema>>;

/** Its values are checked when it is used, which ends with an error. */
const CHECKED_LATER = 'linecost.profile.benchtime';

/** The problems that were last named for each setting; none for one that was corrected. */
const told = new Map<string, readonly string[]>();

/**
 * Names the settings that have a value that cannot be used, in any folder, in one message, because VS Code shows three
 * at a time. Its button opens them. Says the same only once.
 */
export function tellUnusableSettings(schemas: Schemas, output: Output): void {
  const folders = vscode.workspace.workspaceFolders?.map(({ uri }) => uri) ?? [undefined];
  const problems: string[] = [];
  for (const [name, schema] of Object.entries(schemas)) {
    if (name === CHECKED_LATER) continue;
    const found = folders.map((folder) => {
      return settingProblem(name, vscode.workspace.getConfiguration(undefined, folder).get<unknown>(name), schema);
    });
    const all = [...new Set(found.filter((text) => text !== undefined))];
    const before = told.get(name) ?? [];
    problems.push(...all.filter((text) => !before.includes(text)));
    told.set(name, all);
  }
  if (problems.length > 0) warn(problems.join(' '), output);
}
