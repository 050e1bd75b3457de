import type { QueryEngine } from '../../engine/client';
import type { Queries } from '../../engine/queries';

/** Profiles that are added up at once. */
export const AT_ONCE = 16;

type MergeOptions = Pick<Queries['mergedBytes'][0], 'areOfSameTime' | 'unknown'>;

/** Profiles of one kind, added up as they come, so that memory grows with their sum only. */
export class ProfileSum {
  /** Sums of AT_ONCE profiles, of AT_ONCE of those, and so on: each profile is added up a few times at most. */
  private readonly levels: Uint8Array[][] = [];

  constructor(
    private readonly engine: QueryEngine,
    private readonly signal: AbortSignal,
    private readonly options: Pick<MergeOptions, 'areOfSameTime'> = {},
  ) {}

  /** Throws EngineError or an AbortError. */
  async add(bytes: Uint8Array): Promise<void> {
    await this.put(bytes, 0);
  }

  /**
   * The sum, gzipped; undefined if there were none. Throws like `add`.
   * @param unknown fields that the sum does not have
   */
  async end(unknown?: MergeOptions['unknown']): Promise<Uint8Array | undefined> {
    const all = this.levels.flat();
    if (all.length === 1 && unknown === undefined) return all[0];
    return all.length === 0 ? undefined : this.merged(all, unknown);
  }

  private async put(bytes: Uint8Array, level: number): Promise<void> {
    const list = (this.levels[level] ??= []);
    list.push(bytes);
    if (list.length < AT_ONCE) return;
    this.levels[level] = [];
    await this.put(await this.merged(list), level + 1);
  }

  private async merged(all: readonly Uint8Array[], unknown?: MergeOptions['unknown']): Promise<Uint8Array> {
    const sources = all.map((bytes) => ({ kind: 'bytes', bytes }) as const);
    return this.engine.ask('mergedBytes', { sources, ...this.options, ...(unknown && { unknown }) }, this.signal);
  }
}
