import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { isAbort, MemoryError } from '../../profile/common/guard';
import type { Profile } from '../../profile/model';
import { compacted, nonZeroSamples } from '../../profile/refine/compact';
import { withTypes } from '../../profile/refine/comparable';
import { INSTANCE } from '../../profile/refine/instanceLabel';
import { mergeOfSameTime } from '../../profile/refine/merge';
import { subtractBase } from '../../profile/refine/subtractBase';
import { withTextLabel } from '../../profile/refine/textLabel';
import { encodeProfile } from '../../profile/wire/encode';
import type { FetchedPart, FetchedParts, PartFacts, SummedParts } from '../queries';
import { readProfile } from './readProfile';

/** What the runtime only counts up, exactly. */
const COUNTED_UP = /^(?:alloc_objects|alloc_space|contentions)$/;

/**
 * The sum of the profiles of a service: differences where an earlier one is known, with the instance as a label. A part
 * that cannot be used is left out, and its facts say why. Throws EngineError, MemoryError or an AbortError.
 */
export async function sumOfParts({ parts, ...how }: FetchedParts, signal: AbortSignal): Promise<SummedParts> {
  const profiles: Profile[] = [];
  const facts: PartFacts[] = [];
  for (const part of parts) {
    const read = await readPart(part, how, signal);
    facts.push(read.facts);
    if (read.profile && !read.facts.problem) profiles.push(read.profile);
  }
  const bytes = profiles.length === 0 ? undefined : await promisify(gzip)(encodeProfile(mergeOfSameTime(profiles)));
  return { bytes, facts };
}

interface ReadPart {
  readonly profile?: Profile;
  readonly facts: PartFacts;
}

async function readPart(part: FetchedPart, how: Omit<FetchedParts, 'parts'>, signal: AbortSignal): Promise<ReadPart> {
  try {
    const read = (bytes: Uint8Array): Promise<Profile> => readProfile({ kind: 'bytes', bytes }, signal);
    const now = ofTypes(await read(part.bytes), how.types);
    const before = part.before && ofTypes(await read(part.before), how.types);
    const buildId = buildIdOf(now);
    const { profile, problem } = before ? difference(now, before) : { profile: now, problem: problemOfWhole(now, how) };
    const { timeNanos } = now;
    const facts = { buildId, timeNanos, sampleCount: profile.sampleCount, ...(problem && { problem }) };
    return { profile: part.instance === undefined ? profile : withTextLabel(profile, INSTANCE, part.instance), facts };
  } catch (error) {
    if (isAbort(error) || error instanceof MemoryError) throw error;
    const unreadable = error instanceof Error ? error.message : String(error);
    return { facts: { problem: { unreadable }, buildId: '', timeNanos: 0, sampleCount: 0 } };
  }
}

/** Go writes a duration of what it counts only into a difference. */
function problemOfWhole({ durationNanos }: Profile, { isDelta }: Pick<FetchedParts, 'isDelta'>): PartFacts['problem'] {
  return isDelta && durationNanos === 0 ? 'start' : undefined;
}

/** Like what net/http/pprof answers with `seconds`, but without a difference across a restart. */
function difference(now: Profile, before: Profile): { readonly profile: Profile; readonly problem?: PartFacts['problem'] } {
  if (buildIdOf(now) !== buildIdOf(before)) return { profile: now, problem: 'build' };
  const { exactTimeNanos, timeNanos } = now;
  const subtracted = subtractBase(now, before, { mode: 'base' });
  const hasLess = subtracted.sampleTypes.some(({ type }, i) => {
    return COUNTED_UP.test(type) && subtracted.values[i].some((value) => value < 0);
  });
  if (hasLess) return { profile: now, problem: 'restarted' };
  const exactDurationNanos = exactTimeNanos - before.exactTimeNanos;
  const durationNanos = Number(exactDurationNanos);
  return { profile: { ...subtracted, timeNanos, exactTimeNanos, durationNanos, exactDurationNanos } };
}

/** Keeps the sample types whose names begin so, if there are any, and the samples that have a value of these. */
function ofTypes(profile: Profile, beginning: string | undefined): Profile {
  const { sampleTypes } = profile;
  const columns = [...sampleTypes.keys()].filter((i) => sampleTypes[i].type.startsWith(beginning ?? ''));
  if (columns.length === 0 || columns.length === sampleTypes.length) return profile;
  const ofPprof = withTypes(profile, columns);
  // pprof would name the first one, such as `inuse_objects`; without a name, the last is shown: `inuse_space`.
  const unnamed = { namedSampleType: '', defaultSampleType: columns.length - 1 };
  const picked = profile.namedSampleType === '' ? { ...ofPprof, ...unnamed } : ofPprof;
  const isPicked = nonZeroSamples(picked);
  return isPicked.every((flag) => flag === 1) ? picked : compacted(picked, isPicked);
}

function buildIdOf({ mappings: [main] }: Profile): string {
  return main?.buildId ?? '';
}
