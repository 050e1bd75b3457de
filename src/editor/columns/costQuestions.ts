import type * as vscode from 'vscode';
import { isBaselineFailure } from '../../engine/failures';
import type { QueryEngine } from '../../engine/client';
import type { QueryAnswer } from '../../engine/queries';
import { FIRM_CHANGE } from '../../profile/answers/changes';
import type { FileCosts } from '../../profile/answers/lines';
import { ignored } from '../../profile/common/ignored';
import type { FirmLines } from '../../profile/text/judgementWords';
import { isPerOperation } from '../../profile/text/relativeUnits';
import { backgroundHeading } from '../../captures/backgroundWords';
import { askHottestCertainty } from '../../captures/hottestCertainty';
import { samplesText } from '../../captures/samplesText';
import { type Active, type Deriver, formOf, shownUnit } from '../../captures/session';
import type { CostFailures } from './costFailures';
import type { CostPicture } from './costPicture';
import { mergeCosts, noCosts, withFunctionsOf } from './costsByLine';
import { type LinesByFigure, fadedLines } from './fadedLines';
import { type FunctionHeading, functionHeadings } from './functionHeadings';
import type { LineJudgements } from './lineJudgements';

/** Finds the file names that a document has in the profile. */
export type FindProfileFiles = (active: Active, document: vscode.TextDocument) => Promise<readonly string[]>;

/** The costs of a document. What the first drawing does not need is added when it is found. */
export interface DocumentCosts {
  readonly active: Active;
  /** undefined if the document is not in the profile, or the engine could not answer. */
  readonly costs: FileCosts | undefined;
  /** The cost of removed lines of the baseline, by the captured line before them. */
  readonly baselineRemoved?: CostPicture['baselineRemoved'];
  /** The document's names in the profile. */
  readonly files?: readonly string[];
  faded?: LinesByFigure;
  setup?: ReadonlyMap<number, string>;
  functions?: readonly FunctionHeading[] | undefined;
  judgements?: LineJudgements;
  firmLines?: FirmLines;
  /** What background work costs, for the heading; empty if that is little. */
  background?: string;
  /** How sure the profile is, for the heading: see samplesText. */
  samples?: string;
}

/** What to find for a document that is drawn already. */
interface Later {
  readonly signal: AbortSignal;
  readonly capturedLines: () => readonly string[];
  /** Draws what was found so far. */
  readonly redraw: () => void;
}

/** The questions to the engine about the costs of a document. */
export class CostQuestions {
  constructor(
    private readonly engine: QueryEngine & Deriver,
    private readonly findFiles: FindProfileFiles,
    private readonly failures: CostFailures<Active>,
  ) {}

  /**
   * What the first drawing needs.
   * @param before the costs that the document has now. If only the sample type is another one, functions with these
   * keep their columns, so that the code does not move when the user chooses a sample type without samples in them
   */
  async ask(active: Active, document: vscode.TextDocument, before: DocumentCosts | undefined): Promise<DocumentCosts> {
    const { queryId: profile, sampleType } = active;
    const earlier = before && viewOf(before.active) === viewOf(active) ? before.costs : undefined;
    try {
      const files = await this.findFiles(active, document);
      if (files.length === 0) {
        const { unit } = active.profile.summary.sampleTypes[sampleType];
        return { active, costs: earlier && withFunctionsOf(earlier, noCosts(earlier.file, unit)) };
      }
      const asked = mergeCosts(await this.engine.ask('fileCosts', { profile, sampleType, files }));
      const costs = earlier ? withFunctionsOf(earlier, asked) : asked;
      // Without a baseline, the columns do not wait for code that only comparisons need.
      const baselineRemoved = active.baseline && (await this.baselineRemoved(active, files));
      return { ...(await laterOf(before, active, costs)), active, costs, files, baselineRemoved };
    } catch (error) {
      // Baselines warns when profiles cannot be compared.
      if (!isBaselineFailure(error)) this.failures.report(active, error);
      return { active, costs: undefined };
    }
  }

  /** Adds what the first drawing does not need. */
  async addLater(to: DocumentCosts, later: Later): Promise<void> {
    const few = to.active.baseline ? this.addJudgements(to, later) : this.addFew(to, later);
    const heading = [this.addBackground(to, later), this.addSamples(to, later)];
    await Promise.all([few, addSetup(to), this.addFunctions(to, later), ...heading]);
  }

  /** The costs without a comparison. */
  asCaptured({ profile, sampleType }: Active, file: string): Promise<FileCosts | undefined> {
    const question = { profile: profile.summary.id, sampleType, files: [file] };
    return this.engine.ask('fileCosts', question).then(mergeCosts, ignored('a file has no costs'));
  }

  private async baselineRemoved(active: Active, files: readonly string[]): Promise<Map<number, number>> {
    const removed = new Map<number, number>();
    const { removedPlaces } = await import('../../captures/removedFromBaseline');
    for (const { above, cum } of await removedPlaces(this.engine, active, files)) {
      removed.set(above, (removed.get(above) ?? 0) + cum);
    }
    return removed;
  }

