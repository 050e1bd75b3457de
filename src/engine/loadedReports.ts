import { blockCosts, type BlockQuestion } from '../profile/lines/blockCosts';
import { type Changes, changesInSteps } from '../profile/changes/changes';
import { backgroundWork } from '../profile/changes/backgroundWork';
import { blockJudgements, functionChanges, type FunctionsQuestion } from '../profile/changes/wholeChanges';
import { chargedFigures, type ChargedLines, chargedLinesInSteps, includedFiles } from '../profile/lines/chargedLines';
import { fileCharges } from '../profile/lines/fileCharges';
import { frameSource } from '../profile/flame/flameWindow';
import { framesOf } from '../profile/lines/frames';
import { functionSource, type FunctionToFind } from '../profile/lines/functionSource';
import { type FunctionCosts, functionCostsInSteps } from '../profile/table/nodeCosts';
import { type LabelKeySums, labelSums, labelTotals } from '../profile/labels/labelTotals';
import { hotLines, loopRows } from '../profile/lines/hotLines';
import { hottestCertaintyInSteps } from '../profile/lines/hottestCertainty';
import { type LineSamples, lineSamplesInSteps } from '../profile/lines/lineNoise';
import type { Profile } from '../profile/model';
import type { Refinement } from '../profile/answers/refinement';
import type { FileChanges, FunctionChange } from '../profile/answers/changes';
import type {
  BackgroundWork, BlockCost, FileCharges, FileSamples, HotLines, HotLineView, HottestCertainty,
} from '../profile/answers/lines';
import { builtStackTrie, forgetStackTrie } from '../profile/flame/stackTrie';
import type { Steps } from '../profile/common/guard';
import { Recent } from '../profile/common/recent';
import { columnBytes } from './memoryUse';
import { FlameTrees, FlameWindows } from './flameTrees';
import { graphReport, type ReportWithDot } from './graphReport';
import type { LineReports } from './lineReports';
import { byPair, Prepared, type PreparedPart } from './preparedReport';
import type { GraphParams } from './queries';
import { hasOtherFigures, Tables } from './reportTables';
import type {
  FlameTree, FlameView, FlameWindow, FrameSource, LineFrame, SourceLine, StackView,
} from '../profile/answers/flame';
import type { LabelTotals, LabelView } from '../profile/answers/labels';

/** Enough for the sample types of a profile of memory. */
const MAX_CERTAINTIES = 4;

/**
 * One profile with all reports made from it so far, other than the costs of its lines. Each report is made by the first
 * query that needs it, or earlier, while the worker is idle: see `prepare`.
 */
export class LoadedReports {
  readonly profile: Profile;
  /** The refinement that made the profile. */
  readonly refinement: Refinement;
  /** By sample type. */
  private readonly functionCosts: readonly PreparedPart<FunctionCosts>[];
  /** The last call graph. */
  private graph: { readonly key: string; readonly graph: ReportWithDot } | undefined;
  /** Cached, because every keystroke in a search needs it. */
  private labelSums: { readonly sampleType: number; readonly sums: readonly LabelKeySums[] } | undefined;
  private readonly trees: FlameTrees;
  private readonly flameWindows: FlameWindows;
  /** The tables of Top and Peek. */
  readonly tables: Tables;

  /** By sample type: see fileSamples. */
  private readonly lineSamples: readonly Prepared<LineSamples | undefined>[];
  /** Cached, because the heading of each document and the status bar ask the same. */
  private readonly certainties = new Recent<Prepared<HottestCertainty | undefined>>(MAX_CERTAINTIES);
  /** By sample type: see fileChanges. */
  private readonly changes: readonly Prepared<Changes | undefined>[];

