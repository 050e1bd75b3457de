import { overseen } from '../profile/work/guard';
import type { SumHelper } from '../profile/sums/sumHelper';
import type { BenchmarkQueries } from './benchmarkQueries';
import { Benchmarks } from './benchmarkComparisons';
import { derivedOrigin } from './derivedOrigin';
import { Held } from './heldProfile';
import type { LoadedReports } from './loadedReports';
import { Memory } from './memoryUse';
import { mergeFiles } from './mergeFiles';
import { Oversight } from './queryLimits';
import { pprofText } from './pprofReports';
import { reportAnswers, type ReportQuery } from './reportAnswers';
import { sourceOrigin } from './sourceOrigin';
import type {
  Derivation,
  ProfileId,
  ProfileSource,
  ProfileSummary,
  QueryAnswer,
  QueryName,
  QueryParams,
} from './queries';
import { EngineError, type WorkerProfile } from './workerMessages';

/** Answers that load, make or combine profiles; the others are in reportAnswers.ts. */
type Answers = {
  [N in Exclude<QueryName, ReportQuery | keyof BenchmarkQueries>]: (
    params: QueryParams<N>,
    signal: AbortSignal,
  ) => Promise<QueryAnswer<N>>;
};

/** Bytes of columns in memory. Past it, the least recently used profiles are unloaded. */
const BUDGET = 512 * 1024 ** 2;
/** The part of the budget for profiles that are not shown: dozens of small profiles, but none of a million samples. */
const RESTING_SHARE = 1 / 4;

/** Owns the loaded profiles and answers every query about them. */
export class Store {
  /** Least recently used first. */
  private readonly held = new Map<ProfileId, Held>();
  private readonly benchmarks = new Benchmarks();
  private nextId: ProfileId = 1;

  constructor(
    private readonly budget = BUDGET,
    readonly memory = new Memory(),
    private readonly sumHelper?: SumHelper,
  ) {}

  private readonly answers: Answers = {
    load: ({ source }, signal) => this.load(source, signal),
    unload: async ({ profile }) => void this.held.delete(profile),
    derive: async ({ profile, of }) => this.derive(profile, of),
    merge: (asked, signal) => mergeFiles(asked, signal),
    pprofText: async (asked, signal) => {
      const [{ profile }, base] = [
        await this.reports(asked.profile, signal),
        asked.base && (await this.reports(asked.base.profile, signal)),
      ];
      return pprofText(profile, base?.profile, asked);
    },
  };

  /**
   * Answers a query. Throws ProfileError, MemoryError, EngineError or an AbortError.
   * @param hear called often while the thread is busy; aborts the signal if the query was cancelled
   */
  async answer<N extends QueryName>(
    query: N,
    params: QueryParams<N>,
    signal: AbortSignal,
    hear: () => void = () => undefined,
  ): Promise<QueryAnswer<N>> {
    const current = 'profile' in params ? this.held.get(params.profile) : undefined;
    const oversight = new Oversight({
      memory: this.memory,
      stopIfCancelled: () => {
        hear();
        signal.throwIfAborted();
      },
      makeRoom: () => {
        if (this.isAboutProfiles(query)) this.benchmarks.leave();
        this.leaveBut(current);
      },
      sumHelper: this.sumHelper,
    });
    return overseen(oversight, () => this.answerTo(query, params, signal, oversight)) as Promise<QueryAnswer<N>>;
  }

  private async answerTo(
    query: QueryName,
    params: QueryParams<QueryName>,
    signal: AbortSignal,
    oversight: Oversight,
  ): Promise<unknown> {
    if (!this.isAboutProfiles(query)) return this.benchmarks.answer(query, params, oversight);
    if (query in this.answers) return this.answers[query as keyof Answers](params as never, signal);
    const reports = await this.reports((params as QueryParams<ReportQuery>).profile, signal);
    return reportAnswers[query as ReportQuery](reports, params as never, signal);
  }