  /** The figures to fade; slow for a large profile. */
  private async addFew(to: DocumentCosts, { signal }: Later): Promise<void> {
    const samples = await this.askLater('fileSamples', to, signal);
    if (samples) to.faded = fadedLines(samples);
  }

  /** Which changes are noise, firm or moved; drawn before a query over all files is answered. */
  private async addJudgements(to: DocumentCosts, later: Later): Promise<void> {
    const { redraw, signal } = later;
    const changes = await this.askLater('fileChanges', to, signal);
    if (!changes) {
      if (!signal.aborted) for (const earlier of ['judgements', 'firmLines'] as const) delete to[earlier];
      return this.addFew(to, later);
    }
    to.judgements = (await import('./lineJudgements')).lineJudgements(changes);
    const count = to.judgements.firmLines;
    const removed = [...to.judgements.removed.values()].some(({ judgement }) => judgement === FIRM_CHANGE);
    if (count > 0 || removed) {
      to.firmLines = { count, removed };
      return;
    }
    if (to.firmLines && (to.firmLines.count > 0 || to.firmLines.removed)) delete to.firmLines;
    redraw();
    const none = await (await import('../../captures/firmLines')).withoutFirmLine(this.engine, to.active, signal);
    if (!signal.aborted) to.firmLines = { ...none, calling: to.judgements.callingLines };
  }

  /** The functions to judge as a whole, in a comparison. */
  private async addFunctions(to: DocumentCosts, { capturedLines, signal }: Later): Promise<void> {
    const { active, files } = to;
    if (!active.baseline || !files) return;
    const of = { files, lines: capturedLines() };
    const asking = functionHeadings(this.engine, active, of, signal);
    const functions = await asking.catch(ignored('functions have no headings'));
    if (!signal.aborted) to.functions = functions;
  }

  /** The cost that is at no line. */
  private async addBackground(to: DocumentCosts, { signal }: Later): Promise<void> {
    const { active, costs } = to;
    if (!costs) return;
    const { queryId: profile, sampleType } = active;
    const asking = this.engine.ask('backgroundWork', { profile, sampleType }, signal);
    const work = await asking.catch(ignored('background work is not in the heading'));
    if (signal.aborted) return;
    to.background = work && backgroundHeading(active, work);
  }

  /** A comparison says instead which changes are firm. */
  private async addSamples(to: DocumentCosts, { signal }: Later): Promise<void> {
    const { active, costs } = to;
    const { queryId: id, sampleType, profile, capture, baseline } = active;
    if (!costs || baseline) return;
    const asking = askHottestCertainty(this.engine, profile, capture, { id, sampleType }, signal);
    const certainty = await asking.catch(ignored('the number of samples is not in the heading'));
    if (signal.aborted) return;
    to.samples = certainty && samplesText(certainty);
  }

  private async askLater<Q extends 'fileSamples' | 'fileChanges'>(
    query: Q,
    { active: { queryId: profile, sampleType }, files }: DocumentCosts,
    signal: AbortSignal,
  ): Promise<QueryAnswer<Q> | undefined> {
    if (!files) return undefined;
    const asking = this.engine.ask(query, { profile, sampleType, files }, signal);
    return asking.catch(ignored('costs have no marks of few samples and changes'));
  }
}

/**
 * What was found for the same document before, as in an earlier round of the profile or before another profile of the
 * capture was replaced, so that it is drawn until the same is found again.
 */
async function laterOf(
  before: DocumentCosts | undefined,
  active: Active,
  costs: FileCosts | undefined,
): Promise<Partial<DocumentCosts>> {
  if (!before || before.costs?.unit !== shownUnit(active) || figuresOf(before.active) !== figuresOf(active)) return {};
  const { faded, setup, functions, judgements, firmLines, background, samples } = before;
  const judged = judgements && costs && (await import('./lineJudgements')).untilJudged(judgements, costs);
  const later = { faded, setup, functions, judgements: judged, firmLines, background, samples };
  return Object.fromEntries(Object.entries(later).filter(([, found]) => found !== undefined));
}

/** Which figures of a capture are shown. Those of a later round are others, but equal in this. */
function figuresOf(active: Active): string {
  const { profile: { label }, sampleType, baseline } = active;
  return JSON.stringify([viewOf(active), label, sampleType, formOf(active), baseline?.mode, baseline?.normalize]);
}

function viewOf({ capture, baseline, refinement }: Active): string {
  return JSON.stringify([capture.id, baseline?.capture.id, refinement]);
}

/** The notes on setup, of which costs per operation would otherwise look like those of the operation. */
async function addSetup(to: DocumentCosts): Promise<void> {
  const { costs, active: { capture: { setup } } } = to;
  if (!setup || !costs || !isPerOperation(costs.unit)) return;
  to.setup = (await import('./setupNotes')).setupNotes(setup, costs);
}
