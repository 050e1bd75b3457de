import * as vscode from 'vscode';

/** A page in media/guide, and a heading of it: `live-services`, `live-services#if-a-fetch-fails`. */
const PLACE = /^([a-z]+(?:-[a-z]+)*)(?:#([a-z]+(?:-[a-z]+)*))?$/;

/**
 * Shows a page of the guide as VS Code shows Markdown files; without a known name, its list of pages.
 * @param place what a link in a setting, a view or a message names: a page, or a heading of a page
 */
export async function openGuide(extensionUri: vscode.Uri, place: unknown): Promise<void> {
  const [, page = 'guide', heading = ''] = (typeof place === 'string' && PLACE.exec(place)) || [];
  const file = vscode.Uri.joinPath(extensionUri, 'media', 'guide', `${page}.md`);
  await vscode.commands.executeCommand('markdown.showPreview', file.with({ fragment: heading }));
}
