import * as vscode from 'vscode';

/** The pages in media/guide. A link in a setting, a view or a message names one of them. */
const PAGE = /^[a-z]+(-[a-z]+)*$/;

/** Shows a page of the guide as VS Code shows Markdown files; without a known name, its list of pages. */
export async function openGuide(extensionUri: vscode.Uri, page: unknown = 'guide'): Promise<void> {
  const name = typeof page === 'string' && PAGE.test(page) ? page : 'guide';
  await vscode.commands.executeCommand('markdown.showPreview', vscode.Uri.joinPath(extensionUri, 'media', 'guide', `${name}.md`));
}
