import { Held } from './held';
import type { LoadedReports } from './loadedReports';
import type { ProfileId, ProfileSource, ProfileSummary, Queries, QueryAnswer, QueryName, QueryParams } from './queries';
import { EngineError } from './wire';

type Answers = {
  [N in QueryName]: (params: Queries[N][0], signal: AbortSignal) => Promise<Queries[N][1]>;
};

/** Bytes of columns that stay in memory; past it the profiles that were not asked for the longest leave. */
const BUDGET = 512 * 1024 ** 2;

/** Owns the loaded profiles and answers every query about them. */
export class Store {
  /** Least recently used first. */
  private readonly held = new Map<ProfileId, Held>();
  private nextId: ProfileId = 1;

  constructor(private readonly budget = BUDGET) {}

  private readonly answers: Answers = {
    load: ({ source }, signal) => this.load(source, signal),
    unload: async ({ profile }) => void this.held.delete(profile),
    filesNamed: async ({ profile, basename }, signal) => (await this.reports(profile, signal)).filesNamed(basename),
    files: async ({ profile }, signal) => (await this.reports(profile, signal)).files(),
    fileCosts: async ({ profile, sampleType, files }, signal) =>
      (await this.reports(profile, signal)).fileCosts(sampleType, files, signal),
    lineDetail: async ({ profile, ...line }, signal) => (await this.reports(profile, signal)).lineDetail(line),
    flame: async ({ profile, sampleType, ...view }, signal) =>
      (await this.reports(profile, signal)).flame(sampleType, view, signal),
    frameSource: async ({ profile, sampleType, ...frame }, signal) =>
      (await this.reports(profile, signal)).frameSource(sampleType, frame, signal),
    top: async ({ profile, sampleType, ...order }, signal) =>
      (await this.reports(profile, signal)).top(sampleType, order, signal),
  };

  /** Throws ProfileError, EngineError or an AbortError. */
  async answer<N extends QueryName>(query: N, params: QueryParams<N>, signal: AbortSignal): Promise<QueryAnswer<N>> {
    return this.answers[query](params, signal);
  }

  private async load(source: ProfileSource, signal: AbortSignal): Promise<ProfileSummary> {
    const held = new Held(source);
    const reports = await held.loaded(signal);
    const id = this.nextId++;
    this.held.set(id, held);
    this.makeRoom(held);
    return { id, ...reports.summary() };
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

  private makeRoom(current: Held): void {
    let bytes = [...this.held.values()].reduce((sum, held) => sum + held.bytes, 0);
    for (const held of this.held.values()) {
      if (bytes <= this.budget) return;
      if (held === current) continue;
      bytes -= held.bytes;
      held.leave();
    }
  }
}
