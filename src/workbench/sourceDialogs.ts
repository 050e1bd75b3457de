import * as vscode from 'vscode';
import { pathOf } from './fileUri';
import { inBackground } from './inBackground';
import { showInformationMessage, showOpenDialog, showQuickPick, showWarningMessage } from './window';

/** What the user sees of `Sources`, loaded when a source is first opened or located. */
export { openFunction, openLocation } from './openLocation';

/** Asks the user which candidate a file name means. */
export async function askWhich(file: string, candidates: readonly string[]): Promise<string | undefined> {
  const items = candidates.map((path) => {
    return { label: vscode.workspace.asRelativePath(path), description: path, path };
  });
  const title = `Which file is ${file}?`;
  const chosen = await showQuickPick(items, { title, placeHolder: 'Linecost remembers the answer' });
  return chosen?.path;
}

/** Asks the user which of the file names to locate; says so if there are none. */
export async function askWhatToLocate(names: readonly string[]): Promise<string | undefined> {
  if (names.length === 0) {
    inBackground(showInformationMessage('Every file of this profile was found.'));
    return undefined;
  }
  const chosen = await showQuickPick(names.map((name) => ({ label: name, name })), {
    title: 'Linecost: Locate Source',
    placeHolder: 'Choose a file of the profile that was not found',
  });
  return chosen?.name;
}

/** Asks the user for the file that a name means, and returns its path. */
export async function askForFile(name: string): Promise<string | undefined> {
  const chosen = await showOpenDialog({
    title: `Locate ${name}`,
    openLabel: 'This is the file',
    defaultUri: vscode.workspace.workspaceFolders?.[0]?.uri,
    canSelectMany: false,
  });
  return chosen?.[0] && pathOf(chosen[0]);
}

/** Says why a file was not found. Resolves to whether the user wants to locate it. */
export async function offerToLocate(reason: string, triedPlaces: readonly string[]): Promise<boolean> {
  const places = triedPlaces.length > 0 ? ` Looked in: ${placesText(triedPlaces)}.` : '';
  return (await showWarningMessage(`${reason}${places}`, 'Locate…')) !== undefined;
}

/** Shortens workspace folders to their names in the Explorer. */
function placesText(places: readonly string[]): string {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const named = places.map((place) => {
    const folder = folders.find(({ uri }) => place === `workspace ${pathOf(uri)}`);
    if (!folder) return place;
    const isNameShared = folders.some((other) => other !== folder && other.name === folder.name);
    return `workspace folder ${isNameShared ? pathOf(folder.uri) : folder.name}`;
  });
  return named.join(', ');
}
