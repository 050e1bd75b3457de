import { createWriteStream } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';
import { encodedPieces, encodeProfile } from '../../profile/wire/encode';
import { foldedPieces } from '../../profile/export/folded';
import { snapshotPieces } from '../../profile/export/snapshot';
import { speedscopePieces } from '../../profile/export/speedscope';
import type { Profile } from '../../profile/model';
import { inPartsPerMillion, perMillion } from '../../profile/refine/relativeValues';
import { callgrindPieces, graphReport } from '../graphReport';
import type { ExportParams, MergeParams, PageToWrite, ProfileSource, Queries } from '../queries';
import { EngineError } from '../workerMessages';
import { base64Pieces, htmlDocument, type PageBundle } from './htmlDocument';
import { isPerOperation } from '../../profile/text/relativeUnits';
import { ProfileError, RefinementError } from '../../profile/errors';
import { refine } from '../../profile/refine/applyRefinement';
import { mergeOfSameTime, mergeProfiles } from '../../profile/refine/merge';
import { withoutFields } from '../../profile/refine/withoutFields';
import { readProfile } from './readProfile';

/** pprof's default `nodecount` for graphs. */
const DEFAULT_NODE_COUNT = -1;

/** The parameters of an export, without the profile's id. */
export type ExportOptions = Omit<ExportParams, 'profile'>;

/**
 * Writes a profile to a temporary file, then renames the file, so that a reader never sees half of it. Writes piece by
 * piece, so that the whole text is never in memory. Throws EngineError ('unwritable'), an error of the format, or the
 * signal's reason on abort.
 */
export async function exportToFile(profile: Profile, options: ExportOptions, signal: AbortSignal): Promise<void> {
  const { path, format } = options;
  const draft = `${path}.${process.pid}-${Date.now().toString(36)}.part`;
  const file = createWriteStream(draft);
  try {
    const around = format === 'html' ? await documentAround(options.page) : undefined;
    const pieces = Readable.from(piecesOf(profile, options));
    if (around) await pipeline(pieces, createGzip(), around, file, { signal });
    else if (format === 'pprof') await pipeline(pieces, createGzip(), file, { signal });
    else await pipeline(pieces, file, { signal });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    signal.throwIfAborted();
    throw writeError(error, path);
  }
}

/** Puts a gzipped snapshot into the page's document. */
async function documentAround(page: PageToWrite | undefined) {
  if (!page) throw new Error('An HTML export needs its page.');
  const { before, after } = htmlDocument(await readBundle(page.folder), page.content);
  return async function* (snapshot: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
    yield before;
    yield* base64Pieces(snapshot);
    yield after;
  };
}

async function readBundle(folder: string): Promise<PageBundle> {
  const names = ['standalone.js', 'standalone.css', 'THIRD_PARTY_NOTICES.txt'];
  const [script, style, notices] = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return { script, style, notices };
}

function piecesOf(original: Profile, options: ExportOptions): Iterable<string | Uint8Array> {
  const { format, sampleType, refinement, path } = options;
  if (format === 'html') return snapshotPieces(original);
  // Except for DOT, these formats have only whole numbers, and other tools do not support costs per operation.
  const whole = hasCostsPerOperation(original) ? perMillion(original) : inPartsPerMillion(original);
  const profile = format === 'dot' ? original : whole;
  switch (format) {
    case 'pprof':
      return encodedPieces(inWholeNumbers(profile));
    case 'folded':
      return foldedPieces(inWholeNumbers(profile), sampleType);
    case 'speedscope':
      return speedscopePieces(inWholeNumbers(profile), { name: basename(path), sampleType });
    case 'callgrind':
      return callgrindPieces(profile, sampleType, refinement);
    case 'dot':
      return [
        graphReport(profile, sampleType, {
          refinement,
          nodeCount: DEFAULT_NODE_COUNT,
          callTree: false,
          trim: true,
        }).dot,
      ];
    default:
      return format satisfies never;
  }
}

function hasCostsPerOperation({ sampleTypes }: Profile): boolean {
  return sampleTypes.some(({ unit }) => isPerOperation(unit));
}

/** Truncates divided values, as pprof does, because these formats have only whole numbers. */
function inWholeNumbers(profile: Profile): Profile {
  if (profile.values.every((column) => column.every(Number.isInteger))) return profile;
  return { ...profile, values: profile.values.map((column) => column.map(Math.trunc)) };
}

function writeError(error: unknown, path: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (typeof code !== 'string' || !/^E[A-Z]+$/.test(code)) return error;
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: 'there is no such folder',
    EACCES: 'permission is denied',
    EPERM: 'permission is denied',
    EISDIR: 'it is a folder',
    ENOSPC: 'the disk is full',
    EROFS: 'the file system cannot be written to',
  };
  return new EngineError('unwritable', `Cannot write ${path}: ${reasons[code] ?? message}.`);
}

/**
 * Merges profiles as pprof does with several files, and writes the result as .pb.gz. Throws EngineError
 * ('badRefinement' if the profiles are of different kinds), ProfileError, MemoryError or an AbortError.
 */
export async function mergeFiles({ sources, path }: MergeParams, signal: AbortSignal): Promise<void> {
  const merged = await mergedOf(sources, signal);
  await exportToFile(merged, { path, format: 'pprof', sampleType: 0, refinement: {} }, signal);
}

/** Like mergeFiles, but answers the bytes. */
export async function mergedBytes(
  { sources, areOfSameTime = false, unknown = {}, ...refinement }: Queries['mergedBytes'][0],
  signal: AbortSignal,
): Promise<Uint8Array> {
  const merged = await mergedOf(sources, signal, refinement, areOfSameTime ? mergeOfSameTime : mergeProfiles);
  return promisify(gzip)(encodeProfile(withoutFields(merged, unknown)));
}

async function mergedOf(
  sources: readonly ProfileSource[],
  signal: AbortSignal,
  refinement: Omit<Queries['mergedBytes'][0], 'sources' | 'areOfSameTime' | 'unknown'> = {},
  how = mergeProfiles,
): Promise<Profile> {
  const profiles: Profile[] = [];
  for (const source of sources) {
    const profile = await readOne(source, signal);
    profiles.push(Object.keys(refinement).length === 0 ? profile : refine(profile, refinement));
  }
  return merge(profiles, how);
}

async function readOne(source: ProfileSource, signal: AbortSignal): Promise<Profile> {
  try {
    return await readProfile(source, signal);
  } catch (cause) {
    if (!(cause instanceof ProfileError) || source.kind !== 'file') throw cause;
    throw new ProfileError(cause.stage, `${basename(source.path)}: ${cause.message}`, cause.offset);
  }
}

function merge(profiles: readonly Profile[], how: typeof mergeProfiles): Profile {
  try {
    return how(profiles);
  } catch (cause) {
    if (!(cause instanceof RefinementError)) throw cause;
    const kinds = new Set(profiles.map(({ sampleTypes }) => sampleTypes.map(({ type }) => type).join(', ')));
    const message = `Profiles of different kinds cannot be merged (${[...kinds].join('; ')}): choose profiles of one kind.`;
    throw new EngineError('badRefinement', message, cause.field);
  }
}