  constructor(readonly lines: LineReports) {
    const { profile, refinement, pairs } = lines;
    this.profile = profile;
    this.refinement = refinement;
    this.lineSamples = profile.sampleTypes.map((_, type) => new Prepared(() => lineSamplesInSteps(profile, type)));
    this.changes = profile.sampleTypes.map((_, type) => new Prepared(() => this.changesInSteps(type)));
    const changes = (sampleType: number) => this.changes[sampleType].inSteps();
    this.trees = new FlameTrees(profile, pairs, changes);
    this.flameWindows = new FlameWindows(this.trees);
    this.functionCosts = byPair(pairs, (sampleTypes) => functionCostsInSteps(profile, sampleTypes));
    this.tables = new Tables(profile, (sampleType) => inSteps(this.functionCosts, sampleType), changes);
  }

  /** Bytes of the columns of all large reports. */
  get bytes(): number {
    return columnBytes(builtStackTrie(this.profile)) + this.trees.bytes + this.tables.bytes;
  }

  /** Drops large reports that are quick to make again. */
  dropLargeReports(): void {
    this.trees.clear();
    this.flameWindows.clear();
    this.tables.clear();
    this.labelSums = undefined;
    forgetStackTrie(this.profile);
  }

  /**
   * Takes one step toward the reports that are likely to be needed next, the likeliest first.
   * @returns whether a report was missing before the step
   */
  prepare(): boolean {
    const { defaultSampleType } = this.profile;
    const candidates = [
      this.lines.prepared[defaultSampleType],
      this.functionCosts[defaultSampleType].prepared,
      this.tables.likelyNext(defaultSampleType),
      this.trees.lastUsed ?? this.trees.callTree(defaultSampleType, {}),
      ...this.flameWindows.likely,
      ...this.lines.prepared,
      ...this.functionCosts.map(({ prepared }) => prepared),
    ];
    const next = candidates.find(({ isReady, hasFailed }) => !isReady && !hasFailed);
    next?.advance();
    return next !== undefined;
  }

  async blockCosts(question: BlockQuestion, signal: AbortSignal): Promise<BlockCost[]> {
    const costs = blockCosts(this.profile, question, this.refinement);
    const changes = await this.changes[question.sampleType].ready(signal);
    const judgements = changes && blockJudgements(this.profile, question, changes);
    return costs.map((cost, block) => ({ ...cost, ...(judgements && { judgement: judgements[block] }) }));
  }

  async fileSamples(
    sampleType: number,
    files: readonly string[],
    signal: AbortSignal,
  ): Promise<FileSamples[] | undefined> {
    if (hasOtherFigures(this.refinement)) return undefined;
    return (await this.lineSamples[sampleType].ready(signal))?.samplesOfFiles(files);
  }

  async fileChanges(
    sampleType: number,
    files: readonly string[],
    signal: AbortSignal,
  ): Promise<FileChanges[] | undefined> {
    return (await this.changes[sampleType].ready(signal))?.lines.ofFiles(files);
  }

  async functionChanges(question: FunctionsQuestion, signal: AbortSignal): Promise<FunctionChange[] | undefined> {
    if (hasOtherFigures(this.refinement)) return undefined;
    const changes = await this.changes[question.sampleType].ready(signal);
    return functionChanges(this.profile, question, changes);
  }

  async backgroundWork(sampleType: number, signal: AbortSignal): Promise<BackgroundWork | undefined> {
    const changes = await this.changes[sampleType].ready(signal);
    return backgroundWork(this.profile, sampleType, changes);
  }

  /** undefined if the profile is not a difference of costs per operation, or its figures are not plain sums. */
  private *changesInSteps(sampleType: number): Steps<Changes | undefined> {
    const { profile, refinement } = this;
    if (!profile.difference || hasOtherFigures(refinement)) return undefined;
    return yield* changesInSteps(profile, sampleType);
  }

  async hotLines(sampleType: number, view: HotLineView, signal: AbortSignal): Promise<HotLines> {
    const costs = await this.lines.shownCosts(sampleType, signal);
    const { profile } = this;
    const isIncluded = includedFiles(profile, view.files);
    const isUncharged = includedFiles(profile, view.removedFrom ?? []);
    const charged = await this.charged(sampleType, { isIncluded, isUncharged }, signal);
    const excludedRows = view.loops && loopRows(framesOf(profile), view.loops, charged.samples);
    const lines = hotLines(costs, view, charged, isIncluded, excludedRows);
    const samplesInFiles = charged.samples.reduce((sum, count) => sum + count, 0);
    return { total: costs.total, lines, samplesInFiles, samplesElsewhere: charged.samplesElsewhere };
  }

