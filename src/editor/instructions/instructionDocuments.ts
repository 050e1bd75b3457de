import * as vscode from 'vscode';
import { HEAT_COLORS, lookOn, signedHeatColor } from '../columns/heat';
import { ORDER_INSTRUCTIONS_COMMAND } from '../hover/hover';
import { hottestRow, type InstructionOrder, type ListRow } from './instructionList';
import { oncePer } from '../../profile/memo';
import { heatBounds } from '../../profile/noise/heatBounds';
import { codeLens } from '../../ui/window';

export const INSTRUCTIONS_SCHEME = 'linecost-instructions';

/** The number of closed lists that are kept, so that they can be opened again. */
const CLOSED_LISTS = 3;

export type RowsByOrder = Readonly<Record<InstructionOrder, readonly ListRow[]>>;

export interface InstructionList {
  readonly rows: RowsByOrder;
  readonly order: InstructionOrder;
  /** The total that shares refer to. */
  readonly total: number;
  /** The value of one sample: see sampleWeight. */
  readonly weight?: number | undefined;
}

/** Read-only documents of instructions, with heat behind the costs and a lens that switches the order. */
export class InstructionDocuments
  implements vscode.TextDocumentContentProvider, vscode.CodeLensProvider, vscode.Disposable
{
  private readonly lists = new Map<string, InstructionList>();
  /** The lists without a document, the last closed one last. */
  private readonly closed = new Set<string>();
  private count = 0;
  private readonly dimmed = vscode.window.createTextEditorDecorationType({ opacity: '0.6' });
  private readonly headings = vscode.window.createTextEditorDecorationType({
    color: new vscode.ThemeColor('descriptionForeground'),
  });
  /** By theme color. */
  private readonly heat = new Map(
    [...HEAT_COLORS.grown, ...HEAT_COLORS.shrunk].map((color) => {
      return [color, vscode.window.createTextEditorDecorationType(lookOn(color))];
    }),
  );
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  private readonly subscriptions = [
    this.changed,
    vscode.workspace.registerTextDocumentContentProvider(INSTRUCTIONS_SCHEME, this),
    vscode.languages.registerCodeLensProvider({ scheme: INSTRUCTIONS_SCHEME }, this),
    vscode.workspace.onDidChangeTextDocument(({ document }) => this.showNewOrder(document)),
    vscode.window.onDidChangeVisibleTextEditors((editors) => editors.forEach((editor) => this.draw(editor))),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => this.close(uri.toString())),
  ];

  /** Adds a document for a list. Also returns the 0-based row of its hottest instruction; -1 if it has none. */
  add(title: string, list: InstructionList): { readonly uri: vscode.Uri; readonly hottest: number } {
    const uri = vscode.Uri.from({ scheme: INSTRUCTIONS_SCHEME, path: `/${title}`, query: String(++this.count) });
    this.lists.set(uri.toString(), list);
    return { uri, hottest: hottestRow(rowsOf(list)) };
  }

  orderBy(order: InstructionOrder): void {
    for (const [key, list] of this.lists) {
      this.lists.set(key, { ...list, order });
      this.changed.fire(vscode.Uri.parse(key));
    }
  }

  /** Lenses at the top, and at the hottest row, where the list opens. */
  provideCodeLenses({ uri }: vscode.TextDocument): vscode.CodeLens[] {
    const list = this.lists.get(uri.toString());
    if (!list) return [];
    const title = list.order === 'cost' ? 'Sort by address' : 'Sort by cost';
    const hottest = hottestRow(rowsOf(list));
    const selection = new vscode.Range(hottest, 0, hottest, 0);
    const order = { title, command: ORDER_INSTRUCTIONS_COMMAND };
    // A peek view may be too narrow for the rows.
    const inEditor = [uri, { preview: false, selection }];
    const open = { title: 'Open in an editor', command: 'vscode.open', arguments: inEditor };
    const commands = isInTab(uri) ? [order] : [order, open];
    return [...new Set([0, hottest])].flatMap((row) => commands.map((command) => codeLens(row, command)));
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    const list = this.lists.get(uri.toString());
    this.closed.delete(uri.toString());
    if (!list) return 'This assembly was lost when its window closed. Run the command again.\n';
    return rowsOf(list).map(({ text }) => `${text}\n`).join('');
  }

  dispose(): void {
    for (const each of [...this.subscriptions, this.dimmed, this.headings, ...this.heat.values()]) each.dispose();
  }

  /** Keeps the list for a while, because a peek view closes before its instructions open in an editor. */
  private close(key: string): void {
    if (!this.lists.has(key)) return;
    this.closed.delete(key);
    this.closed.add(key);
    const [oldest] = this.closed;
    if (oldest === undefined || this.closed.size <= CLOSED_LISTS) return;
    this.closed.delete(oldest);
    this.lists.delete(oldest);
  }

  private showNewOrder(document: vscode.TextDocument): void {
    const list = this.lists.get(document.uri.toString());
    if (!list) return;
    const hottest = new vscode.Position(hottestRow(rowsOf(list)), 0);
    for (const editor of vscode.window.visibleTextEditors.filter((each) => each.document === document)) {
      this.draw(editor);
      editor.selection = new vscode.Selection(hottest, hottest);
      editor.revealRange(new vscode.Range(hottest, hottest), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    }
  }

  private draw(editor: vscode.TextEditor): void {
    const list = this.lists.get(editor.document.uri.toString());
    if (!list) return;
    const rangesOf = (...kinds: readonly ListRow['kind'][]) =>
      rowsOf(list).flatMap(({ kind }, row) => (kinds.includes(kind) ? [editor.document.lineAt(row).range] : []));
    editor.setDecorations(this.dimmed, rangesOf('neighbor', 'gap'));
    editor.setDecorations(this.headings, rangesOf('heading'));
    for (const [color, type] of this.heat) editor.setDecorations(type, figuresOf(list, color));
  }
}

function isInTab(uri: vscode.Uri): boolean {
  const inputs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ input }) => input));
  return inputs.some((input) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString());
}

function rowsOf({ rows, order }: InstructionList): readonly ListRow[] {
  return rows[order];
}

const boundsOf = oncePer((list: InstructionList): readonly number[] => {
  return heatBounds(rowsOf(list).flatMap(({ flat = 0, cum = 0 }) => [flat, cum]), list);
});

/** The ranges of the figures of one color. */
function figuresOf(list: InstructionList, color: string): vscode.Range[] {
  const bounds = boundsOf(list);
  return rowsOf(list).flatMap(({ flat = 0, cum = 0, flatAt = [0, 0], cumAt = [0, 0] }, row) => {
    const figures = [[flat, flatAt], [cum, cumAt]] as const;
    return figures
      .filter(([value]) => signedHeatColor(value, bounds) === color)
      .map(([, [from, to]]) => new vscode.Range(row, from, row, to));
  });
}
