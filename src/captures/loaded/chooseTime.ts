import { ignored } from '../../profile/common/ignored';
import { typeText } from '../../profile/text/sampleTypeNames';
import { inBackground } from '../../ui/inBackground';
import { showInformationMessage } from '../../ui/window';
import type { PutProfile } from '../captureDraft';
import { type Baseline, DEFAULT_OPTIONS } from '../comparison';
import type { StoredProfile } from '../disk/captureStore';
import { type Capture, type LoadedProfile, sampleTypeNamed } from '../loadedCapture';
import { loadCaptured } from '../loadCaptured';
import { sourcesIn } from '../profileSources';
import { isOfChosenTime, kindOfMoments, spanText } from '../timeOfProfile';
import { type ChosenPart, type ChosenTime, partsOfTime } from './partsOfTime';
import type { LoadingParts } from './capturesInUse';
import type { DraftsOnDemand } from './draftsOnDemand';

/**
 * Shows the profile of a time, as a profile of the active capture, in the place of the one of another chosen time: the
 * sum of the pieces of the CPU profile that have a part of the time, or what a watched service had in use at its end.
 * If another time is given, or something was in use at its beginning, it is compared with that. Undefined removes the
 * profile, and shows the whole one of its kind. Throws EngineError, AbortError, or the system's error.
 */
export async function chooseTime(
  parts: LoadingParts,
  drafts: DraftsOnDemand,
  chosen: ChosenTime | undefined,
  signal: AbortSignal,
): Promise<void> {
  const { session } = parts;
  const { capture, profile } = session.active ?? {};
  if (!capture?.timeline || !profile) return;
  const before = capture.profiles.find(isOfChosenTime);
  if (!chosen) {
    const kind = kindOfMoments(capture.timeline, profile.label) ?? 'cpu';
    const whole = capture.profiles.find(({ label }) => label === kind);
    compareWith(parts, capture, undefined);
    if (whole) session.switchProfile(whole.summary.id);
    if (before) await put(parts, drafts, capture.id, undefined);
    return;
  }
  const { now, base, leftOut } = partsOfTime(capture.timeline, profile.label, chosen);
  if (!now) return;
  if (leftOut !== undefined) inBackground(showInformationMessage(leftOut));
  if (before?.label === now.label) session.switchProfile(before.summary.id);
  else await show(parts, drafts, capture, now, signal);
  compareWith(parts, capture, base && (await baselineOf(parts, capture, { now, base }, signal)));
}

async function show(
  parts: LoadingParts,
  drafts: DraftsOnDemand,
  capture: Capture,
  part: ChosenPart,
  signal: AbortSignal,
): Promise<void> {
  const { profile, path } = await save(parts, capture, part, signal);
  try {
    const loaded = await loadCaptured(parts.engine, profile, path, sourcesOf(parts, capture), signal);
    await put(parts, drafts, capture.id, { profile, loaded, path });
  } catch (error) {
    await parts.store.removeProfile(capture.id, profile).catch(ignored('the profile of a time stays on disk'));
    throw error;
  }
}

/** Writes a part as a profile of its own, since the files of a run that goes on become others. */
async function save(
  { engine, store }: LoadingParts,
  { id }: Capture,
  { label, fileName, files, time }: ChosenPart,
  signal: AbortSignal,
): Promise<{ readonly profile: StoredProfile; readonly path: string }> {
  const sources = files.map((file) => ({ kind: 'file', path: store.pathOf(id, { fileName: file }) }) as const);
  const profile = { label, fileName, time };
  return { profile, path: await store.saveProfile(id, profile, await engine.ask('mergedBytes', { sources }, signal)) };
}

/** A service was not built here, so its sources are found in the workspace. */
function sourcesOf({ sources }: LoadingParts, capture: Capture) {
  if (capture.module) return sourcesIn(capture);
  return (profile: LoadedProfile) => sources?.compiledSources(profile, capture.sources);
}

/** Another time of the capture as its baseline. */
async function baselineOf(
  parts: LoadingParts,
  capture: Capture,
  { now, base }: { readonly now: ChosenPart; readonly base: ChosenPart },
  signal: AbortSignal,
): Promise<Baseline> {
  const other = { ...base, fileName: `against.${base.fileName}` };
  const { profile, path } = await save(parts, capture, other, signal);
  const loaded = await loadCaptured(parts.engine, profile, path, sourcesOf(parts, capture), signal);
  const { title, subject, fetched, sources } = capture;
  const sides = { now: spanText(now.time), before: spanText(base.time) };
  const part: Capture = {
    id: `${capture.id}#${other.fileName}`, title, capturedAt: 0, profiles: [loaded], results: [], sources, sides,
    ...(subject !== undefined && { subject }), ...(fetched && { fetched }),
  };
  return {
    ...DEFAULT_OPTIONS,
    capture: part,
    movedFiles: () => [],
    totals: now.isInUse,
    comparedCapture: capture.id,
    isOfSameRun: true,
  };
}

/** Compares a capture with a time of its own, or no longer with one. */
function compareWith({ session, store, inUse }: LoadingParts, { id }: Capture, baseline: Baseline | undefined): void {
  const before = session.baselines.find((each) => each.isOfSameRun && each.comparedCapture === id);
  if (baseline) session.compareWith(baseline);
  else if (before) session.replaceBaseline(before.capture, undefined);
  if (before) inUse.unloadUnused(before.capture);
  const [, fileName] = before?.capture.id.split('#') ?? [];
  if (fileName === undefined || before?.capture.id === baseline?.capture.id) return;
  store.removeProfile(id, { fileName }).catch(ignored('the profile of a time stays on disk'));
}

/** Puts the profile of a chosen time in the place of that of another, while the capture is made or after. */
async function put(
  parts: LoadingParts,
  drafts: DraftsOnDemand,
  id: string,
  added: PutProfile | undefined,
): Promise<void> {
  const { session, store, inUse } = parts;
  const view = (): void => {
    if (added && session.active?.capture.id === id) choose(parts, added.loaded);
  };
  const hasPut = await drafts.put(id, added, isOfChosenTime, view);
  if (hasPut) return;
  const capture = inUse.last?.capture;
  if (capture?.id !== id) return;
  const others = capture.profiles.filter((each) => !isOfChosenTime(each));
  const changed: Capture = { ...capture, profiles: [...others, ...(added ? [added.loaded] : [])] };
  inUse.replace(capture, changed);
  view();
  inUse.unloadUnused(capture);
  await storeChosen(store, id, added?.profile);
  parts.onChange();
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
