import * as vscode from 'vscode';
import { type CostPicture, keyOfLines } from './costPicture';
import { roomOfNotes } from './lineNotes';
import { CostDecorations } from './costDecorations';
import { DrawnBlocks, type LineSpan, overlap, type StaleBlock } from './drawnBlocks';

/** The picture of an editor, and what is still to be drawn. */
interface Drawing {
  picture: CostPicture;
  readonly blocks: DrawnBlocks;
  /** Nearest to the visible lines first. */
  waiting: StaleBlock[];
  isRulerWaiting: boolean;
  /** Whether lines that wait may be among the sticky lines: see redrawStickyLines. */
  areStickyLinesStale: boolean;
}

/** Minimum height of a screen in lines, also for an editor that does not know its visible ranges yet. */
const SCREEN = 50;

/**
 * Draws pictures into editors: the visible lines and a screen around them at once, the overview ruler and the other
 * lines in idle time.
 */
export class DrawSchedule implements vscode.Disposable {
  private readonly decorations = new CostDecorations();
  private readonly drawings = new WeakMap<vscode.TextEditor, Drawing>();
  private readonly idle = new IdleWork(() => this.drawNext());
  private readonly subscriptions: vscode.Disposable[];

  constructor() {
    this.subscriptions = [
      this.decorations,
      this.idle,
      vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => this.drawNearby(textEditor)),
    ];
  }

  /** Draws the blocks that do not show the picture yet. When a document is edited, VS Code moves the decorations. */
  draw(editor: vscode.TextEditor, picture: CostPicture): void {
    const lastDrawing = this.drawings.get(editor);
    const drawing = this.drawingOf(editor, picture);
    const { blocks, picture: last } = drawing;
    const hasOtherCosts = last.costs !== picture.costs || last.style !== picture.style;
    const hasOtherNotes = last.setup !== picture.setup || last.functions !== picture.functions
      || last.mayBeOff !== picture.mayBeOff;
    const hasOtherLook = last.faded !== picture.faded || hasOtherNotes || last.form !== picture.form;
    if (hasOtherCosts || hasOtherLook) blocks.forget();
    drawing.picture = picture;
    const keyOf = (lines: LineSpan) => keyOfLines(picture, lines) + roomOfNotes(picture, lines);
    drawing.waiting = blocks.stale(keyOf, nearbyLines(editor));
    if (drawing.waiting.length > 0) {
      drawing.isRulerWaiting = picture.style !== 'off';
      // Clearing takes no time, and no mark should be left without its figures.
      if (!drawing.isRulerWaiting) this.decorations.ruler.draw(editor, picture);
      this.drawNearby(editor);
    }
    if (drawing !== lastDrawing || hasOtherCosts || hasOtherLook) {
      redrawStickyLines(editor);
      drawing.areStickyLinesStale = drawing.waiting.length > 0;
    }
    // Also without new blocks: an editor that was hidden may have a ruler or blocks that still wait.
    this.idle.start();
  }

  /** What an editor shows, or is about to show. */
  pictureOf(editor: vscode.TextEditor): CostPicture | undefined {
    return this.drawings.get(editor)?.picture;
  }

  /** Adapts the blocks to an edit. The caller then draws the new picture. */
  follow(editor: vscode.TextEditor, changes: readonly vscode.TextDocumentContentChangeEvent[]): void {
    const emptied = this.drawings.get(editor)?.blocks.edit(changes) ?? [];
    this.decorations.clearBlocks(editor, emptied);
  }

  clear(editor: vscode.TextEditor): void {
    const wasDrawn = this.drawings.delete(editor);
    this.decorations.clear(editor);
    if (wasDrawn) redrawStickyLines(editor);
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  private drawingOf(editor: vscode.TextEditor, picture: CostPicture): Drawing {
    const existing = this.drawings.get(editor);
    const { lineCount } = editor.document;
    if (existing?.blocks.lineCount === lineCount) return existing;
    if (existing) this.decorations.clear(editor);
    const blocks = new DrawnBlocks(lineCount);
    const drawing = { picture, blocks, waiting: [], isRulerWaiting: false, areStickyLinesStale: false };
    this.drawings.set(editor, drawing);
    return drawing;
  }

  private drawNearby(editor: vscode.TextEditor): void {
    const drawing = this.drawings.get(editor);
    if (!drawing || drawing.waiting.length === 0) return;
    const nearby = nearbyLines(editor);
    const { waiting } = drawing;
    drawing.waiting = waiting.filter((block) => !overlap(block, nearby));
    for (const block of waiting) if (overlap(block, nearby)) this.drawBlock(editor, drawing, block);
  }

  /** Draws the ruler, one waiting block or the sticky lines of an editor. Returns false if nothing is waiting. */
  private drawNext(): boolean {
    for (const editor of vscode.window.visibleTextEditors) {
      const drawing = this.drawings.get(editor);
      if (!drawing) continue;
      if (drawing.isRulerWaiting) {
        drawing.isRulerWaiting = false;
        this.decorations.ruler.draw(editor, drawing.picture);
        return true;
      }
      const block = drawing.waiting.shift();
      if (block) {
        this.drawBlock(editor, drawing, block);
        return true;
      }
      if (drawing.areStickyLinesStale) {
        drawing.areStickyLinesStale = false;
        redrawStickyLines(editor);
        return true;
      }
    }
    return false;
  }

  private drawBlock(editor: vscode.TextEditor, { picture, blocks }: Drawing, block: StaleBlock): void {
    this.decorations.draw(editor, picture, block);
    blocks.drawnAs(block);
  }
}

/** The visible lines, and at least as many lines above and below. */
function nearbyLines({ visibleRanges, selection }: vscode.TextEditor): LineSpan {
  const first = visibleRanges[0]?.start.line ?? selection.active.line;
  const last = visibleRanges.at(-1)?.end.line ?? first;
  const screen = Math.max(last - first, SCREEN);
  return { from: first + 1 - screen, to: last + 2 + screen };
}

/**
 * Makes VS Code draw the sticky lines of an editor again. It does not do that when decorations change: sticky lines
 * would show old figures, and stay shifted by them, until other lines stick. It does so when the line numbers change,
 * so they are changed and changed back, before the editor is drawn.
 */
function redrawStickyLines(editor: vscode.TextEditor): void {
  const { On, Off, Interval } = vscode.TextEditorLineNumbersStyle;
  const { document, options: { lineNumbers = Off }, visibleRanges } = editor;
  // Without line numbers, the code would jump by their width.
  if (lineNumbers === Off || (visibleRanges[0]?.start.line ?? 0) === 0) return;
  if (!vscode.workspace.getConfiguration('editor', document).get('stickyScroll.enabled', true)) return;
  editor.options = { lineNumbers: lineNumbers === On ? Interval : On };
  editor.options = { lineNumbers };
}

/** The longest slice of work: too short to be noticed. */
const SLICE_MS = 2;
/** The pause between slices, for incoming events and for the window to draw. */
const PAUSE_MS = 5;

/** Does work that is not urgent, in short slices with pauses between them. */
export class IdleWork {
  private timer: NodeJS.Timeout | undefined;

  /** `step` does a small part of the work, and returns whether there was any to do. */
  constructor(private readonly step: () => boolean) {}

  /** Schedules the work, if it is not scheduled yet. */
  start(): void {
    this.timer ??= setTimeout(() => this.run(), PAUSE_MS);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private run(): void {
    this.timer = undefined;
    const end = performance.now() + SLICE_MS;
    while (this.step()) {
      if (performance.now() >= end) return this.start();
    }
  }
}
