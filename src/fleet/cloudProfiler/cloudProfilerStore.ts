import { CaptureError } from '../../common/captureError';
import type { Connection } from '../../http/connection';
import { plural } from '../../profile/text/counts';
import type { FleetQuery, TimeRange } from '../fleetQuery';
import type { FleetProfile, FleetSeries, FleetStore, FleetType, MergeOptions, SeriesOptions, StoreAnswer } from '../fleetStore';
import { isWithin, queryTest, seriesOf, type SingleProfile, typesOf, valuesOf } from '../many/singleProfile';
import { profileOutline } from '../profileOutline';
import { type ListedProfile, type Project, profilePages } from './profilePages';
import { typeNamed } from './profileTypes';

const BASE = 'https://cloudprofiler.googleapis.com/v2';
/** Profiles that a question looks at. */
const MAX_LISTED = 200_000;
/** Profiles that are merged. */
const MAX_MERGED = 5000;
const MAX_UNPACKED_BYTES = 1 << 30;

/**
 * Google Cloud Profiler. It neither filters nor merges: all profiles of the project are paged through, and those that
 * match are merged by the caller. Labels: `target`, the service; those of its deployment, such as `version` and `zone`;
 * those of the profile, such as `instance`.
 */
export class CloudProfilerStore implements FleetStore {
  readonly serviceLabel = 'target';
  readonly maxRangeMs = undefined;
  readonly maxAgeMs = undefined;
  private readonly project: Project;

  /**
   * Throws CaptureError `badAddress`.
   * @param address the id of a project; or `https://host/v2/projects/ID`, where a proxy serves Google's API
   */
  constructor(address: string, connection: Connection) {
    this.project = projectOf(address.trim(), connection);
  }

  /** Looks at the first page only. */
  async test(signal: AbortSignal): Promise<StoreAnswer> {
    const { id } = this.project;
    for await (const { profiles } of profilePages(this.project, false, signal)) {
      const notes = profiles.length > 0 ? [] : [`The project ${id} has no profiles, or the token may not list them.`];
      return { server: 'Google Cloud Profiler', notes };
    }
    return { server: 'Google Cloud Profiler', notes: [] };
  }

  async profileTypes(range: TimeRange, signal: AbortSignal): Promise<readonly FleetType[]> {
    return typesOf(await this.listed(({ timeMs }) => isWithin(timeMs, range), signal));
  }

  async labelNames(query: FleetQuery, signal: AbortSignal): Promise<readonly string[]> {
    const found = await this.listed(queryTest(query, this.serviceLabel), signal);
    return [...new Set(found.flatMap(({ labels }) => Object.keys(labels)))].sort();
  }

  async labelValues(name: string, query: FleetQuery, signal: AbortSignal): Promise<readonly string[]> {
    const filters = query.filters.filter((filter) => filter.name !== name);
    const isWanted = queryTest({ ...query, filters }, name === this.serviceLabel ? undefined : this.serviceLabel);
    return valuesOf(await this.listed(isWanted, signal), name);
  }

  /** Fetches the profiles, because Cloud Profiler lists no costs. */
  async series(query: FleetQuery, options: SeriesOptions, signal: AbortSignal): Promise<readonly FleetSeries[]> {
    const all: SingleProfile[] = [];
    for await (const { profile, total } of this.matching(query, { signal, maxUnpackedBytes: MAX_UNPACKED_BYTES })) {
      all.push({ ...profile, total });
    }
    return seriesOf(all, options);
  }

  /** Profiles that are damaged, or of another type than the server says, are counted by `onNote`. */
  async *merge(query: FleetQuery, options: MergeOptions): AsyncIterable<FleetProfile> {
    let count = 0;
    for await (const { bytes } of this.matching(query, options)) {
      yield { bytes, unknown: {}, notes: [] };
      if (++count < MAX_MERGED) continue;
      options.onNote?.(`Only ${MAX_MERGED} profiles were merged: ask for a shorter time or add a filter.`);
      return;
    }
  }

  private async *matching(query: FleetQuery, options: MergeOptions): AsyncGenerator<Matching, void, void> {
    const { signal, maxUnpackedBytes, onRead, onNote } = options;
    const isWanted = queryTest(query, this.serviceLabel);
    let [read, broken, skipped] = [0, 0, 0];
    try {
      for await (const page of profilePages(this.project, true, signal)) {
        skipped += page.skipped;
        for (const listed of page.profiles) {
          onRead?.(++read, undefined);
          const profile = profileOf(listed);
          if (!isWanted(profile)) continue;
          const bytes = Buffer.from(listed.profileBytes ?? '', 'base64');
          const total = await totalOf(bytes, profile.type, { signal, maxUnpackedBytes });
          if (total === undefined) broken++;
          else yield { profile, bytes, total };
        }
        if (read < MAX_LISTED) continue;
        onNote?.(`Only the first ${read} profiles of the project were looked at.`);
        return;
      }
    } finally {
      if (broken > 0) onNote?.(`${broken} ${plural('profile', broken)} could not be read, and ${broken === 1 ? 'is' : 'are'} left out.`);
      if (skipped > 0) onNote?.(`Cloud Profiler could not read ${skipped} ${plural('profile', skipped)}, which may be of this query: ask again later.`);
    }
  }

  private async listed(isWanted: (profile: SingleProfile) => boolean, signal: AbortSignal): Promise<SingleProfile[]> {
    const found: SingleProfile[] = [];
    let read = 0;
    for await (const { profiles } of profilePages(this.project, false, signal)) {
      for (const profile of profiles.map(profileOf)) if (isWanted(profile)) found.push(profile);
      read += profiles.length;
      if (read >= MAX_LISTED) break;
    }
    return found;
  }
}

interface Matching {
  readonly profile: SingleProfile;
  readonly bytes: Uint8Array;
  readonly total: number;
}

function projectOf(address: string, connection: Connection): Project {
  if (/^[a-z0-9.:-]{1,100}$/i.test(address) && !address.includes('://')) {
    return { base: new URL(BASE), id: address, connection };
  }
  const [, base, id] = /^(https?:\/\/.+)\/projects\/([^/?#]+)\/?$/.exec(address) ?? [];
  if (id === undefined || !URL.canParse(base)) {
    throw new CaptureError('badAddress', `${address} is not the id of a project of Google Cloud, such as my-project-123.`);
  }
  return { base: new URL(base), id, connection };
}

function profileOf({ profileType = '', deployment, labels, startTime = '' }: ListedProfile): SingleProfile {
  const target = deployment?.target;
  const given = { ...deployment?.labels, ...labels, ...(target !== undefined && { target }) };
  const all = Object.entries(given).map(([name, value]): [string, string[]] => [name, [value]]);
  return { labels: Object.fromEntries(all), timeMs: Date.parse(startTime), type: typeNamed(profileType), total: 0 };
}

/** The sum of a profile's values of a type; undefined if it is damaged, or has no such values. */
async function totalOf(
  bytes: Uint8Array,
  { sampleType, unit }: FleetType,
  limits: Parameters<typeof profileOutline>[1],
): Promise<number | undefined> {
  try {
    const { sampleTypes, totals } = await profileOutline(bytes, limits);
    const column = sampleTypes.indexOf(`${sampleType}/${unit}`);
    // Agents of other languages have other sample types.
    return column < 0 && sampleType === 'cpu' ? undefined : totals[column] ?? totals.at(-1);
  } catch {
    limits.signal.throwIfAborted();
    return undefined;
  }
}
