import { guarded } from '../profile/common/guard';
import type { SumHelper } from '../profile/sums/oncePerSampleSums';
import type { BenchmarkQueries } from './benchmarkQueries';
import { BenchmarkComparisons, isAboutBenchmarks } from './benchmarkComparisons';
import { captureFacts } from './captureFacts';
import { derivedOrigin, ProfileEntry, sourceOrigin } from './profileEntry';
import { lineAnswers, type LineQuery, type LineReports } from './lineReports';
import type { Memory } from './memoryUse';
import { QueryGuard } from './queryGuard';
import type { ReportQuery } from './reportAnswers';
import type {
  Derivation, LoadedSummary, ProfileId, QueryAnswer, QueryName, QueryParams,
} from './queries';
import type { ReportCode, Runtime } from './runtime';
import { isAboutText, TextAnswers } from './textAnswers';
import type { TextQueries } from './textQueries';
import { EngineError, type WorkerProfile } from './workerMessages';

/** Answers that load, make or combine profiles; the others are in lineReports.ts and reportAnswers.ts. */
type Answers = {
  [N in Exclude<QueryName, LineQuery | ReportQuery | keyof BenchmarkQueries | keyof TextQueries>]: (
    params: QueryParams<N>,
    signal: AbortSignal,
  ) => Promise<QueryAnswer<N>>;
};

/** Limit for the bytes of columns in memory. Over it, the least recently used profiles are unloaded. */
const BUDGET = 512 * 1024 ** 2;
/** The part of the budget for profiles that are not shown. Dozens of small profiles fit, but none of 10^6 samples. */
const IDLE_SHARE = 1 / 4;

export interface StoreOptions {
  /** Limit for the bytes of columns in memory. */
  readonly budget?: number | undefined;
  readonly sumHelper?: SumHelper | undefined;
}

/** Owns the loaded profiles and answers every query about them. */
export class Store {
  /** Least recently used first. */
  private readonly entries = new Map<ProfileId, ProfileEntry>();
  private readonly benchmarks: BenchmarkComparisons;
  private readonly texts: TextAnswers;
  private readonly budget: number;
  private readonly sumHelper: SumHelper | undefined;
  private nextId: ProfileId = 1;
  private code: ReportCode | undefined;
  private sums: ReturnType<ReportCode['newSums']> | undefined;

  constructor(
    private readonly runtime: Runtime,
    readonly memory: Memory,
    { budget = BUDGET, sumHelper }: StoreOptions = {},
  ) {
    this.benchmarks = new BenchmarkComparisons(() => runtime.benchmarkAnswers());
    this.texts = new TextAnswers((subject) => runtime.textCode(subject));
    this.budget = budget;
    this.sumHelper = sumHelper;
  }

  private readonly answers: Answers = {
    load: (params, signal) => this.load(params, signal),
    correctFunctions: async ({ profile, sources }, signal) => {
      await this.loaded(profile, signal);
      return this.entries.get(profile)!.correct(sources, signal);
    },
    unload: async ({ profile }) => void this.entries.delete(profile),
    derive: async ({ profile, of }) => this.derive(profile, of),
    merge: async (params, signal) => (await this.reportCode()).mergeFiles(params, signal),
    mergedBytes: async (params, signal) => (await this.reportCode()).mergedBytes(params, signal),
    serviceProfile: async (params, signal) => (await this.reportCode()).sumOfParts(params, signal),
    addToSum: async (params, signal) => (await this.runningSums()).add(params, signal),
    takeSum: async (params) => (await this.runningSums()).take(params),
    dropSum: async ({ sum }) => this.sums?.drop(sum),
    readMoment: async (params, signal) => (await this.reportCode()).readMoment(params, signal),
    export: async (params, signal) => {
      const { profile } = await this.loaded(params.profile, signal);
      return (await this.reportCode()).exportToFile(profile, params, signal);
    },
    pprofText: async (params, signal) => {
      const [{ profile }, base] = [
        await this.loaded(params.profile, signal),
        params.base && (await this.loaded(params.base.profile, signal)),
      ];
      return (await this.reportCode()).pprofText(profile, base?.profile, params);
    },
  };

  /**
   * Answers a query. Throws ProfileError, RefinementError, MemoryError, EngineError or an AbortError.
   * @param checkCancelled called often while the thread is busy; aborts the signal if the query was cancelled
   */
  async answer<N extends QueryName>(
    query: N,
    params: QueryParams<N>,
    signal: AbortSignal,
    checkCancelled: () => void = () => undefined,
  ): Promise<QueryAnswer<N>> {
    const current = 'profile' in params ? this.entries.get(params.profile) : undefined;
    const guard = new QueryGuard({
      memory: this.memory,
      stopIfCancelled: () => {
        checkCancelled();
        signal.throwIfAborted();
      },
      makeRoom: () => {
        if (!isAboutBenchmarks(query)) this.benchmarks.clear();
        if (!isAboutText(query)) this.texts.clear();
        this.unloadAllBut(current);
      },
      sumHelper: this.sumHelper,
    });
    return guarded(guard, () => this.answerTo(query, params, signal, guard)) as Promise<QueryAnswer<N>>;
  }

