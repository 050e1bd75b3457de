import * as vscode from 'vscode';
import type { QueryEngine } from '../../engine/client';
import { nextTurn } from '../../profile/common/tasks';
import type { FileCosts } from '../../profile/answers/lines';
import type { Active, Deriver, Session } from '../../captures/session';
import { pathOf, uriOf } from '../../ui/fileUri';
import { inBackground } from '../../ui/inBackground';
import type { ColumnStyles } from '../../captures/loaded/columnStyles';
import { measuredText, sinceText } from '../../captures/measuredText';
import { type DocumentCosts, CostQuestions, type FindProfileFiles } from './costQuestions';
import { DocumentPictures } from './documentPictures';
import type { CostLine } from './costsByLine';
import { DrawSchedule } from './drawSchedule';
import { CostFailures } from './costFailures';
import type { FunctionHeading } from './functionHeadings';
import { type Fold, FoldedBlocks } from './foldedBlocks';
import { BlockCosts } from './blockCosts';
import type { LineJudgements } from './lineJudgements';
import type { LinesWhileEditing } from './linesWhileEditing';
import type { RemovedLine } from './removedLines';
import type { RemovedQuestion } from './removedSinceBaseline';
import type { Doubt } from './mismatchMessage';
import { ScrollToFigures } from './scrollToFigures';
import { figuresWidth } from './columnWidths';
import { EditorWidths } from './editorWidths';
import { SourceMismatch } from './sourceMismatch';
import { isWholeEditor, isAnnotatable } from './annotatedEditors';
import { ignored } from '../../profile/common/ignored';

/** A line with its costs, and the file and profile they belong to. */
export interface AnnotatedLine {
  readonly active: Active;
  readonly costs: FileCosts;
  readonly line: CostLine;
  /** The captured text of the line. */
  readonly capturedText: string;
  /** Why the costs may belong to another line. */
  readonly doubt?: Doubt;
  /** Set in a comparison per operation, after the engine has answered. */
  readonly judgements?: LineJudgements | undefined;
  /** The lines folded below this one, whose costs it shows together with its own. */
  readonly fold?: Fold | undefined;
  /** How sure the profile is: see samplesText. Set after the engine has answered. */
  readonly sure?: string | undefined;
}

/** If the engine needs longer for the costs of another capture, those of the capture before are cleared. */
const STALE_MS = 250;

/** Draws the costs into every visible editor whose file is in the active profile, and keeps them up to date. */
export class Annotator implements vscode.Disposable {
  private readonly drawings = new DrawSchedule();
  private readonly cache = new Map<string, DocumentCosts>();
  private readonly subscriptions: vscode.Disposable[];
  private readonly questions: CostQuestions;
  private readonly pictures: DocumentPictures;
  private readonly mismatch: SourceMismatch;
  private readonly folds = new FoldedBlocks();
  private readonly widths = new EditorWidths(() => this.redrawAll());
  private readonly scrollToFigures = new ScrollToFigures((editor) => figuresWidth(this.drawings.pictureOf(editor)));
  /** Aborts the questions that the first drawing does not need when the session changes. */
  private laterQueries = new AbortController();
  private staleTimer: NodeJS.Timeout | undefined;
  private readonly redrawn = new vscode.EventEmitter<void>();
  /** Fires when a document gets other costs or another style, or the costs are cleared. */
  readonly onDidRedraw = this.redrawn.event;

