import type { FileCosts } from '../profile/answers/lines';
import type { Refinement } from '../profile/answers/refinement';
import { type LineCosts, lineCostsInSteps } from '../profile/lines/lineCosts';
import type { Profile } from '../profile/model';
import { pairsOf } from '../profile/sums/notedColumns';
import { profileTotal } from '../profile/sums/profileTotal';
import { stacklessSums } from '../profile/sums/stacklessSums';
import { sampleWeight } from '../profile/sums/sampleWeight';
import { sumsOf } from '../profile/refine/scaleValues';
import { isOverInterval } from '../profile/text/intervalText';
import { byPair, type Prepared, type PreparedPart } from './preparedReport';
import type { ProfileSummary, QueryAnswer, QueryName, QueryParams } from './queries';
import { filesNamed, filesOf } from '../profile/lines/frames';

export interface MadeProfile {
  readonly profile: Profile;
  /** Fields of the refinement that matched nothing. */
  readonly unmatched?: readonly (keyof Refinement)[];
  /** The refinement that made the profile; it determines the figures of lines. */
  readonly refinement?: Refinement;
}

/**
 * The costs of the lines of one profile, which every view needs first. The other reports are in LoadedReports, whose
 * code is loaded later.
 */
export class LineReports {
  readonly profile: Profile;
  readonly unmatched: readonly (keyof Refinement)[];
  readonly refinement: Refinement;
  readonly pairs: ReturnType<typeof pairsOf>;
  /** By sample type. */
  private readonly costs: readonly PreparedPart<LineCosts>[];
  /** By sample type: costs with the refinement's `mean`, `drop_negative` and `divide_by` applied. */
  private readonly figures: LineCosts[] = [];

  constructor({ profile, unmatched = [], refinement = {} }: MadeProfile) {
    this.profile = profile;
    this.unmatched = unmatched;
    this.refinement = refinement;
    this.pairs = pairsOf(profile.values);
    this.costs = byPair(this.pairs, (sampleTypes) => lineCostsInSteps(profile, sampleTypes));
  }

  /** Makes the default sample type's costs. Then the profile counts as loaded. */
  async loaded(signal: AbortSignal): Promise<void> {
    await this.lineCosts(this.profile.defaultSampleType, signal);
  }

  /** By sample type. */
  get prepared(): readonly Prepared<readonly LineCosts[]>[] {
    return this.costs.map(({ prepared }) => prepared);
  }

  summary(): Omit<ProfileSummary, 'id'> {
    const { sampleTypes, defaultSampleType, sampleCount, functions } = this.profile;
    const { timeNanos, durationNanos, period, comments } = this.profile;
    const totals = sampleTypes.map((_, sampleType) => profileTotal(this.profile, sampleType));
    const weights = sampleTypes.map((_, sampleType) => this.weightOf(sampleType));
    const functionCount = functions.count;
    const sums = isOverInterval(this.profile) ? { sums: sumsOf(this.profile) } : {};
    const stackless = stacklessSums(this.profile);
    const counts = { totals, ...sums, weights, ...(stackless && { stackless }), sampleCount, functionCount };
    return { sampleTypes, defaultSampleType, ...counts, timeNanos, durationNanos, period, comments };
  }

  /** The sums of the samples, without regard to the refinement's options for figures. */
  async lineCosts(sampleType: number, signal: AbortSignal): Promise<LineCosts> {
    const { prepared, at } = this.costs[sampleType];
    return (await prepared.ready(signal))[at];
  }

  /** The costs as they are shown. */
  async shownCosts(sampleType: number, signal: AbortSignal): Promise<LineCosts> {
    const costs = await this.lineCosts(sampleType, signal);
    const { mean: isMean, drop_negative: dropNegative = false, divide_by: divideBy = 1 } = this.refinement;
    if (!isMean && !dropNegative) return costs;
    const mean = isMean ? await this.lineCosts(0, signal) : undefined;
    return (this.figures[sampleType] ??= costs.presented({ mean, dropNegative, divideBy }));
  }

  async fileCosts(sampleType: number, files: readonly string[], signal: AbortSignal): Promise<FileCosts[]> {
    const weight = this.weightOf(sampleType);
    const costs = (await this.shownCosts(sampleType, signal)).costsOfFiles(files);
    return weight === undefined ? costs : costs.map((each) => ({ ...each, weight }));
  }

  /** The value of one sample; undefined if the figures are means or divided, too. */
  weightOf(sampleType: number): number | undefined {
    const { mean: isMean, divide_by: divideBy = 1 } = this.refinement;
    return isMean || divideBy !== 1 ? undefined : sampleWeight(this.profile, sampleType);
  }
}

/** Queries that the first costs of a profile need. */
export type LineQuery = 'summary' | 'filesNamed' | 'files' | 'fileCosts';

export type Answer<N extends QueryName> = QueryAnswer<N> | Promise<QueryAnswer<N>>;

/** By query, the function that answers it. Throws ProfileError, MemoryError, EngineError or an AbortError. */
export const lineAnswers: {
  readonly [N in LineQuery]: (reports: LineReports, params: QueryParams<N>, signal: AbortSignal) => Answer<N>;
} = {
  summary: (reports, { profile }) => ({ id: profile, ...reports.summary(), unmatched: reports.unmatched }),
  filesNamed: ({ profile }, { basename }) => evenlySpread(filesNamed(profile, basename)),
  files: ({ profile }) => evenlySpread(filesOf(profile)),
  fileCosts: (reports, { sampleType, files }, signal) => reports.fileCosts(sampleType, files, signal),
};

/** The maximum number of names in one answer; a million would freeze a tab. */
export const MAX_NAMES = 20_000;

/** All names, or MAX_NAMES evenly spread ones if there are more. */
function evenlySpread(names: readonly string[]): readonly string[] {
  if (names.length <= MAX_NAMES) return names;
  return Array.from({ length: MAX_NAMES }, (_, at) => names[Math.floor((at * names.length) / MAX_NAMES)]);
}
