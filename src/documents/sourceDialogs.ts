import * as vscode from 'vscode';
import type { Resolution, SourceResolver } from '../sources/resolve/sourceResolver';
import { pathOf } from '../ui/fileUri';
import { inBackground } from '../ui/inBackground';
import { showInformationMessage, showOpenDialog, showQuickPick, showWarningMessage } from '../ui/window';

/** What the user sees of `Sources`, loaded when a source is first opened or located. */
export { openFunction, openLocation } from '../ui/openLocation';

/** Asks the user which candidate a file name means. */
export async function askWhich(file: string, candidates: readonly string[]): Promise<string | undefined> {
  const items = candidates.map((path) => {
    return { label: vscode.workspace.asRelativePath(path), description: path, path };
  });
  const title = `Which file is ${file}?`;
  const chosen = await showQuickPick(items, { title, placeHolder: 'Linecost remembers the answer' });
  return chosen?.path;
}

/** Says that a name may mean several files, or one that matches only in part. @returns whether the user will choose */
export async function offerToChoose(file: string, count: number): Promise<boolean> {
  const which = count === 1 ? 'may be a file' : `may be any of ${count} files`;
  const text = `${file}, which the profile names, ${which} of this workspace: its costs are shown once you choose.`;
  return (await showInformationMessage(text, 'Choose…')) !== undefined;
}

/** Asks the user which of a profile's files to locate, those that may be the user's first; says so if all are found. */
export async function askWhatToLocate(files: readonly string[], resolver: SourceResolver): Promise<string | undefined> {
  const answers = await Promise.all(files.map((file) => resolver.resolve(file)));
  const isDependency = (answer: Resolution) => answer.kind === 'missing' && answer.isDependency;
  const unfound = files
    .map((name, i) => ({ name, answer: answers[i] }))
    .filter(({ answer: { kind } }) => kind === 'missing' || kind === 'ambiguous');
  const names = unfound
    .sort((a, b) => Number(isDependency(a.answer)) - Number(isDependency(b.answer)))
    .map(({ name }) => name);
  if (names.length === 0) {
    const text = files.length === 0 ? 'This profile names no source files.' : 'Every file of this profile was found.';
    inBackground(showInformationMessage(text));
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
