import { blockCosts, type BlockQuestion } from '../profile/lines/blockCosts';
import { type Changes, changesInSteps } from '../profile/changes';
import { blockVerdicts } from '../profile/changes/blockVerdicts';
import { type ChargedLines, chargedFigures, chargedLinesInSteps, includedFiles } from '../profile/lines/chargedLines';
import { frameSource } from '../profile/flame/flameWindow';
import { framesOf } from '../profile/lines/frames';
import { functionSource, type FunctionToFind } from '../profile/lines/functionSource';
import { type FunctionCosts, functionCostsInSteps } from '../profile/table/functionCosts';
import { type LabelKeySums, labelSums, labelTotals } from '../profile/labels/labelTotals';
import { hotLines } from '../profile/lines/hotLines';
import { type LineCosts, lineCostsInSteps } from '../profile/lines/lineCosts';
import { type LineSamples, lineSamplesInSteps } from '../profile/lines/lineSamples';
import { loopRows } from '../profile/lines/benchmarkOwnLines';
import type { Profile } from '../profile/model';
import type { Refinement } from '../profile/answers/refinement';
import { profileTotal } from '../profile/sums/profileTotal';
import type { FileChanges } from '../profile/answers/changes';
import type { BlockCost, FileCosts, FileSamples, HotLines, HotLineView } from '../profile/answers/lines';
import { pairsOf } from '../profile/sums/columnPairs';
import { builtStackTrie, forgetStackTrie } from '../profile/flame/stackTrie';
import type { Steps } from '../profile/common/guard';
import { columnBytes } from './columnBytes';
import { FlameTrees } from './flameTrees';
import { FlameWindows } from './flameWindows';
import { graphReport, type ReportWithDot } from './graphReport';
import { Prepared } from './preparedReport';
import type { GraphParams, ProfileSummary } from './queries';
import { hasOtherFigures, Tables } from './reportTables';
import type { FlameTree, FlameView, FlameWindow, FrameSource } from '../profile/answers/flame';
import type { LabelTotals, LabelView } from '../profile/answers/labels';

/**
 * One profile with the reports made from it so far. Each report is made by the first query that needs it, or earlier,
 * while the worker is idle: see `prepare`.
 */
export class LoadedReports {
  private readonly pairs: ReturnType<typeof pairsOf>;
  /** By sample type. */
  private readonly lineCosts: readonly PreparedPart<LineCosts>[];
  private readonly functionCosts: readonly PreparedPart<FunctionCosts>[];
  /** The last call graph. */
  private graph: { readonly key: string; readonly graph: ReportWithDot } | undefined;
  /** Cached, because every keystroke in a search needs it. */
  private labelSums: { readonly sampleType: number; readonly sums: readonly LabelKeySums[] } | undefined;
  private readonly trees: FlameTrees;
  private readonly flameWindows: FlameWindows;
  /** The tables of Top and Peek. */
  readonly tables: Tables;

  /** By sample type: line costs with the refinement's `mean`, `drop_negative` and `divide_by` applied. */
  private readonly figures: LineCosts[] = [];
  /** By sample type: see fileSamples. */
  private readonly lineSamples: readonly Prepared<LineSamples | undefined>[];
  /** By sample type: see fileChanges. */
  private readonly changes: readonly Prepared<Changes | undefined>[];

  /**
   * @param unmatched fields of the refinement that matched nothing
   * @param refinement the refinement that made the profile; determines the figures of lines
   */
  constructor(
    readonly profile: Profile,
    readonly unmatched: readonly (keyof Refinement)[] = [],
    readonly refinement: Refinement = {},
  ) {
    this.pairs = pairsOf(profile.values);
    this.lineCosts = byPair(this.pairs, (sampleTypes) => lineCostsInSteps(profile, sampleTypes));
    this.lineSamples = profile.sampleTypes.map((_, type) => new Prepared(() => lineSamplesInSteps(profile, type)));
    this.changes = profile.sampleTypes.map((_, type) => new Prepared(() => this.changesInSteps(type)));
    const changes = (sampleType: number) => this.changes[sampleType].inSteps();
    this.trees = new FlameTrees(profile, this.pairs, changes);
    this.flameWindows = new FlameWindows(this.trees);
    this.functionCosts = byPair(this.pairs, (sampleTypes) => functionCostsInSteps(profile, sampleTypes));
    this.tables = new Tables(profile, (sampleType) => inSteps(this.functionCosts, sampleType), changes);
  }