  constructor(
    private readonly session: Session,
    private readonly engine: QueryEngine & Deriver,
    private readonly lines: LinesWhileEditing,
    findFiles: FindProfileFiles,
    private readonly styles: ColumnStyles,
    /** Shows the user why there are no costs, or why they may be on wrong lines. */
    say: (message: string) => void,
  ) {
    this.questions = new CostQuestions(engine, findFiles, new CostFailures(() => this.session.active, say));
    this.mismatch = new SourceMismatch(say, isInWorkspace);
    this.pictures = new DocumentPictures(lines, styles, this.mismatch, new BlockCosts(engine));
    this.subscriptions = [
      this.drawings,
      this.widths,
      this.scrollToFigures,
      this.redrawn,
      this.session.onDidChange(() => this.followSession()),
      vscode.window.onDidChangeVisibleTextEditors((editors) => {
        for (const editor of editors) inBackground(this.show(editor));
      }),
      vscode.workspace.onDidChangeTextDocument((event) => {
        if (event.contentChanges.length > 0) this.followEdit(event);
      }),
      vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => {
        if (this.folds.note(textEditor)) this.redraw(textEditor.document);
      }),
      vscode.window.onDidChangeTextEditorViewColumn(({ textEditor }) => inBackground(this.show(textEditor))),
      this.styles.onDidChange(() => this.restyle()),
      vscode.workspace.onDidChangeConfiguration((event) => {
        // With another memory limit, the engine may be able to answer.
        if (event.affectsConfiguration('linecost.limits')) this.refresh();
      }),
    ];
    this.followSession();
  }

  /** The costs of a line (1-based) of the document's current text, for the hover. */
  lineAt(document: vscode.TextDocument, line: number): AnnotatedLine | undefined {
    const cached = this.current(document);
    if (!cached?.costs) return undefined;
    const { map, capturedLines } = this.lines.of(document);
    const cost = this.pictures.costsByLine(document, cached, cached.costs).costNow(line, map);
    const doubt = this.pictures.doubtOf(document, cached.active);
    const folds = editorsOf(document).flatMap((editor) => this.folds.of(editor));
    const fold = folds.find(({ first }) => first === line);
    if (!cost) return undefined;
    const { active, costs, judgements, samples: sure } = cached;
    const capturedText = capturedLines[cost.captured - 1] ?? '';
    return { active, costs, line: cost, capturedText, doubt, judgements, fold, sure };
  }

  /** When the document's costs were measured, and how its text has changed since, as sentences for the hover. */
  sinceCapture(document: vscode.TextDocument): string {
    const cached = this.current(document);
    if (!cached?.costs) return '';
    const sentences = [measuredText(cached.active.capture, Date.now()), sinceText(this.pictures.changesOf(document))];
    return sentences.filter(Boolean).map((text) => `${text}.`).join(' ');
  }

  /** The function that a line (1-based) declares, judged as a whole: see functionHeadings. */
  functionAt(document: vscode.TextDocument, line: number): FunctionHeading | undefined {
    const captured = this.lines.of(document).map.toCaptured(line);
    return this.current(document)?.functions?.find((each) => each.captured === captured);
  }

  /** Whether lines with costs were removed directly below a line (1-based): see removedBelow. */
  hasRemovedBelow(document: vscode.TextDocument, line: number): boolean {
    const cached = this.current(document);
    if (!cached?.active.baseline) return this.pictures.removedBelow(document, line, cached).length > 0;
    return this.pictures.baselinePlacesBelow(document, line, cached).length > 0;
  }

  /**
   * Lines with costs that were removed directly below a line (1-based) of the document since the capture; in a
   * comparison, which places with lines removed since the baseline to ask for.
   */
  removedBelow(document: vscode.TextDocument, line: number): readonly RemovedLine[] | RemovedQuestion {
    const cached = this.current(document);
    const { baseline } = cached?.active ?? {};
    if (!cached || !baseline) return this.pictures.removedBelow(document, line, cached);
    const text = baseline.capture.sources.get(pathOf(document.uri)) ?? '';
    const places = this.pictures.baselinePlacesBelow(document, line, cached);
    return { active: cached.active, files: cached.files ?? [], text, places };
  }

  /** Asks again for every file, because names may resolve to other files than before. */
  refresh(): void {
    this.cache.clear();
    this.followSession();
  }

  dispose(): void {
    clearTimeout(this.staleTimer);
    for (const editor of vscode.window.visibleTextEditors) this.drawings.clear(editor);
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  private followSession(): void {
    this.laterQueries.abort();
    this.laterQueries = new AbortController();
    const active = this.session.active;
    const sources = active?.capture.sources;
    for (const [key, cached] of this.cache) if (cached.active.capture.sources !== sources) this.cache.delete(key);
    clearTimeout(this.staleTimer);
    // The code would jump to the left, and back once the costs of the new capture are drawn.
    if (active) this.staleTimer = setTimeout(() => this.clearStale(), STALE_MS);
    else this.clearStale();
    for (const editor of vscode.window.visibleTextEditors) inBackground(this.show(editor));
    if (!active) this.redrawn.fire();
  }

  /** Clears the editors that still show a capture that is no longer active. */
  private clearStale(): void {
    for (const editor of vscode.window.visibleTextEditors) {
      if (!this.current(editor.document)) this.drawings.clear(editor);
    }
  }

  /** Draws cached costs at once, so that the text does not jump on a switch of tabs; requests missing costs first. */
  private async show(editor: vscode.TextEditor): Promise<void> {
    const active = this.session.active;
    const { document } = editor;
    if (!active || !isAnnotatable(document) || !isWholeEditor(editor)) return;
    if (this.cache.get(keyOf(document))?.active !== active) {
      const cached = await this.questions.ask(active, document, this.current(document));
      const redraw = () => {
        if (this.current(document) === cached) this.redraw(document);
      };
      const { signal } = this.laterQueries;
      const capturedLines = () => this.lines.of(document).capturedLines;
      const complete = this.questions.addLater(cached, { signal, capturedLines, redraw });
      await this.layOut(document, cached);
      if (this.session.active !== active) return;
      this.cache.set(keyOf(document), cached);
      this.redraw(document);
      this.scrollToFigures.check();
      this.redrawn.fire();
      await complete;
      redraw();
      return;
    }
    this.redraw(document);
  }

  /** Prepares the drawing in several turns of the event loop, so that a large file does not block the thread. */
  private async layOut(document: vscode.TextDocument, cached: DocumentCosts): Promise<void> {
    if (!cached.costs || this.session.active !== cached.active) return;
    const { capturedLines } = this.lines.of(document);
    await nextTurn();
    if (this.session.active !== cached.active) return;
    await this.checkText(document, cached.active, cached.costs, capturedLines);
    if (this.session.active !== cached.active) return;
    this.pictures.costsByLine(document, cached, cached.costs);
    await nextTurn();
  }

  /** Checks the text against the profile as captured, because a compared profile also has the baseline's functions. */
  private async checkText(
    document: vscode.TextDocument,
    active: Active,
    costs: FileCosts,
    lines: readonly string[],
  ): Promise<void> {
    const path = pathOf(document.uri);
    if (!this.mismatch.isChecked(active.profile, path, lines)) {
      const captured = active.baseline ? await this.questions.asCaptured(active, costs.file) : costs;
      const question = { profile: active.profile.summary.id, files: [costs.file] };
      const calls = () => this.engine.ask('lineCalls', question).catch(ignored('lines are not checked by their calls', []));
      const later = captured && this.mismatch.check(active.profile, path, captured, { lines, calls });
      // Columns do not wait for it.
      if (later) inBackground(later.then(() => this.tellDoubt(document, active, lines)));
    }
    this.mismatch.tell(active.capture, path, lines);
  }

  private tellDoubt(document: vscode.TextDocument, active: Active, lines: readonly string[]): void {
    if (this.session.active?.capture !== active.capture) return;
    this.mismatch.tell(active.capture, pathOf(document.uri), lines);
    this.redraw(document);
  }

  private followEdit({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    for (const editor of editorsOf(document)) {
      this.drawings.follow(editor, contentChanges);
      this.folds.follow(editor, contentChanges);
    }
    this.redraw(document);
  }

  private redraw(document: vscode.TextDocument): void {
    const cached = this.current(document);
    if (!cached) return;
    const redraw = () => this.redraw(document);
    const picture = this.pictures.pictureOf(document, cached, redraw);
    for (const editor of editorsOf(document)) {
      const folded = picture && this.pictures.foldedOf(document, this.folds.of(editor), cached, redraw);
      if (picture) this.drawings.draw(editor, this.widths.fit({ ...picture, folded }, editor));
      else this.drawings.clear(editor);
    }
  }

  private restyle(): void {
    this.redrawAll();
    this.redrawn.fire();
  }

  private redrawAll(): void {
    for (const { document } of vscode.window.visibleTextEditors) this.redraw(document);
    this.scrollToFigures.check();
  }

  private current(document: vscode.TextDocument): DocumentCosts | undefined {
    return this.cache.get(keyOf(document));
  }
}

function keyOf(document: vscode.TextDocument): string {
  return document.uri.toString();
}

function isInWorkspace(path: string): boolean {
  return vscode.workspace.getWorkspaceFolder(uriOf(path)) !== undefined;
}

function editorsOf(document: vscode.TextDocument): readonly vscode.TextEditor[] {
  return vscode.window.visibleTextEditors.filter((editor) => editor.document === document && isWholeEditor(editor));
}
