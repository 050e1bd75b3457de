import * as vscode from 'vscode';
import { warn } from '../loggedMessage';
import type { Output } from '../output';
import { settingProblem, type SettingSchema } from './settingProblem';

type Schemas = Readonly<Record<string, SettingSchema>>;

/** Its values are checked when it is used, which ends with an error. */
const CHECKED_LATER = 'linecost.profile.benchtime';

/** The last message about each setting; one that was corrected is not here. */
const told = new Map<string, string>();

/** Names each setting that has a value that cannot be used, with a button that opens it. Says the same only once. */
export function tellUnusableSettings(schemas: Schemas, output: Output): void {
  const folders = vscode.workspace.workspaceFolders?.map(({ uri }) => uri) ?? [undefined];
  for (const [name, schema] of Object.entries(schemas)) {
    if (name === CHECKED_LATER) continue;
    const problems = folders.map((folder) => {
      return settingProblem(name, vscode.workspace.getConfiguration(undefined, folder).get<unknown>(name), schema);
    });
    const problem = problems.find((text) => text !== undefined);
    if (problem === undefined) told.delete(name);
    else if (told.get(name) !== problem) {
      told.set(name, problem);
      warn(problem, output);
    }
  }
}