  private isAboutProfiles(query: QueryName): query is Exclude<QueryName, keyof BenchmarkQueries> {
    return query in this.answers || query in reportAnswers;
  }

  /** Takes over the profiles of another store; they are read again on demand. */
  resume(nextId: ProfileId, profiles: readonly WorkerProfile[]): void {
    this.nextId = nextId;
    for (const each of profiles) {
      if ('of' in each) this.derive(each.profile, each.of);
      else this.held.set(each.profile, new Held(sourceOrigin(each.source), each.stamp));
    }
  }

  /** The state of a profile's file when it was read. */
  stampOf(profile: ProfileId): string {
    return this.held.get(profile)?.readAs ?? '';
  }

  /**
   * Takes a step of a few milliseconds towards the likely next reports of the profile that was used last.
   * @param hear called often; throws if the step should stop
   * @returns whether a report is left to make
   */
  prepare(hear: () => void = () => undefined): boolean {
    // Half of the memory stays free for queries.
    const { memory, sumHelper } = this;
    const options = { memory, reserve: memory.maxBytes / 2, stopIfCancelled: hear, sumHelper };
    const current = [...this.held.values()].at(-1);
    const isLeft = overseen(new Oversight(options), () => current?.prepare() ?? false);
    if (!isLeft) this.makeRoom(current);
    return isLeft;
  }

  /**
   * Unloads profiles that are not shown, down to their share of the budget; called after some time without queries. The
   * sources of a derived profile stay loaded: every change derives it again.
   */
  rest(): void {
    const distinct = [...new Set(this.held.values())];
    const sources = distinct.flatMap(({ madeOf }) => madeOf.map((id) => this.held.get(id)));
    const inUse = new Set([distinct.at(-1), ...sources]);
    let room = this.budget * RESTING_SHARE;
    for (const held of distinct.reverse()) if (!inUse.has(held) && (room -= held.bytes) < 0) held.leave();
    this.memory.tidy();
  }

  private async load(source: ProfileSource, signal: AbortSignal): Promise<ProfileSummary> {
    const held = new Held(sourceOrigin(source));
    // Reports that are quick to make again would only add to the peak.
    for (const other of this.held.values()) other.slim();
    this.makeRoom(undefined, this.budget / 2);
    if (this.held.size > 0) this.memory.tidy();
    const reports = await held.loaded(signal);
    const id = this.nextId++;
    this.held.set(id, held);
    this.makeRoom(held);
    return { id, ...reports.summary() };
  }

  /**
   * Registers a derived profile. Two derivations with the same recipe share one profile, so that a profile that was
   * made to check a refinement is not made again to be shown.
   */
  private derive(profile: ProfileId, of: Derivation): void {
    const profileOf = async (id: ProfileId, signal: AbortSignal) => (await this.reports(id, signal)).profile;
    const origin = derivedOrigin(of, profileOf);
    const same = [...this.held.values()].find(({ recipe }) => recipe === origin.recipe);
    this.held.set(profile, same ?? new Held(origin));
  }

  private async reports(id: ProfileId, signal: AbortSignal): Promise<LoadedReports> {
    const held = this.held.get(id);
    if (!held) throw new EngineError('notLoaded', 'The profile is no longer loaded. Open it again.');
    this.held.delete(id);
    this.held.set(id, held);
    const reports = await held.loaded(signal);
    this.makeRoom(held);
    return reports;
  }

  private makeRoom(current: Held | undefined, most = this.budget): void {
    const distinct = new Set(this.held.values());
    let bytes = [...distinct].reduce((sum, held) => sum + held.bytes, 0);
    for (const held of distinct) {
      if (bytes <= most) return;
      if (held === current) continue;
      bytes -= held.bytes;
      held.leave();
    }
  }

  private leaveBut(current: Held | undefined): void {
    for (const held of this.held.values()) if (held !== current) held.leave();
  }
}
