import { isCaptureError } from '../../common/captureError';
import { plural } from '../../profile/text/counts';
import type { FleetQuery, TimeRange } from '../fleetQuery';
import type { FleetProfile, FleetSeries, FleetStore, FleetType, MergeOptions, SeriesOptions, StoreAnswer } from '../fleetStore';
import { readAhead } from '../many/readAhead';
import { isWithin, queryTest, seriesOf, shownColumn, type SingleProfile, typeOf, typesOf, valuesOf } from '../many/singleProfile';
import type { ProfileOutline } from '../outlineReader';
import { profileOutline } from '../profileOutline';
import type { FileSet, FoundFile } from './foundFiles';
import { outlines } from './knownOutlines';

/** Files that are read at once. */
const AT_ONCE = 8;
const MAX_UNPACKED_BYTES = 1 << 30;
/** Broken files that are named one by one. */
const MAX_NAMED = 5;
/** The end of a longer name is shown. */
const MAX_NAME = 200;

/**
 * A folder, a glob or a listing of files. What a profile says of itself is the truth: its time, its duration, its
 * comments; names only order. Labels: `file`, its path; `folder`, the path of its folder; `comment`.
 */
export class FilesStore implements FleetStore {
  readonly maxRangeMs = undefined;
  readonly maxAgeMs = undefined;

  /** @param serviceLabel `folder`, for instance, if the user chose that */
  constructor(
    private readonly files: FileSet,
    readonly serviceLabel: string | undefined,
  ) {}

  async test(signal: AbortSignal): Promise<StoreAnswer> {
    const notes: string[] = [];
    const found = await this.files.find({ signal, onNote: (note) => notes.push(note) });
    if (found.length === 0) notes.push('No file ends in .pb.gz, .pprof or the like: name another folder, or use a glob.');
    return { server: `${found.length} ${plural('file', found.length)} in ${this.files.where}`, notes };
  }

  async profileTypes(range: TimeRange, signal: AbortSignal): Promise<readonly FleetType[]> {
    return typesOf((await this.all(signal)).filter(({ timeMs }) => isWithin(timeMs, range)));
  }

  async labelNames(): Promise<readonly string[]> {
    return ['comment', 'file', 'folder'];
  }

  async labelValues(name: string, query: FleetQuery, signal: AbortSignal): Promise<readonly string[]> {
    const filters = query.filters.filter((filter) => filter.name !== name);
    const isWanted = queryTest({ ...query, filters }, name === this.serviceLabel ? undefined : this.serviceLabel);
    return valuesOf((await this.all(signal)).filter(isWanted), name);
  }

  async series(query: FleetQuery, options: SeriesOptions, signal: AbortSignal): Promise<readonly FleetSeries[]> {
    return seriesOf((await this.all(signal)).filter(queryTest(query, this.serviceLabel)), options);
  }

  /** Files that are broken or cannot be read are named by `onNote`. */
  async *merge(query: FleetQuery, options: MergeOptions): AsyncIterable<FleetProfile> {
    const isWanted = queryTest(query, this.serviceLabel);
    for await (const { bytes, profile } of this.read(options)) {
      if (!isWanted(profile)) continue;
      const whole = await bytes().catch((error: Error) => {
        options.signal.throwIfAborted();
        options.onNote?.(leftOut(profile.labels.file[0] ?? '', error));
      });
      if (whole) yield { bytes: whole, unknown: {}, notes: [] };
    }
  }

  private async all(signal: AbortSignal): Promise<SingleProfile[]> {
    const all: SingleProfile[] = [];
    for await (const { profile } of this.read({ signal, maxUnpackedBytes: MAX_UNPACKED_BYTES })) all.push(profile);
    return all;
  }

  private async *read(options: MergeOptions): AsyncGenerator<ReadFile, void, void> {
    const { signal, onRead, onNote = () => undefined } = options;
    const found = await this.files.find({ signal, onNote });
    const broken: string[] = [];
    let timeless = 0;
    let read = 0;
    try {
      for await (const one of readAhead(found, AT_ONCE, (file) => readOne(file, options))) {
        onRead?.(++read, found.length);
        if (typeof one === 'string') broken.push(one);
        else if (one.profile.timeMs === 0) timeless++;
        else yield one;
      }
    } finally {
      if (broken.length > MAX_NAMED) broken.splice(MAX_NAMED, Infinity, `${broken.length - MAX_NAMED} more files are left out, too.`);
      broken.forEach(onNote);
      if (timeless > 0) onNote(`${timeless} ${plural('file', timeless)} without a time ${timeless === 1 ? 'is' : 'are'} left out.`);
    }
  }
}

interface ReadFile {
  readonly profile: SingleProfile;
  /** Read again if only the outline was known. */
  bytes(): Promise<Uint8Array>;
}

/** Returns a sentence if the file is broken. */
async function readOne(file: FoundFile, { signal, maxUnpackedBytes }: MergeOptions): Promise<ReadFile | string> {
  signal.throwIfAborted();
  const { name, version } = file;
  const known = outlines.get(version);
  if (known !== undefined) return { profile: profileOf(name, known), bytes: () => file.read(signal) };
  try {
    const bytes = await file.read(signal);
    const outline = await profileOutline(bytes, { signal, maxUnpackedBytes });
    outlines.set(version, outline);
    return { profile: profileOf(name, outline), bytes: () => Promise.resolve(bytes) };
  } catch (error) {
    signal.throwIfAborted();
    return leftOut(name, error as Error);
  }
}

function leftOut(name: string, error: Error): string {
  const shown = name.slice(-MAX_NAME);
  return isCaptureError(error) ? `${shown} is left out: ${error.message}` : `${shown} ${error.message}: it is left out.`;
}

function profileOf(name: string, outline: ProfileOutline): SingleProfile {
  const { timeMs, comments, totals } = outline;
  const labels = { file: [name], folder: [name.slice(0, Math.max(0, name.lastIndexOf('/')))], comment: comments };
  return { labels, timeMs, type: typeOf(outline), total: totals[shownColumn(outline)] ?? 0 };
}
