import * as vscode from 'vscode';
import { inBackground } from '../../ui/inBackground';
import { scrollToLeft } from '../../ui/openLocation';

/** After a click, the code does not move under the pointer until a second click would no longer be a double click. */
const DOUBLE_CLICK_MS = 500;

/** Columns of code, with tabs as their width, that fit into any editor in which one reads code. */
const ALWAYS_FIT = 24;

/**
 * Scrolls an editor back to its left edge when its cursor is in a column that is visible there. VS Code itself scrolls
 * left no further than to the cursor, and so cuts off the first digits of the figures, which are in front of column 1:
 * `200ms` would read `0ms`. An editor can be scrolled only while it is active; others are when they are activated.
 */
export class ScrollToFigures implements vscode.Disposable {
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

/** The answer of VS Code's command: sizes in pixels, of columns and rows of groups in turns. */
interface Layout {
  /** 0: the groups are beside each other; 1: below each other. */
  readonly orientation: number;
  readonly groups: readonly LayoutGroup[];
}

interface LayoutGroup {
  readonly size?: number;
  readonly groups?: readonly LayoutGroup[];
}

/** The width of a group that has the whole width of the editors, which VS Code does not say, in pixels. */
const WHOLE_WIDTH = 1000;
/** Width of a character as a part of the font's size: more than in usual fonts for code. */
const CHARACTER = 0.62;
/** The default size of the font on the system with the largest one, in pixels. */
const FONT_SIZE = 14;
/** The most that VS Code puts beside the code, in pixels: line numbers, folding, margins, scroll bar, some hints. */
const BESIDE_CODE = 160;
const MINIMAP = 120;

/**
 * How many characters a line of an editor shows, figures included; 0 if that is not known. VS Code does not say, so it
 * is estimated from the width of the editor's group.
 */
async function roomForCode({ viewColumn, document }: vscode.TextEditor): Promise<number> {
  const layout = await vscode.commands.executeCommand<Layout | undefined>('vscode.getEditorLayout');
  const widths = layout ? widthsOf(layout.groups, layout.orientation === 0, WHOLE_WIDTH) : [];
  const { all } = vscode.window.tabGroups;
  // Groups in windows of their own are not part of the layout.
  if (widths.length !== all.length || !viewColumn) return 0;
  const settings = vscode.workspace.getConfiguration('editor', document);
  const minimap = settings.get('minimap.enabled', true) ? MINIMAP : 0;
  const character = CHARACTER * settings.get('fontSize', FONT_SIZE) + Math.max(0, settings.get('letterSpacing', 0));
  return Math.floor((widths[viewColumn - 1] - BESIDE_CODE - minimap) / character);
}

/** The widths of the groups in their order. @param width of all of them together, or of each */
function widthsOf(groups: readonly LayoutGroup[], areBeside: boolean, width: number): number[] {
  return groups.flatMap((group) => {
    const own = areBeside ? (group.size ?? width / groups.length) : width;
    return group.groups ? widthsOf(group.groups, !areBeside, own) : [own];
  });
}
