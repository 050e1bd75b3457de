import * as vscode from 'vscode';
import { isBaselineFailure } from '../../engine/failures';
import type { QueryEngine } from '../../engine/client';
import type { QueryAnswer } from '../../engine/queries';
import { nextTurn } from '../../profile/common/tasks';
import { FIRM_CHANGE } from '../../profile/answers/changes';
import type { FileCosts } from '../../profile/answers/lines';
import type { FirmLines } from '../../profile/text/changeWords';
import { isPerOperation } from '../../profile/text/relativeUnits';
import { isCpuPerOperation } from '../../profile/text/unlikeGoTest';
import { type Active, type Deriver, formOf, type Session } from '../../captures/session';
import { textChanges, type TextChanges } from '../../sources/lineMatching/lineEdits';
import { baselineName } from '../../captures/baselineName';
import { pathOf, uriOf } from '../../ui/fileUri';
import { inBackground } from '../../ui/inBackground';
import type { ColumnStyles } from '../../styles/columnStyles';
import { measuredText, sinceText } from '../../captures/measuredText';
import { forTitle } from '../../ui/plainText';
import { type CostLine, CostsByLine, mergeCosts, noCosts, withFunctionsOf } from './costsByLine';
import { DrawSchedule } from './drawSchedule';
import { CostFailures } from './costFailures';
import type { CostPicture } from './costPicture';
import { fadedLines, type LinesByFigure } from './fadedLines';
import { type FunctionHeading, functionHeadings } from './functionHeadings';
import { type Fold, FoldedBlocks } from './foldedBlocks';
import { BlockCosts } from './blockCosts';
import type { LineVerdicts } from './lineVerdicts';
import type { LinesWhileEditing } from './linesWhileEditing';
import { type RemovedLine, removedLines, type RemovedLines } from './removedLines';
import type { JudgedPlace, RemovedQuestion } from './removedSinceBaseline';
import type { Doubt } from './mismatchMessage';
import { FiguresInView } from './figuresInView';
import { figuresWidth } from './columnWidths';
import { SourceMismatch } from './sourceMismatch';
import { pictureOf } from './headingLine';
import { isAnnotatable, isWholeEditor } from './annotatedEditors';
import { ignored } from '../../profile/common/ignored';

/** Finds the file names that a document has in the profile. */
export type FindProfileFiles = (active: Active, document: vscode.TextDocument) => Promise<readonly string[]>;

interface DocumentCosts {
  readonly active: Active;
  /** undefined if the document is not in the profile, or the engine could not answer. */
  readonly costs: FileCosts | undefined;
  readonly baselineRemoved?: CostPicture['baselineRemoved'];
  /** The document's names in the profile. */
  readonly files?: readonly string[];
  faded?: LinesByFigure;
  setup?: ReadonlyMap<number, string>;
  functions?: readonly FunctionHeading[] | undefined;
  verdicts?: LineVerdicts;
  firmLines?: FirmLines;
  byLineCache?: { readonly capturedLines: readonly string[]; readonly byLine: CostsByLine };
}

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
  readonly verdicts?: LineVerdicts | undefined;
  /** The lines folded below this one, whose costs it shows together with its own. */
  readonly fold?: Fold | undefined;
}

/** Draws the costs into every visible editor whose file is in the active profile, and keeps them up to date. */
export class Annotator implements vscode.Disposable {
  private readonly drawings = new DrawSchedule();
  private readonly cache = new Map<string, DocumentCosts>();
  private readonly subscriptions: vscode.Disposable[];
  private readonly failures: CostFailures<Active>;
  private readonly mismatch: SourceMismatch;
  private readonly folds = new FoldedBlocks();
  private readonly figuresInView = new FiguresInView((editor) => figuresWidth(this.drawings.pictureOf(editor)));
  private readonly blockCosts: BlockCosts;
  /** Aborts the queries of findFew and findVerdicts when the session changes. */
  private laterQueries = new AbortController();
  private readonly redrawn = new vscode.EventEmitter<void>();
  /** Fires when a document gets other costs or another style, or the costs are cleared. */
  readonly onDidRedraw = this.redrawn.event;

