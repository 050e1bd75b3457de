import { ignored } from '../../profile/common/ignored';
import { typeText } from '../../profile/text/sampleTypeNames';
import { loadCaptured, type PutProfile } from '../captureDraft';
import type { StoredProfile, TimeSpan } from '../disk/captureStore';
import { type Capture, type LoadedProfile, sampleTypeNamed } from '../loadedCapture';
import { sourcesIn } from '../profileSources';
import { chosenLabel, isOfChosenTime, piecesIn, timeOf } from '../timeOfProfile';
import type { CaptureDrafts } from './captureDrafts';
import type { LoadingParts } from './capturesInUse';

/**
 * Shows the CPU profile of the pieces that have a part of a time, as a profile of the active capture, in the place of
 * the one of another chosen time; undefined removes that one, and shows the whole CPU profile. Throws EngineError,
 * AbortError, or the system's error.
 */
export async function chooseTime(
  parts: LoadingParts,
  drafts: CaptureDrafts,
  time: TimeSpan | undefined,
  signal: AbortSignal,
): Promise<void> {
  const { session, store } = parts;
  const capture = session.active?.capture;
  if (!capture?.timeline) return;
  const before = capture.profiles.find(isOfChosenTime);
  if (!time) {
    const whole = capture.profiles.find(({ label }) => label === 'cpu');
    if (whole) session.switchProfile(whole.summary.id);
    if (before) await put(parts, drafts, capture.id, undefined);
    return;
  }
  const pieces = piecesIn(capture.timeline, time);
  if (pieces.length === 0) return;
  const bounds = timeOf(pieces);
  const label = chosenLabel(bounds);
  if (before?.label === label) return session.switchProfile(before.summary.id);
  const sources = pieces.map((piece) => ({ kind: 'file', path: store.pathOf(capture.id, piece) }) as const);
  const bytes = await parts.engine.ask('mergedBytes', { sources }, signal);
  const profile = { label, fileName: `cpu.${bounds.from}-${bounds.to}.pprof`, time: bounds };
  const path = await store.saveProfile(capture.id, profile, bytes);
  try {
    const loaded = await loadCaptured(parts.engine, profile, path, sourcesIn(capture), signal);
    await put(parts, drafts, capture.id, { profile, loaded, path });
  } catch (error) {
    await store.removeProfile(capture.id, profile).catch(ignored('the profile of a time stays on disk'));
    throw error;
  }
}

/** Puts the profile of a chosen time in the place of that of another, while the capture is made or after. */
async function put(
  parts: LoadingParts,
  drafts: CaptureDrafts,
  id: string,
  added: PutProfile | undefined,
): Promise<void> {
  const { session, store, inUse } = parts;
  const hasPut = await drafts.put(id, added, isOfChosenTime);
  const capture = inUse.last?.capture;
  if (capture?.id !== id) return;
  if (!hasPut) {
    const others = capture.profiles.filter((each) => !isOfChosenTime(each));
    const changed: Capture = { ...capture, profiles: [...others, ...(added ? [added.loaded] : [])] };
    inUse.replace(capture, changed);
    inUse.unloadUnused(capture);
    await storeChosen(store, id, added?.profile);
  }
  if (added && session.active?.capture.id === id) choose(parts, added.loaded);
}

/** Shows a profile under the sample type of the profile that is active, if it has it. */
function choose({ session }: LoadingParts, profile: LoadedProfile): void {
  const { profile: before, sampleType } = session.active!;
  const type = sampleTypeNamed(profile, typeText(before.summary.sampleTypes, sampleType));
  session.choose(profile.summary.id, type);
}

async function storeChosen(
  store: LoadingParts['store'],
  id: string,
  profile: StoredProfile | undefined,
): Promise<void> {
  const record = await store.read(id);
  if (!record) return;
  const profiles = [...record.profiles.filter((each) => !isOfChosenTime(each)), ...(profile ? [profile] : [])];
  await store.change(id, { profiles });
  const removed = record.profiles.filter((each) => isOfChosenTime(each) && each.fileName !== profile?.fileName);
  for (const each of removed) await store.removeProfile(id, each).catch(ignored('the profile of a time stays on disk'));
}