  /** Makes the default sample type's line costs, which every view needs first. Then the profile counts as loaded. */
  async loaded(signal: AbortSignal): Promise<void> {
    await ready(this.lineCosts, this.profile.defaultSampleType, signal);
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
      this.lineCosts[defaultSampleType].prepared,
      this.functionCosts[defaultSampleType].prepared,
      this.tables.likelyNext(defaultSampleType),
      this.trees.lastUsed ?? this.trees.callTree(defaultSampleType, {}),
      ...this.flameWindows.likely,
      ...this.lineCosts.map(({ prepared }) => prepared),
      ...this.functionCosts.map(({ prepared }) => prepared),
    ];
    const next = candidates.find(({ isReady, hasFailed }) => !isReady && !hasFailed);
    next?.advance();
    return next !== undefined;
  }

  summary(): Omit<ProfileSummary, 'id'> {
    const { sampleTypes, defaultSampleType, sampleCount, functions, timeNanos, durationNanos, comments } = this.profile;
    const totals = sampleTypes.map((_, sampleType) => profileTotal(this.profile, sampleType));
    const functionCount = functions.count;
    return { sampleTypes, defaultSampleType, totals, sampleCount, functionCount, timeNanos, durationNanos, comments };
  }

  async fileCosts(sampleType: number, files: readonly string[], signal: AbortSignal): Promise<FileCosts[]> {
    return (await this.linesOf(sampleType, signal)).costsOfFiles(files);
  }

  async blockCosts(question: BlockQuestion, signal: AbortSignal): Promise<BlockCost[]> {
    const costs = blockCosts(this.profile, question, this.refinement);
    const changes = await this.changes[question.sampleType].ready(signal);
    const verdicts = changes && blockVerdicts(this.profile, question, changes);
    return costs.map((cost, block) => ({ ...cost, ...(verdicts && { verdict: verdicts[block] }) }));
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

  /** undefined if the profile is not a difference of costs per operation, or its figures are not plain sums. */
  private *changesInSteps(sampleType: number): Steps<Changes | undefined> {
    const { profile, refinement } = this;
    if (!profile.difference || hasOtherFigures(refinement)) return undefined;
    return yield* changesInSteps(profile, sampleType);
  }

  async hotLines(sampleType: number, view: HotLineView, signal: AbortSignal): Promise<HotLines> {
    const costs = await this.linesOf(sampleType, signal);
    const { profile } = this;
    const isIncluded = includedFiles(profile, view.files);
    const isUncharged = includedFiles(profile, view.removedFrom ?? []);
    const charged = await this.charged(sampleType, { isIncluded, isUncharged }, signal);
    const excludedRows = view.loops && loopRows(framesOf(profile), view.loops, charged.samples);
    const lines = hotLines(costs, view, charged, isIncluded, excludedRows);
    const samplesInFiles = charged.samples.reduce((sum, count) => sum + count, 0);
    return { total: costs.total, lines, samplesInFiles, samplesElsewhere: charged.samplesElsewhere };
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

  private async linesOf(sampleType: number, signal: AbortSignal): Promise<LineCosts> {
    const costs = await ready(this.lineCosts, sampleType, signal);
    const { mean: isMean, drop_negative: dropNegative = false, divide_by: divideBy = 1 } = this.refinement;
    if (!isMean && !dropNegative) return costs;
    const mean = isMean ? await ready(this.lineCosts, 0, signal) : undefined;
    return (this.figures[sampleType] ??= costs.presented({ mean, dropNegative, divideBy }));
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

  callGraph(sampleType: number, params: GraphParams): ReportWithDot {
    const key = JSON.stringify([sampleType, params]);
    if (this.graph?.key !== key) this.graph = { key, graph: graphReport(this.profile, sampleType, params, true) };
    return this.graph.graph;
  }

  async functionSource(
    sampleType: number,
    sought: FunctionToFind,
    signal: AbortSignal,
  ): Promise<FrameSource | undefined> {
    return functionSource(this.profile, await ready(this.lineCosts, sampleType, signal), sought);
  }
}

/** A report that is made for one or two sample types at once, and the index of one sample type in it. */
interface PreparedPart<T> {
  readonly prepared: Prepared<readonly T[]>;
  readonly at: number;
}

function byPair<T>(
  pairs: ReturnType<typeof pairsOf>,
  begin: (sampleTypes: readonly number[]) => Steps<readonly T[]>,
): readonly PreparedPart<T>[] {
  return pairs.flatMap((pair) => {
    const prepared = new Prepared(() => begin(pair.filter((sampleType) => sampleType !== undefined)));
    return pair.map((_, at) => ({ prepared, at }));
  });
}

async function ready<T>(parts: readonly PreparedPart<T>[], sampleType: number, signal: AbortSignal): Promise<T> {
  const { prepared, at } = parts[sampleType];
  return (await prepared.ready(signal))[at];
}

function* inSteps<T>(parts: readonly PreparedPart<T>[], sampleType: number): Steps<T> {
  const { prepared, at } = parts[sampleType];
  return (yield* prepared.inSteps())[at];
}
