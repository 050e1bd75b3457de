import * as vscode from 'vscode';
import { fileNameOf } from './fileNames';

const SCHEME = 'linecost-text';

let documents: ReadOnlyDocuments | undefined;

/**
 * Shows a text in a tab that cannot be edited and is not stored.
 * @param subscriptions disposed with the extension
 * @param options the language by which it is colored; the line where the cursor is, 1-based
 */
export async function showReadOnlyText(
  title: string,
  text: string,
  subscriptions: { dispose(): unknown }[],
  { language, line = 1 }: { readonly language?: string; readonly line?: number } = {},
): Promise<void> {
  if (!documents) subscriptions.push((documents = new ReadOnlyDocuments()));
  const document = await vscode.workspace.openTextDocument(documents.add(title, text));
  const at = new vscode.Position(line - 1, 0);
  const shown = language === undefined ? document : await vscode.languages.setTextDocumentLanguage(document, language);
  await vscode.window.showTextDocument(shown, { preview: false, selection: new vscode.Range(at, at) });
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
