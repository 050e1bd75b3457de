import { decodeProfile } from '../profile/decode';
import { LoadedReports } from './loadedReports';
import type { ProfileId, ProfileSource, ProfileSummary, Queries, QueryAnswer, QueryName, QueryParams } from './queries';
import { unpack } from './unpack';
import { EngineError } from './wire';

type Answers = {
  [N in QueryName]: (params: Queries[N][0], signal: AbortSignal) => Queries[N][1] | Promise<Queries[N][1]>;
};

/** Owns the loaded profiles and answers every query about them. */
export class Store {
  private readonly loaded = new Map<ProfileId, LoadedReports>();
  private nextId: ProfileId = 1;

  private readonly answers: Answers = {
    load: ({ source }, signal) => this.load(source, signal),
    unload: ({ profile }) => void this.loaded.delete(profile),
    filesNamed: ({ profile, basename }) => this.reports(profile).filesNamed(basename),
    files: ({ profile }) => this.reports(profile).files(),
    fileCosts: ({ profile, sampleType, files }) => this.reports(profile).fileCosts(sampleType, files),
    lineDetail: ({ profile, ...line }) => this.reports(profile).lineDetail(line),
    flame: ({ profile, sampleType, ...view }) => this.reports(profile).flame(sampleType, view),
    frameSource: ({ profile, sampleType, from, frame }) => this.reports(profile).frameSource(sampleType, from, frame),
    top: ({ profile, sampleType, order, limit }) => this.reports(profile).top(sampleType, order, limit),
  };

  /** Throws ProfileError, EngineError or an AbortError. */
  async answer<N extends QueryName>(query: N, params: QueryParams<N>, signal: AbortSignal): Promise<QueryAnswer<N>> {
    return this.answers[query](params, signal);
  }

  private async load(source: ProfileSource, signal: AbortSignal): Promise<ProfileSummary> {
    const bytes = await unpack(source, signal);
    const reports = new LoadedReports(decodeProfile(bytes));
    signal.throwIfAborted();
    const id = this.nextId++;
    this.loaded.set(id, reports);
    return { id, ...reports.summary() };
  }

  private reports(id: ProfileId): LoadedReports {
    const reports = this.loaded.get(id);
    if (!reports) throw new EngineError('notLoaded', 'The profile is no longer loaded. Open it again.');
    return reports;
  }
}
