import * as vscode from 'vscode';
import { shareText } from '../../profile/text/screen/share';
import { ignored } from '../../profile/common/ignored';
import { inBackground } from '../../ui/inBackground';
import { isAnnotatable, isWholeEditor } from '../columns/annotatedEditors';
import { createType, LINE_END_MARGIN, lineEnd, NBSP, NOTE_COLOR } from '../columns/decorationParts';
import type { ProductionDocument, ProductionDocuments, ProductionView } from './productionDocuments';

/** Smaller shares would be printed as 0 %. */
const LEAST_SHARE = 0.0005;
const AFTER_EDIT_MS = 300;

/** Writes production's share of each line, dimmed, at the end of the lines of visible editors. */
export class ProductionMarks implements vscode.Disposable {
  private readonly type = createType({ after: { color: NOTE_COLOR, margin: LINE_END_MARGIN, fontStyle: 'italic' } });
  private readonly subscriptions: vscode.Disposable[];
  private view: ProductionView | undefined;
  private waiting: NodeJS.Timeout | undefined;

  constructor(private readonly documents: ProductionDocuments) {
    this.subscriptions = [
      this.type,
      vscode.window.onDidChangeVisibleTextEditors(() => this.drawAll()),
      vscode.workspace.onDidChangeTextDocument(({ contentChanges }) => {
        if (!this.view || contentChanges.length === 0) return;
        clearTimeout(this.waiting);
        this.waiting = setTimeout(() => this.drawAll(), AFTER_EDIT_MS);
      }),
    ];
  }

  /** undefined clears them. */
  show(view: ProductionView | undefined): void {
    this.view = view;
    this.drawAll();
  }

  dispose(): void {
    clearTimeout(this.waiting);
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  private drawAll(): void {
    for (const editor of vscode.window.visibleTextEditors) {
      inBackground(this.draw(editor).catch(ignored('a file does not show what its lines cost in production')));
    }
  }

  private async draw(editor: vscode.TextEditor): Promise<void> {
    const { view } = this;
    const { document } = editor;
    if (!view || !isWholeEditor(editor) || !isAnnotatable(document)) return editor.setDecorations(this.type, []);
    const { version } = document;
    const found = await this.documents.of(document, view);
    if (this.view !== view || document.version !== version) return;
    editor.setDecorations(this.type, found ? marksOf(found) : []);
  }
}

function marksOf(document: ProductionDocument): vscode.DecorationOptions[] {
  const { total, weight } = document.costs;
  if (total <= 0) return [];
  return document.lines().filter(({ cum }) => cum / total >= LEAST_SHARE).map(({ line, cum, changed }) => {
    const text = `production ${shareText(cum, total, false, weight)}${changed ? ' (edited since)' : ''}`;
    return { range: lineEnd(line), renderOptions: { after: { contentText: text.replace(/ /g, NBSP) } } };
  });
}
