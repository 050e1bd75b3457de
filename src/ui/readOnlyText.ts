import * as vscode from 'vscode';
import { fileNameOf } from './fileNames';

const SCHEME = 'linecost-text';

let documents: ReadOnlyDocuments | undefined;

/**
 * Shows a text in a tab that cannot be edited and is not stored.
 * @param subscriptions disposed with the extension
 */
export async function showReadOnlyText(
  title: string,
  text: string,
  subscriptions: { dispose(): unknown }[],
): Promise<void> {
  if (!documents) subscriptions.push((documents = new ReadOnlyDocuments()));
  const document = await vscode.workspace.openTextDocument(documents.add(title, text));
  await vscode.window.showTextDocument(document, { preview: false });
}

class ReadOnlyDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly texts = new Map<string, string>();
  private count = 0;
  private readonly subscriptions = [
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => this.texts.delete(uri.toString())),
  ];

  add(title: string, text: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${fileNameOf(title, 'txt')}`, query: String(++this.count) });
    this.texts.set(uri.toString(), text);
    return uri;
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? 'This text was lost when its window closed. Run the command again.\n';
  }

  dispose(): void {
    for (const each of this.subscriptions) each.dispose();
  }
}