  async fileCharges(sampleType: number, files: readonly string[], signal: AbortSignal): Promise<FileCharges> {
    const { total } = await this.lines.shownCosts(sampleType, signal);
    const isIncluded = includedFiles(this.profile, files);
    const charged = await this.charged(sampleType, { isIncluded, isUncharged: [] }, signal);
    return { total, charged: fileCharges(framesOf(this.profile), charged, files) };
  }

  async hottestCertainty(
    sampleType: number,
    view: Pick<HotLineView, 'files' | 'loops'>,
    signal: AbortSignal,
  ): Promise<HottestCertainty | undefined> {
    if (hasOtherFigures(this.refinement)) return undefined;
    const { files, loops } = view;
    const certainty = this.certainties.findOrMake(JSON.stringify([sampleType, files, loops]), () => {
      return new Prepared(() => hottestCertaintyInSteps(this.profile, sampleType, view));
    });
    return certainty.ready(signal);
  }

  private async charged(
    sampleType: number,
    { isIncluded, isUncharged }: Readonly<Record<'isIncluded' | 'isUncharged', readonly boolean[]>>,
    signal: AbortSignal,
  ): Promise<ChargedLines> {
    const sums = (type: number) =>
      new Prepared(() => chargedLinesInSteps(this.profile, type, isIncluded, isUncharged)).ready(signal);
    const charged = await sums(sampleType);
    const { mean: isMean, drop_negative: dropNegative = false, divide_by: divideBy = 1 } = this.refinement;
    if (!isMean && !dropNegative) return charged;
    return chargedFigures(charged, { mean: isMean ? await sums(0) : undefined, dropNegative, divideBy });
  }

  labels(sampleType: number, view: LabelView): LabelTotals {
    if (this.labelSums?.sampleType !== sampleType) {
      this.labelSums = { sampleType, sums: labelSums(this.profile, this.profile.values[sampleType]) };
    }
    return labelTotals(this.profile, sampleType, this.labelSums.sums, view);
  }

  flame(sampleType: number, view: FlameView, signal: AbortSignal): Promise<FlameWindow> {
    return this.flameWindows.window(sampleType, view, signal);
  }

  async frameSource(
    sampleType: number,
    { frame, ...tree }: FlameTree & { readonly frame: number },
    signal: AbortSignal,
  ): Promise<FrameSource | undefined> {
    const callers = await this.trees.callers(sampleType, tree)?.ready(signal);
    return frameSource(await this.trees.callTree(sampleType, tree).ready(signal), frame, callers);
  }

  lineFrame(sampleType: number, line: StackView & SourceLine, signal: AbortSignal): Promise<LineFrame | undefined> {
    return this.trees.lineFrame(sampleType, line, signal);
  }

  async callGraph(sampleType: number, params: GraphParams, signal: AbortSignal): Promise<ReportWithDot> {
    const key = JSON.stringify([sampleType, params]);
    if (this.graph?.key === key) return this.graph.graph;
    const changes = await this.changes[sampleType].ready(signal);
    const graph = graphReport(this.profile, sampleType, params, true, changes);
    this.graph = { key, graph };
    return graph;
  }

  async functionSource(
    sampleType: number,
    sought: FunctionToFind,
    signal: AbortSignal,
  ): Promise<FrameSource | undefined> {
    return functionSource(this.profile, await this.lines.lineCosts(sampleType, signal), sought);
  }
}

function* inSteps<T>(parts: readonly PreparedPart<T>[], sampleType: number): Steps<T> {
  const { prepared, at } = parts[sampleType];
  return (yield* prepared.inSteps())[at];
}
