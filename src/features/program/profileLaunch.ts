import * as vscode from 'vscode';
import { isObject } from '../../profile/common/shapes';
import { relativePath } from '../../ui/fileUri';
import { PreconditionError, requireTrust } from '../../ui/preconditionError';
import { type PickItem, showInputBox, showQuickPick } from '../../ui/window';
import { type GoLaunch, goLaunches, readLaunch } from './launchConfiguration';
import { LaunchVariables } from './launchVariables';
import { mainsIn, pickOf } from './pickProgram';
import { profileProgram, type ProgramParts } from './profileProgram';
import { type ProgramOptions, storedOptions } from './programOptions';

interface LaunchItem extends PickItem {
  readonly launch: GoLaunch;
  readonly folder: vscode.WorkspaceFolder;
}

/**
 * Profiles the program of a configuration of launch.json. Throws like profileProgram.
 * @param name of the configuration; if unset, or if there is none, the user picks one
 */
export async function profileLaunch(parts: ProgramParts, name?: string): Promise<void> {
  requireTrust('profiling runs its code');
  const items = (vscode.workspace.workspaceFolders ?? []).flatMap((folder) => {
    return goLaunches(configurationOf(folder, 'configurations')).map((launch): LaunchItem => {
      return { label: launch.name, description: String(launch.values.program ?? ''), launch, folder };
    });
  });
  if (items.length === 0) {
    const message = 'No launch.json of this workspace has a configuration that runs a Go program ("type": "go", "request": "launch").';
    throw new PreconditionError(message, { title: 'Profile Program', command: 'linecost.profileProgram' });
  }
  const question = { title: 'Linecost: Profile with Launch Configuration', placeHolder: 'Choose a configuration', matchOnDescription: true };
  const named = items.find(({ label }) => label === name);
  const chosen = named ?? (items.length === 1 ? items[0] : await showQuickPick(items, question));
  if (!chosen) return;
  const { folder, launch } = chosen;
  const readText = async (path: string): Promise<string> => {
    const read = vscode.workspace.fs.readFile(vscode.Uri.file(path));
    return new TextDecoder().decode(await Promise.resolve(read).catch(() => {
      throw new PreconditionError(`${launch.name}: its envFile ${path} cannot be read.`);
    }));
  };
  const launched = await readLaunch(launch, folder.uri.fsPath, new LaunchVariables(contextOf(folder)), readText);
  if (!launched) return;
  const mains = await mainsIn(vscode.Uri.file(launched.program));
  if (mains.length === 0) {
    const place = relativePath(vscode.Uri.file(launched.program));
    throw new PreconditionError(`${launch.name}: there is no function main in ${place}.`);
  }
  const target = mains.length === 1 ? mains[0] : await pickOf(mains);
  if (!target) return;
  const { args, writtenArgs, env, buildFlags, folder: cwd } = launched;
  const { kinds } = storedOptions(target, parts.memento);
  const options: ProgramOptions = { kinds, args, env, folder: cwd };
  const said = { args: writtenArgs, launch: launch.name };
  await profileProgram({ target, isInView: false, options, buildFlags, said }, parts);
}

function configurationOf(folder: vscode.WorkspaceFolder, name: string): unknown {
  return vscode.workspace.getConfiguration('launch', folder.uri).get<unknown>(name);
}

function contextOf(folder: vscode.WorkspaceFolder): ConstructorParameters<typeof LaunchVariables>[0] {
  const editor = vscode.window.activeTextEditor;
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ name, uri }) => [name, uri.fsPath] as const);
  return {
    folder: folder.uri.fsPath,
    folders: new Map(folders),
    file: editor?.document.uri.scheme === 'file' ? editor.document.uri.fsPath : undefined,
    lineNumber: editor && editor.selection.active.line + 1,
    selectedText: editor?.document.getText(editor.selection),
    env: process.env,
    config: (name) => vscode.workspace.getConfiguration(undefined, folder.uri).get<unknown>(name),
    input: (id) => askInput(id, configurationOf(folder, 'inputs')),
    command: async (id) => vscode.commands.executeCommand(id),
  };
}

/** Asks for an `${input:…}` of launch.json. undefined if the user cancelled. */
async function askInput(id: string, inputs: unknown): Promise<string | undefined> {
  const found = (Array.isArray(inputs) ? (inputs as unknown[]) : []).find((each) => isObject(each) && each.id === id);
  if (!isObject(found)) throw new PreconditionError(`launch.json has no input ${id}.`);
  const title = typeof found.description === 'string' ? found.description : id;
  const value = typeof found.default === 'string' ? found.default : '';
  if (found.type === 'promptString') return showInputBox({ title, value, password: found.password === true });
  if (found.type === 'command') return String(await vscode.commands.executeCommand(String(found.command), found.args));
  const listed = Array.isArray(found.options) ? (found.options as unknown[]) : [];
  const choices = listed.map((each) => {
    const { value, label = value } = isObject(each) ? each : { value: each };
    return { label: String(label), value: String(value) };
  });
  return (await showQuickPick(choices, { title, placeHolder: 'Choose a value' }))?.value;
}