  constructor(
    private readonly session: Session,
    private readonly engine: QueryEngine & Deriver,
    private readonly lines: LinesWhileEditing,
    private readonly findFiles: FindProfileFiles,
    private readonly styles: ColumnStyles,
    /** Shows the user why there are no costs, or why they may be on wrong lines. */
    say: (message: string) => void,
  ) {
    this.failures = new CostFailures(() => this.session.active, say);
    this.mismatch = new SourceMismatch(say, isInWorkspace);
    this.blockCosts = new BlockCosts(this.engine);
    this.subscriptions = [
      this.drawings,
      this.figuresInView,
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
    const cost = this.byLineOf(document, cached, cached.costs).costNow(line, map);
    const doubt = this.doubtOf(document, cached.active);
    const folds = editorsOf(document).flatMap((editor) => this.folds.of(editor));
    const fold = folds.find(({ first }) => first === line);
    if (!cost) return undefined;
    const { active, costs, verdicts } = cached;
    return { active, costs, line: cost, capturedText: capturedLines[cost.captured - 1] ?? '', doubt, verdicts, fold };
  }

  /** When the document's costs were measured, and how its text has changed since, as sentences for the hover. */
  sinceCapture(document: vscode.TextDocument): string {
    const cached = this.current(document);
    if (!cached?.costs) return '';
    const sentences = [measuredText(cached.active.capture, Date.now()), sinceText(this.changesOf(document))];
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
    if (!cached?.active.baseline) return this.removedSinceCapture(document, line).length > 0;
    return this.placesBelow(document, line, cached).length > 0;
  }

  /**
   * Lines with costs that were removed directly below a line (1-based) of the document since the capture; in a
   * comparison, which places with lines removed since the baseline to ask for.
   */
  removedBelow(document: vscode.TextDocument, line: number): readonly RemovedLine[] | RemovedQuestion {
    const cached = this.current(document);
    const { baseline } = cached?.active ?? {};
    if (!cached || !baseline) return this.removedSinceCapture(document, line);
    const text = baseline.capture.sources.get(pathOf(document.uri)) ?? '';
    return { active: cached.active, files: cached.files ?? [], text, places: this.placesBelow(document, line, cached) };
  }

  /** Asks again for every file, because names may resolve to other files than before. */
  refresh(): void {
    this.cache.clear();
    this.followSession();
  }

  dispose(): void {
    for (const editor of vscode.window.visibleTextEditors) this.drawings.clear(editor);
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  private followSession(): void {
    this.laterQueries.abort();
    this.laterQueries = new AbortController();
    const active = this.session.active;
    const sources = active?.capture.sources;
    for (const [key, cached] of this.cache) if (cached.active.capture.sources !== sources) this.cache.delete(key);
    for (const editor of vscode.window.visibleTextEditors) {
      if (!this.current(editor.document)) this.drawings.clear(editor);
      inBackground(this.show(editor));
    }
    if (!active) this.redrawn.fire();
  }

  /** Draws cached costs at once, so that the text does not jump on a switch of tabs; requests missing costs first. */
  private async show(editor: vscode.TextEditor): Promise<void> {
    const active = this.session.active;
    const { document } = editor;
    if (!active || !isAnnotatable(document) || !isWholeEditor(editor)) return;
    if (this.cache.get(keyOf(document))?.active !== active) {
      const cached: DocumentCosts = { active, ...(await this.ask(active, document)) };
      const redraw = () => {
        if (this.current(document) === cached) this.redraw(document);
      };
      const few = active.baseline ? this.findVerdicts(cached, redraw) : this.findFew(cached);
      const counted = Promise.all([few, findSetup(cached), this.findFunctions(cached, document)]);
      await this.layOut(document, cached);
      if (this.session.active !== active) return;
      this.cache.set(keyOf(document), cached);
      this.redraw(document);
      this.figuresInView.check();
      this.redrawn.fire();
      await counted;
      redraw();
      return;
    }
    this.redraw(document);
  }

  private async ask(active: Active, document: vscode.TextDocument): Promise<Pick<DocumentCosts, 'costs' | 'baselineRemoved' | 'files'>> {
    const { queryId: profile, sampleType } = active;
    try {
      const earlier = this.earlierCosts(active, document);
      const files = await this.findFiles(active, document);
      if (files.length === 0) {
        const { unit } = active.profile.summary.sampleTypes[sampleType];
        return { costs: earlier && withFunctionsOf(earlier, noCosts(earlier.file, unit)) };
      }
      const asked = mergeCosts(await this.engine.ask('fileCosts', { profile, sampleType, files }));
      const costs = earlier ? withFunctionsOf(earlier, asked) : asked;
      // Without a baseline, the columns do not wait for code that only comparisons need.
      return { costs, files, baselineRemoved: active.baseline && (await this.askBaselineRemoved(active, files)) };
    } catch (error) {
      // Baselines warns when profiles cannot be compared.
      if (!isBaselineFailure(error)) this.failures.report(active, error);
      return { costs: undefined };
    }
  }

  /**
   * The costs that the document has now, if only the sample type is another one. Functions with these keep their
   * columns, so that the code does not move when the user chooses a sample type without samples in them.
   */
  private earlierCosts(active: Active, document: vscode.TextDocument): FileCosts | undefined {
    const cached = this.current(document);
    const viewOf = ({ capture, baseline, refinement }: Active) =>
      JSON.stringify([capture.id, baseline?.capture.id, refinement]);
    return cached && viewOf(cached.active) === viewOf(active) ? cached.costs : undefined;
  }

  /** Finds the figures to fade. Costs are drawn without waiting for this query, which is slow for a large profile. */
  private async findFew(cached: DocumentCosts): Promise<void> {
    const samples = await this.askLater('fileSamples', cached);
    if (samples) cached.faded = fadedLines(samples);
  }

  /**
   * Finds which changes are noise, firm or moved. Costs are drawn without waiting for this query, and its verdicts
   * without waiting for a query over all files.
   */
  private async findVerdicts(cached: DocumentCosts, redraw: () => void): Promise<void> {
    const changes = await this.askLater('fileChanges', cached);
    if (!changes) return this.findFew(cached);
    cached.verdicts = (await import('./lineVerdicts')).lineVerdicts(changes);
    const count = cached.verdicts.firmLines;
    const removed = [...cached.verdicts.removed.values()].some(({ verdict }) => verdict === FIRM_CHANGE);
    if (count > 0 || removed) {
      cached.firmLines = { count, removed };
      return;
    }
    redraw();
    const { signal } = this.laterQueries;
    const none = await (await import('../../captures/firmLines')).withoutFirmLine(this.engine, cached.active, signal);
    cached.firmLines = { ...none, calling: cached.verdicts.callingLines };
  }

  /** Finds the functions to judge as a whole, in a comparison. */
  private async findFunctions(cached: DocumentCosts, document: vscode.TextDocument): Promise<void> {
    const { active, files } = cached;
    if (!active.baseline || !files) return;
    const of = { files, lines: this.lines.of(document).capturedLines };
    const { signal } = this.laterQueries;
    cached.functions = await functionHeadings(this.engine, active, of, signal).catch(ignored('functions have no headings'));
  }

  /** Sends a query that the first drawing does not need; undefined if it fails. */
  private async askLater<Q extends 'fileSamples' | 'fileChanges'>(
    query: Q,
    { active: { queryId: profile, sampleType }, files }: DocumentCosts,
  ): Promise<QueryAnswer<Q> | undefined> {
    if (!files) return undefined;
    return this.engine.ask(query, { profile, sampleType, files }, this.laterQueries.signal).catch(ignored('costs have no marks of few samples and changes'));
  }

  /** The costs of the baseline's lines that were removed since, by the captured line before them. */
  private async askBaselineRemoved(active: Active, files: readonly string[]): Promise<Map<number, number>> {
    const removed = new Map<number, number>();
    const { removedPlaces } = await import('../../captures/removedFromBaseline');
    for (const { above, cum } of await removedPlaces(this.engine, active, files)) {
      removed.set(above, (removed.get(above) ?? 0) + cum);
    }
    return removed;
  }

  /** The places with lines removed since the baseline whose note is on this line. */
  private placesBelow(document: vscode.TextDocument, line: number, cached: DocumentCosts): JudgedPlace[] {
    const { baselineRemoved = [], verdicts } = cached;
    const { map } = this.lines.of(document);
    const here = [...baselineRemoved].filter(([above]) => map.nearestCurrent(Math.max(1, above)) === line);
    return here.map(([above, cum]) => ({ above, cum, verdict: verdicts?.removed.get(above) }));
  }

  /** Prepares the drawing in several turns of the event loop, so that a large file does not block the thread. */
  private async layOut(document: vscode.TextDocument, cached: DocumentCosts): Promise<void> {
    if (!cached.costs || this.session.active !== cached.active) return;
    const { capturedLines } = this.lines.of(document);
    await nextTurn();
    if (this.session.active !== cached.active) return;
    await this.checkText(document, cached.active, cached.costs, capturedLines);
    if (this.session.active !== cached.active) return;
    this.byLineOf(document, cached, cached.costs);
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
      const captured = active.baseline ? await this.costsAsCaptured(active, costs.file) : costs;
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

  private costsAsCaptured({ profile, sampleType }: Active, file: string): Promise<FileCosts | undefined> {
    const question = { profile: profile.summary.id, sampleType, files: [file] };
    return this.engine.ask('fileCosts', question).then(mergeCosts, ignored('a file has no costs'));
  }

  private doubtOf(document: vscode.TextDocument, { capture }: Active): Doubt | undefined {
    return this.mismatch.doubtOf(capture, pathOf(document.uri), this.lines.of(document).capturedLines);
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
    const picture = this.pictureOf(document, cached);
    for (const editor of editorsOf(document)) {
      if (picture) this.drawings.draw(editor, { ...picture, folded: this.foldedIn(editor, cached) });
      else this.drawings.clear(editor);
    }
  }

  private foldedIn(editor: vscode.TextEditor, { active, costs, files }: DocumentCosts): CostPicture['folded'] {
    const folds = this.folds.of(editor);
    if (folds.length === 0 || !costs || !files) return undefined;
    const { map } = this.lines.of(editor.document);
    return this.blockCosts.ofFolds(folds, { active, costs, files, map }, () => this.redraw(editor.document));
  }

  private restyle(): void {
    for (const { document } of vscode.window.visibleTextEditors) this.redraw(document);
    this.figuresInView.check();
    this.redrawn.fire();
  }

  private pictureOf(document: vscode.TextDocument, cached: DocumentCosts): CostPicture | undefined {
    const { costs, baselineRemoved, faded, functions, setup, verdicts, firmLines } = cached;
    if (!costs) return undefined;
    const byLine = this.byLineOf(document, cached, costs);
    const { capture, baseline, profile: { summary }, sampleType } = cached.active;
    const changes = this.changesOf(document);
    return pictureOf({
      style: this.styles.styleOf(document),
      costs,
      byLine,
      map: this.lines.of(document).map,
      baselineRemoved,
      removedVerdicts: verdicts?.removed,
      since: forTitle([measuredText(capture, Date.now()), sinceText(changes)].filter(Boolean).join(' · ')),
      // In a comparison, the figures of these lines are differences.
      removed: baseline ? [] : this.removedTogether(document, cached, changes),
      form: formOf(cached.active),
      isCpuPerOperation: isCpuPerOperation({ type: summary.sampleTypes[sampleType].type, unit: costs.unit }),
      faded: verdicts?.noise ?? faded,
      moved: verdicts?.moved,
      setup,
      functions,
      firmLines,
      isGrowthUnjudged: baseline?.shares === 'offered',
      baseline: baseline && forTitle(baselineName(baseline.capture, capture.title, Date.now())),
      mayBeOff: this.doubtOf(document, cached.active) !== undefined,
    }, (line) => document.lineAt(line - 1).text);
  }

  private changesOf(document: vscode.TextDocument): TextChanges {
    const { capturedLines, map } = this.lines.of(document);
    return textChanges(map, capturedLines, document.lineCount, (line) => document.lineAt(line - 1).text);
  }

  /** Removed lines, with their cost together once it is known. */
  private removedTogether(document: vscode.TextDocument, cached: DocumentCosts, changes: TextChanges): RemovedLines[] {
    const removed = this.removedFrom(document, cached, changes);
    const { active, costs, files } = cached;
    const blocks = removed.flatMap(({ lineAbove, block, isAtMost }) => {
      return block && isAtMost ? [{ line: lineAbove, block }] : [];
    });
    if (blocks.length === 0 || !costs || !files) return removed;
    const together = this.blockCosts.of(blocks, { active, costs, files }, () => this.redraw(document));
    return removed.map((place) => {
      const cost = together.get(place.lineAbove);
      return cost ? { ...place, cum: cost.cum, isAtMost: false } : place;
    });
  }

  private removedSinceCapture(document: vscode.TextDocument, line: number): readonly RemovedLine[] {
    const cached = this.current(document);
    if (!cached?.costs) return [];
    const { capturedLines } = this.lines.of(document);
    const removed = this.removedFrom(document, cached, this.changesOf(document));
    const here = removed.find(({ lineAbove }) => lineAbove === line);
    const { unit } = cached.costs;
    return here?.costs.map((cost) => ({ ...cost, unit, text: capturedLines[cost.captured - 1] ?? '' })) ?? [];
  }

  private removedFrom(document: vscode.TextDocument, cached: DocumentCosts, { removed }: TextChanges): RemovedLines[] {
    if (!cached.costs) return [];
    const byLine = this.byLineOf(document, cached, cached.costs);
    return removedLines(removed, byLine, this.lines.of(document).map, cached.costs.total);
  }

  private byLineOf(document: vscode.TextDocument, cached: DocumentCosts, costs: FileCosts): CostsByLine {
    const { capturedLines } = this.lines.of(document);
    if (cached.byLineCache?.capturedLines !== capturedLines) {
      cached.byLineCache = { capturedLines, byLine: new CostsByLine(costs, capturedLines) };
    }
    return cached.byLineCache.byLine;
  }

  private current(document: vscode.TextDocument): DocumentCosts | undefined {
    return this.cache.get(keyOf(document));
  }
}

/** Finds the notes on setup, of which costs per operation would otherwise look like those of the operation. */
async function findSetup(cached: DocumentCosts): Promise<void> {
  const { costs, active: { capture: { setup } } } = cached;
  if (!setup || !costs || !isPerOperation(costs.unit)) return;
  cached.setup = (await import('./setupNotes')).setupNotes(setup, costs);
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
