import * as vscode from 'vscode';
import { inBackground } from '../../ui/inBackground';
import { scrollToLeft } from '../../ui/openLocation';
import { roomForCode } from './roomForCode';

/** After a click, the code does not move under the pointer until a second click would no longer be a double click. */
const DOUBLE_CLICK_MS = 500;

/** Columns of code, with tabs as their width, that fit into any editor in which one reads code. */
const ALWAYS_FIT = 24;

/**
 * Scrolls an editor back to its left edge when its cursor is in a column that is visible there. VS Code itself scrolls
 * left no further than to the cursor, and so cuts off the first digits of the figures, which are in front of column 1:
 * `200ms` would read `0ms`. An editor can be scrolled only while it is active; others are when they are activated.
 */
export class FiguresInView implements vscode.Disposable {
  private readonly subscriptions: vscode.Disposable[];
  private readonly cursors = new WeakMap<vscode.TextEditor, vscode.Position>();
  private timer: NodeJS.Timeout | undefined;
  /** Whether a check is running; another one that is wanted meanwhile follows it. */
  private isChecking = false;
  private isCheckWanted = false;

  /** @param figuresWidth the width of the figures in front of an editor's code, in characters; 0 without figures */
  constructor(private readonly figuresWidth: (editor: vscode.TextEditor) => number) {
    this.subscriptions = [
      vscode.window.onDidChangeActiveTextEditor(() => this.check()),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor, kind }) => {
        if (textEditor !== vscode.window.activeTextEditor) return;
        clearTimeout(this.timer);
        if (this.hasMovedRight(textEditor)) return;
        if (kind !== vscode.TextEditorSelectionChangeKind.Mouse) return this.check();
        if (textEditor.selection.isEmpty) this.timer = setTimeout(() => this.check(), DOUBLE_CLICK_MS);
      }),
    ];
  }

  /** Whether the cursor has moved right in its line, as by typing, which needs no scrolling to the left. */
  private hasMovedRight(editor: vscode.TextEditor): boolean {
    const { active } = editor.selection;
    const before = this.cursors.get(editor);
    this.cursors.set(editor, active);
    return before?.line === active.line && before.character < active.character;
  }

  /** Call when figures are drawn into an editor. */
  check(): void {
    this.isCheckWanted = true;
    if (!this.isChecking) inBackground(this.checkWanted());
  }

  dispose(): void {
    clearTimeout(this.timer);
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  private async checkWanted(): Promise<void> {
    this.isChecking = true;
    try {
      while (this.isCheckWanted) {
        this.isCheckWanted = false;
        const editor = vscode.window.activeTextEditor;
        if (editor) await this.unscroll(editor);
      }
    } finally {
      this.isChecking = false;
    }
  }

  private async unscroll(editor: vscode.TextEditor): Promise<void> {
    const figures = this.figuresWidth(editor);
    if (figures === 0) return;
    const column = Math.max(...editor.selections.map(({ active }) => cellsBefore(editor, active)));
    const isSure = column <= ALWAYS_FIT;
    if (!isSure && column + figures > (await roomForCode(editor))) return;
    await scrollToLeft(editor);
    const { active } = editor.selection;
    // The room is an estimate: the cursor must stay in view.
    if (!isSure && editor.visibleRanges.some((range) => range.contains(active))) {
      editor.revealRange(new vscode.Range(active, active));
    }
  }
}

/** The width of a line's text before a position, in characters. */
function cellsBefore({ document, options }: vscode.TextEditor, { line, character }: vscode.Position): number {
  const tab = typeof options.tabSize === 'number' ? options.tabSize : 4;
  let cells = 0;
  for (const sign of document.lineAt(line).text.slice(0, character)) {
    cells += sign === '\t' ? tab - (cells % tab) : sign < '\u1100' ? 1 : 2;
  }
  return cells;
}
