import { type CallShape, callShapeInSteps } from '../profile/callShape';
import { type CallTree, callTreeInSteps } from '../profile/callTree';
import { filesNamed, filesOf } from '../profile/files';
import { flameWindow, frameSource } from '../profile/flameWindow';
import { type FunctionCosts, functionCostsInSteps, topFunctions } from '../profile/functionCosts';
import { type LineCosts, lineCostsInSteps } from '../profile/lineCosts';
import { lineDetail } from '../profile/lineDetail';
import type { Profile } from '../profile/model';
import { profileTotal } from '../profile/profileTotal';
import type { FileCosts, FlameView, FlameWindow, FrameSource, FunctionCost, HotLine, LineDetail } from '../profile/reports';
import { pairsOf } from '../profile/stackSums';
import { builtStackTrie, forgetStackTrie } from '../profile/stackTrie';
import type { Steps } from '../profile/steps';
import { columnBytes } from './columnBytes';
import { Prepared } from './prepared';
import type { ProfileSummary } from './queries';

/**
 * One profile with the reports made of it so far. Each is made when first asked for, or ahead of that while nobody asks
 * anything: see `prepare`.
 */
export class LoadedReports {
  private readonly pairs: ReturnType<typeof pairsOf>;
  /** By sample type. */
  private readonly lineCosts: readonly PreparedPart<LineCosts>[];
  private readonly functionCosts: readonly PreparedPart<FunctionCosts>[];
  /** By sample type and order. */
  private readonly tops = new Map<string, readonly FunctionCost[]>();
  /** The one that was asked for last. */
  private window: { readonly key: string; readonly window: FlameWindow } | undefined;
  private shape: Keyed<CallShape> | undefined;
  private tree: Keyed<CallTree> | undefined;

  constructor(private readonly profile: Profile) {
    this.pairs = pairsOf(profile.values);
    this.lineCosts = byPair(this.pairs, (sampleTypes) => lineCostsInSteps(profile, sampleTypes));
    this.functionCosts = byPair(this.pairs, (sampleTypes) => functionCostsInSteps(profile, sampleTypes));
  }

  /** What every face asks for first; part of loading. */
  async loaded(signal: AbortSignal): Promise<void> {
    await ready(this.lineCosts, this.profile.defaultSampleType, signal);
  }

  /** Bytes of the columns of all reports that are large. */
  get bytes(): number {
    const columns = [builtStackTrie(this.profile), this.shape?.prepared.value, this.tree?.prepared.value];
    return columns.reduce((sum, each) => sum + columnBytes(each), 0);
  }

  /** Lets go what is large, and is soon made again. */
  slim(): void {
    this.shape = undefined;
    this.tree = undefined;
    forgetStackTrie(this.profile);
  }

  /**
   * Takes a step towards what is likely to be asked next, the likeliest first.
   * @returns whether anything is left to do
   */
  prepare(): boolean {
    const { defaultSampleType } = this.profile;
    const ahead = [
      this.lineCosts[defaultSampleType]!.prepared,
      this.functionCosts[defaultSampleType]!.prepared,
      this.tree?.prepared ?? this.callTree(defaultSampleType, undefined),
      ...this.lineCosts.map(({ prepared }) => prepared),
      ...this.functionCosts.map(({ prepared }) => prepared),
    ];
    const next = ahead.find(({ isReady, hasFailed }) => !isReady && !hasFailed);
    next?.advance();
    return next !== undefined;
  }

  summary(): Omit<ProfileSummary, 'id'> {
    const { sampleTypes, defaultSampleType, sampleCount, functions, timeNanos, durationNanos } = this.profile;
    const totals = sampleTypes.map((_, sampleType) => profileTotal(this.profile, sampleType));
    const functionCount = functions.count;
    return { sampleTypes, defaultSampleType, totals, sampleCount, functionCount, timeNanos, durationNanos };
  }

  files(): readonly string[] {
    return filesOf(this.profile);
  }

  filesNamed(basename: string): readonly string[] {
    return filesNamed(this.profile, basename);
  }

  async fileCosts(sampleType: number, files: readonly string[], signal: AbortSignal): Promise<FileCosts[]> {
    const costs = await ready(this.lineCosts, sampleType, signal);
    return files.map((file) => costs.fileCosts(file));
  }

  async hotLines(
    sampleType: number,
    { order, limit }: { readonly order: 'flat' | 'cum'; readonly limit: number },
    signal: AbortSignal,
  ): Promise<HotLine[]> {
    return (await ready(this.lineCosts, sampleType, signal)).hottest(order, limit);
  }

  lineDetail(line: { sampleType: number; file: string; line: number; limit: number }): LineDetail | undefined {
    return lineDetail(this.profile, line);
  }

  async flame(sampleType: number, view: FlameView, signal: AbortSignal): Promise<FlameWindow> {
    const key = JSON.stringify([sampleType, view]);
    if (this.window?.key === key) return this.window.window;
    const window = flameWindow(await this.callTree(sampleType, view.from).ready(signal), view);
    this.window = { key, window };
    return window;
  }

  async frameSource(
    sampleType: number,
    { from, frame }: { readonly from?: FlameView['from']; readonly frame: number },
    signal: AbortSignal,
  ): Promise<FrameSource | undefined> {
    return frameSource(await this.callTree(sampleType, from).ready(signal), frame);
  }

  async top(
    sampleType: number,
    order: { readonly order: 'flat' | 'cum'; readonly limit: number },
    signal: AbortSignal,
  ): Promise<readonly FunctionCost[]> {
    const key = JSON.stringify([sampleType, order]);
    const rows = this.tops.get(key) ?? topFunctions(await ready(this.functionCosts, sampleType, signal), order);
    this.tops.set(key, rows);
    return rows;
  }

  /** A tree of a large profile is large: the one in view is kept. */
  private callTree(sampleType: number, from: FlameView['from']): Prepared<CallTree> {
    const shape = this.callShape(sampleType, from);
    const begin = function* (profile: Profile): Steps<CallTree> {
      return yield* callTreeInSteps(profile, sampleType, yield* shape.inSteps());
    };
    this.tree = kept(this.tree, JSON.stringify([sampleType, from]), () => begin(this.profile));
    return this.tree.prepared;
  }

  /** Sample types that make a pair share it. */
  private callShape(sampleType: number, from: FlameView['from']): Prepared<CallShape> {
    const [first] = this.pairs.find((pair) => pair.includes(sampleType))!;
    this.shape = kept(this.shape, JSON.stringify([first, from]), () => callShapeInSteps(this.profile, first, { from }));
    return this.shape.prepared;
  }
}

interface Keyed<T> {
  readonly key: string;
  readonly prepared: Prepared<T>;
}

function kept<T>(last: Keyed<T> | undefined, key: string, begin: () => Steps<T>): Keyed<T> {
  return last?.key === key ? last : { key, prepared: new Prepared(begin) };
}

/** A sample type's place in a report that is made for two of them at once. */
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
  const { prepared, at } = parts[sampleType]!;
  return (await prepared.ready(signal))[at]!;
}
