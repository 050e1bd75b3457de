import type * as vscode from 'vscode';
import type { FileCosts } from '../../profile/answers/lines';
import { isCpuPerOperation } from '../../profile/text/unlikeGoTest';
import { baselineName } from '../../captures/baselineName';
import { comparisonSentence, resultHead } from '../../captures/comparisonHead';
import { measuredText, sinceText } from '../../captures/measuredText';
import { type Active, formOf } from '../../captures/session';
import { type TextChanges, textChanges } from '../../sources/lineMatching/lineEdits';
import type { ColumnStyles } from '../../captures/loaded/columnStyles';
import { pathOf } from '../../ui/fileUri';
import { forTitle } from '../../ui/plainText';
import type { BlockCosts } from './blockCosts';
import type { DocumentCosts } from './costQuestions';
import type { CostPicture } from './costPicture';
import { CostsByLine } from './costsByLine';
import type { Fold } from './foldedBlocks';
import { pictureOf } from './headingLine';
import type { LinesWhileEditing } from './linesWhileEditing';
import type { Doubt } from './mismatchMessage';
import { type RemovedLine, type RemovedLines, removedLines } from './removedLines';
import type { JudgedPlace } from './removedSinceBaseline';
import type { SourceMismatch } from './sourceMismatch';

/** What is drawn of a document's costs, in its current text. */
export class DocumentPictures {
  private readonly byLine = new WeakMap<DocumentCosts, { capturedLines: readonly string[]; byLine: CostsByLine }>();

  constructor(
    private readonly lines: LinesWhileEditing,
    private readonly styles: ColumnStyles,
    private readonly mismatch: SourceMismatch,
    private readonly blockCosts: BlockCosts,
  ) {}

  /**
   * undefined if there is nothing to draw.
   * @param redraw called when the costs of removed lines together are known
   */
  pictureOf(document: vscode.TextDocument, of: DocumentCosts, redraw: () => void): CostPicture | undefined {
    const { active, costs, baselineRemoved, faded, functions, setup, judgements, firmLines, background, samples } = of;
    if (!costs) return undefined;
    const { capture, baseline, profile: { summary }, sampleType } = active;
    const changes = this.changesOf(document);
    const now = Date.now();
    const head = comparisonSentence(active) || resultHead(active);
    return pictureOf({
      style: this.styles.styleOf(document),
      costs,
      byLine: this.costsByLine(document, of, costs),
      map: this.lines.of(document).map,
      baselineRemoved,
      removedJudgements: judgements?.removed,
      head: forTitle([head, samples, background].filter(Boolean).join(' · ')),
      since: forTitle([measuredText(capture, now), sinceText(changes)].filter(Boolean).join(' · ')),
      // In a comparison, the figures of these lines are differences.
      removed: baseline ? [] : this.removedTogether(document, of, changes, redraw),
      form: formOf(active),
      isCpuPerOperation: isCpuPerOperation({ type: summary.sampleTypes[sampleType].type, unit: costs.unit }),
      faded: judgements?.noise ?? faded,
      moved: judgements?.moved,
      judgements,
      setup,
      functions,
      firmLines,
      isGrowthUnjudged: baseline?.shares === 'offered',
      baseline: baseline && forTitle(baselineName(baseline.capture, capture, now)),
      mayBeOff: this.doubtOf(document, active) !== undefined,
    }, (line) => document.lineAt(line - 1).text);
  }

  /** What the visible lines of folds cost together with the folded ones. */
  foldedOf(
    document: vscode.TextDocument,
    folds: readonly Fold[],
    { active, costs, files }: DocumentCosts,
    redraw: () => void,
  ): CostPicture['folded'] {
    if (folds.length === 0 || !costs || !files) return undefined;
    return this.blockCosts.ofFolds(folds, { active, costs, files, map: this.lines.of(document).map }, redraw);
  }

  costsByLine(document: vscode.TextDocument, of: DocumentCosts, costs: FileCosts): CostsByLine {
    const { capturedLines } = this.lines.of(document);
    const made = this.byLine.get(of);
    if (made?.capturedLines === capturedLines) return made.byLine;
    const byLine = new CostsByLine(costs, capturedLines);
    this.byLine.set(of, { capturedLines, byLine });
    return byLine;
  }

  changesOf(document: vscode.TextDocument): TextChanges {
    const { capturedLines, map } = this.lines.of(document);
    return textChanges(map, capturedLines, document.lineCount, (line) => document.lineAt(line - 1).text);
  }

  doubtOf(document: vscode.TextDocument, { capture }: Active): Doubt | undefined {
    return this.mismatch.doubtOf(capture, pathOf(document.uri), this.lines.of(document).capturedLines);
  }

  /** Lines with costs that were removed directly below a line (1-based) since the capture. */
  removedBelow(document: vscode.TextDocument, line: number, of: DocumentCosts | undefined): readonly RemovedLine[] {
    if (!of?.costs) return [];
    const { capturedLines } = this.lines.of(document);
    const removed = this.removedIn(document, of, this.changesOf(document));
    const here = removed.find(({ lineAbove }) => lineAbove === line);
    const { unit, weight } = of.costs;
    return here?.costs.map((cost) => ({ ...cost, unit, weight, text: capturedLines[cost.captured - 1] ?? '' })) ?? [];
  }

  /** The places with lines removed since the baseline whose note is on this line (1-based). */
  baselinePlacesBelow(document: vscode.TextDocument, line: number, of: DocumentCosts): JudgedPlace[] {
    const { baselineRemoved = [], judgements } = of;
    const { map } = this.lines.of(document);
    const here = [...baselineRemoved].filter(([above]) => map.nearestCurrent(Math.max(1, above)) === line);
    return here.map(([above, cum]) => ({ above, cum, judgement: judgements?.removed.get(above) }));
  }

  /** Removed lines, with their cost together once it is known. */
  private removedTogether(
    document: vscode.TextDocument,
    of: DocumentCosts,
    changes: TextChanges,
    redraw: () => void,
  ): RemovedLines[] {
    const removed = this.removedIn(document, of, changes);
    const { active, costs, files } = of;
    const blocks = removed.flatMap(({ lineAbove, block, isAtMost }) => {
      return block && isAtMost ? [{ line: lineAbove, block }] : [];
    });
    if (blocks.length === 0 || !costs || !files) return removed;
    const together = this.blockCosts.of(blocks, { active, costs, files }, redraw);
    return removed.map((place) => {
      const cost = together.get(place.lineAbove);
      return cost ? { ...place, cum: cost.cum, isAtMost: false } : place;
    });
  }

  private removedIn(document: vscode.TextDocument, of: DocumentCosts, { removed }: TextChanges): RemovedLines[] {
    if (!of.costs) return [];
    const byLine = this.costsByLine(document, of, of.costs);
    return removedLines(removed, byLine, this.lines.of(document).map, of.costs.total);
  }
}