  private async answerTo(
    query: QueryName,
    params: QueryParams<QueryName>,
    signal: AbortSignal,
    guard: QueryGuard,
  ): Promise<unknown> {
    if (isAboutBenchmarks(query)) return this.benchmarks.answer(query, params, guard);
    if (isAboutText(query)) return this.texts.answer(query, params, guard);
    if (query in this.answers) return this.answers[query as keyof Answers](params as never, signal);
    const { profile } = params as QueryParams<LineQuery | ReportQuery>;
    if (query in lineAnswers) {
      return lineAnswers[query as LineQuery](await this.loaded(profile, signal), params as never, signal);
    }
    const code = await this.reportCode();
    // Last, so that nothing can unload the profile before its reports are asked for.
    await this.loaded(profile, signal);
    const reports = this.entries.get(profile)!.otherReports(code)!;
    return code.reportAnswers[query as ReportQuery](reports, params as never, signal);
  }

  /** The code of the other reports. Loads it unless it is loaded. */
  async reportCode(): Promise<ReportCode> {
    return (this.code ??= await this.runtime.reportCode());
  }

  private async runningSums(): Promise<NonNullable<Store['sums']>> {
    return (this.sums ??= (await this.reportCode()).newSums());
  }

  /** Takes over the profiles of another store; they are read again on demand. */
  resume(nextId: ProfileId, profiles: readonly WorkerProfile[]): void {
    this.nextId = nextId;
    for (const each of profiles) {
      if ('of' in each) this.derive(each.profile, each.of);
      else {
        const { stamp, corrections } = each;
        const origin = sourceOrigin(each.source, this.runtime);
        this.entries.set(each.profile, new ProfileEntry(origin, { stamp, corrections }));
      }
    }
  }

  /** Identifies the content of a profile's file when it was read; empty if the profile was not read, or has no file. */
  stampOf(profile: ProfileId): string {
    return this.entries.get(profile)?.stampWhenMade ?? '';
  }

  /**
   * Takes a step of a few milliseconds toward the likely next reports of the profile that was used last. Needs
   * `reportCode`.
   * @param checkCancelled called often; throws if the step should stop
   * @returns whether a report was missing before the step
   */
  prepare(checkCancelled: () => void = () => undefined): boolean {
    // Half of the memory stays free for queries.
    const { memory, sumHelper, code } = this;
    const options = { memory, reserve: memory.maxBytes / 2, stopIfCancelled: checkCancelled, sumHelper };
    const current = [...this.entries.values()].at(-1);
    const isLeft = guarded(new QueryGuard(options), () => (code && current?.prepare(code)) ?? false);
    if (!isLeft) this.makeRoom(current);
    return isLeft;
  }

  /**
   * Unloads the least recently used of the profiles that are not shown, until the rest fit their share of the budget.
   * Called after some time without queries. Sources of derived profiles stay loaded, because every change of a
   * refinement derives from them again.
   */
  unloadUnused(): void {
    const distinct = [...new Set(this.entries.values())];
    const sources = distinct.flatMap(({ madeOf }) => madeOf.map((id) => this.entries.get(id)));
    const inUse = new Set([distinct.at(-1), ...sources]);
    let room = this.budget * IDLE_SHARE;
    for (const entry of distinct.reverse()) if (!inUse.has(entry) && (room -= entry.bytes) < 0) entry.unload();
    this.memory.collectIfLarge();
  }

  private async load({ source, capture }: QueryParams<'load'>, signal: AbortSignal): Promise<LoadedSummary> {
    const entry = new ProfileEntry(sourceOrigin(source, this.runtime));
    // Reports that are quick to make again would only add to the peak of memory use.
    for (const other of this.entries.values()) other.dropLargeReports();
    this.makeRoom(undefined, this.budget / 2);
    if (this.entries.size > 0) this.memory.collectIfLarge();
    const summary = (await entry.loaded(signal)).summary();
    const facts = capture && (await captureFacts(entry, capture, signal));
    const id = this.nextId++;
    this.entries.set(id, entry);
    this.makeRoom(entry);
    return { id, ...summary, ...(facts && { facts }) };
  }

  /**
   * Registers a derived profile. Derivations with the same recipe share one profile, so that a profile that was made
   * to check a refinement can also be shown.
   */
  private derive(profile: ProfileId, of: Derivation): void {
    const profileOf = async (id: ProfileId, signal: AbortSignal) => (await this.loaded(id, signal)).profile;
    const origin = derivedOrigin(of, profileOf, this.runtime);
    const same = [...this.entries.values()].find(({ recipe }) => recipe === origin.recipe);
    this.entries.set(profile, same ?? new ProfileEntry(origin));
  }

  private async loaded(id: ProfileId, signal: AbortSignal): Promise<LineReports> {
    const entry = this.entries.get(id);
    if (!entry) throw new EngineError('notLoaded', 'The profile is no longer loaded. Open it again.');
    this.entries.delete(id);
    this.entries.set(id, entry);
    const lines = await entry.loaded(signal);
    this.makeRoom(entry);
    return lines;
  }

  private makeRoom(current: ProfileEntry | undefined, maxBytes = this.budget): void {
    const distinct = new Set(this.entries.values());
    let bytes = [...distinct].reduce((sum, entry) => sum + entry.bytes, 0);
    for (const entry of distinct) {
      if (bytes <= maxBytes) return;
      if (entry === current) continue;
      bytes -= entry.bytes;
      entry.unload();
    }
  }

  private unloadAllBut(current: ProfileEntry | undefined): void {
    for (const entry of this.entries.values()) if (entry !== current) entry.unload();
  }
}
