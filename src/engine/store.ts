import { overseen } from '../profile/checkpoint';
import { Held } from './held';
import type { LoadedReports } from './loadedReports';
import { Memory } from './memory';
import { Oversight } from './oversight';
import type { ProfileId, ProfileSource, ProfileSummary, Queries, QueryAnswer, QueryName, QueryParams } from './queries';
import { EngineError, type Holding } from './wire';

type Answers = {
  [N in QueryName]: (params: Queries[N][0], signal: AbortSignal) => Promise<Queries[N][1]>;
};

/** Bytes of columns that stay in memory; past it the profiles that were not asked for the longest leave. */
const BUDGET = 512 * 1024 ** 2;
/** More names than these are spread over the profile: a face that got a million of them would stand still. */
const MOST_NAMES = 20_000;

/** Owns the loaded profiles and answers every query about them. */
export class Store {
  /** Least recently used first. */
  private readonly held = new Map<ProfileId, Held>();
  private nextId: ProfileId = 1;

  constructor(
    private readonly budget = BUDGET,
    readonly memory = new Memory(),
  ) {}

  private readonly answers: Answers = {
    load: ({ source }, signal) => this.load(source, signal),
    unload: async ({ profile }) => void this.held.delete(profile),
    filesNamed: async ({ profile, basename }, signal) =>
      spread((await this.reports(profile, signal)).filesNamed(basename)),
    files: async ({ profile }, signal) => spread((await this.reports(profile, signal)).files()),
    fileCosts: async ({ profile, sampleType, files }, signal) =>
      (await this.reports(profile, signal)).fileCosts(sampleType, files, signal),
    hotLines: async ({ profile, sampleType, order, limit }, signal) =>
      (await this.reports(profile, signal)).hotLines(sampleType, { order, limit }, signal),
    lineDetail: async ({ profile, ...line }, signal) => (await this.reports(profile, signal)).lineDetail(line),
    flame: async ({ profile, sampleType, ...view }, signal) =>
      (await this.reports(profile, signal)).flame(sampleType, view, signal),
    frameSource: async ({ profile, sampleType, ...frame }, signal) =>
      (await this.reports(profile, signal)).frameSource(sampleType, frame, signal),
    top: async ({ profile, sampleType, ...order }, signal) =>
      (await this.reports(profile, signal)).top(sampleType, order, signal),
  };

  /**
   * Throws ProfileError, MemoryError, EngineError or an AbortError.
   * @param hear called often while the thread is busy: aborts the signal where nobody wants the answer any more
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
      makeRoom: () => this.leaveBut(current),
    });
    return overseen(oversight, () => this.answers[query](params, signal));
  }

  /** Takes over what another store held; it is read again when asked for. */
  resume(nextId: ProfileId, holdings: readonly Holding[]): void {
    this.nextId = nextId;
    for (const { profile, source, stamp } of holdings) this.held.set(profile, new Held(source, stamp));
  }

  /** What a profile's file was like when it was read. */
  stampOf(profile: ProfileId): string {
    return this.held.get(profile)?.readAs ?? '';
  }

  /**
   * Takes a step of some milliseconds towards what is likely to be asked next of the profile that was used last.
   * @param hear called often; throws where the step should be given up
   * @returns whether anything is left to do
   */
  prepare(hear: () => void = () => undefined): boolean {
    // Half of the memory is left to what is asked for.
    const options = { memory: this.memory, reserve: this.memory.mostBytes / 2, stopIfCancelled: hear };
    const current = [...this.held.values()].at(-1);
    const isLeft = overseen(new Oversight(options), () => current?.prepare() ?? false);
    if (!isLeft) this.makeRoom(current);
    return isLeft;
  }

  private async load(source: ProfileSource, signal: AbortSignal): Promise<ProfileSummary> {
    const held = new Held(source);
    // What is soon read or made again would only add to the peak.
    for (const other of this.held.values()) other.slim();
    this.makeRoom(undefined, this.budget / 2);
    if (this.held.size > 0) this.memory.tidy();
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

  private makeRoom(current: Held | undefined, most = this.budget): void {
    let bytes = [...this.held.values()].reduce((sum, held) => sum + held.bytes, 0);
    for (const held of this.held.values()) {
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

/** All, or as many as a face can take, from the first to the last at equal distances. */
function spread(names: readonly string[]): readonly string[] {
  if (names.length <= MOST_NAMES) return names;
  return Array.from({ length: MOST_NAMES }, (_, at) => names[Math.floor((at * names.length) / MOST_NAMES)]!);
}
