import { ignored } from '../../profile/common/ignored';
import { inBackground } from '../../ui/inBackground';
import {
  type Captured, CaptureDraft, captureId, type JudgeProfile, type ProfileBytes, type PutProfile,
} from '../captureDraft';
import type { CaptureRecord, StoredProfile, StoredTimeline } from '../disk/captureStore';
import type { Capture, LoadedProfile, Viewed } from '../loadedCapture';
import { sourcesIn } from '../profileSources';
import type { LoadingParts } from './capturesInUse';

/** A capture in progress. */
export interface CaptureInProgress {
  /** The id of the future capture. */
  readonly id: string;
  /**
   * Stores and loads a profile. With `known`, the capture is shown as soon as this profile is loaded, except while the
   * kind of profile now on screen is still to come. Resolves when loading ends, even if it fails.
   * @param expected labels of all profiles that the capture will have
   * @param judge called with the loaded profile, before it is shown
   */
  take(
    profile: StoredProfile,
    bytes: ProfileBytes,
    known?: Captured,
    expected?: readonly string[],
    judge?: JudgeProfile,
  ): Promise<void>;
  /**
   * Shows the sum of the rounds of a profile that was taken, the last of which is new, in its place. If it rejects, the
   * profile stays as it was.
   */
  retake(
    profile: StoredProfile,
    rounds: readonly Uint8Array[],
    known: Captured,
    judge?: JudgeProfile,
  ): Promise<void>;
  /**
   * Stores the capture as it is, because only further rounds of its profiles are still to come. Each one that is taken
   * is stored, too, and the capture stays if those to come fail, or the window closes. If it cannot be stored, throws
   * EngineError, AbortError or the system's error.
   */
  storeSoFar(known: Captured): Promise<void>;
  /**
   * Stores and loads a profile of the earlier program that this one is measured against. Resolves like `take`.
   * @param base the id of the capture of that program, which has its sources
   */
  takeEarlier(profile: StoredProfile, bytes: ProfileBytes, base: string): Promise<void>;
  /** Stores the execution trace from which profiles were made, for `go tool trace`. */
  keepTrace(trace: Uint8Array): Promise<void>;
  /** Files of the capture besides its profiles. */
  readonly files: CaptureFiles;
  /** The profiles of the earlier program. */
  earlierProfiles(): readonly StoredProfile[];
  /** Adds what only a later run has shown of the profile with this label. */
  amend(label: string, later: Pick<StoredProfile, 'slower'>): void;
  /** Whether profiles have been loaded, but none of them has samples. */
  isEmpty(): boolean;
  /** The profiles loaded so far. */
  profiles(): readonly LoadedProfile[];
}

export interface CaptureFiles {
  /** Writes a file that the capture's `timeline` names later. Throws the system's error. */
  save(fileName: string, bytes: Uint8Array): Promise<void>;
  /** Deletes a file that no stored `timeline` names any longer. Never rejects. */
  remove(fileName: string): Promise<void>;
  pathOf(fileName: string): string;
}

/** A capture in progress that stays open until one of these is called. */
export interface OpenDraft extends CaptureInProgress {
  /**
   * Stores the capture without showing it, and unloads it.
   * @param capturedAt milliseconds since the epoch
   */
  store(captured: Captured, capturedAt: number): Promise<CaptureRecord>;
  /** Deletes the capture. Never rejects. */
  discard(): Promise<void>;
}

/** Takes the profiles of a capture, and returns what else is known of it; undefined if it is not to be kept. */
export type TakeCapture<T extends Captured | undefined = Captured> = (inProgress: CaptureInProgress) => Promise<T>;

/** The file of an execution trace in the folder of a capture, beside the profiles that were made of it. */
export const STORED_TRACE: StoredProfile = { label: 'trace', fileName: 'trace.out' };

interface DraftState {
  readonly draft: CaptureDraft;
  /** Set when the capture is shown, with the profiles loaded so far. */
  capture?: Capture;
  /** Set when the capture is stored, while further rounds of its profiles are taken. */
  stored?: Captured;
  /** Replaced profiles whose files the stored record may still name. */
  replaced: readonly StoredProfile[];
  /** Set when its end has begun: settled when it is over. */
  ending?: Promise<unknown>;
  /** The active profile and the last capture before the draft's capture was shown. */
  previous: { readonly active?: Viewed; readonly last?: Viewed };
}

/** Makes captures. While its other profiles are still measured, a capture is shown with the first ones. */
export class CaptureDrafts {
  private readonly drafts = new Set<DraftState>();

  constructor(private readonly parts: LoadingParts) {
    parts.inUse.add(() => [...this.drafts].flatMap(({ capture, previous }) => {
      return [capture, previous.last?.capture, previous.active?.capture];
    }));
  }

  /**
   * Makes a capture, stores it on disk, and makes it active unless it was shown before; then stores the texts of its
   * files in the workspace that it lacks. If it fails or is not to be kept, it is deleted, and the profile that was
   * shown before is shown again; if a profile cannot be loaded, the files stay, unless the capture was cancelled.
   */
  keep(take: TakeCapture, signal?: AbortSignal): Promise<Capture>;
  keep(take: TakeCapture<Captured | undefined>, signal?: AbortSignal): Promise<Capture | undefined>;
  keep(take: TakeCapture<Captured | undefined>, signal?: AbortSignal): Promise<Capture | undefined> {
    return this.make(take, async (state, captured) => {
      const capture = await this.complete(state, captured, signal);
      inBackground(this.addSources(capture));
      return capture;
    }, signal);
  }

  /** Makes a capture and stores it, but does not show it. */
  async store(take: TakeCapture, signal?: AbortSignal): Promise<CaptureRecord> {
    return (await this.make(take, (state, captured) => this.storeUnshown(state, captured, Date.now()), signal))!;
  }

  /** Begins a capture that is stored later, if at all, and not shown. */
  begin(signal?: AbortSignal): OpenDraft {
    const state = this.newDraft(signal);
    return {
      ...this.inProgress(state),
      store: (captured, capturedAt) => this.storeUnshown(state, captured, capturedAt),
      discard: () => this.discard(state),
    };
  }

  /** Whether a capture is still being made, and not stored yet. */
  has(capture: Capture | undefined): boolean {
    return capture !== undefined && [...this.drafts].some((state) => state.capture === capture && !state.stored);
  }

  /** Whether a capture is still being made, even if its first rounds are stored. */
  isMaking(id: string): boolean {
    return [...this.drafts].some(({ draft }) => draft.id === id);
  }

  /** The capture of a service that is still watched, once it is stored and shown: it may grow for hours. */
  growing(id: string): Capture | undefined {
    return [...this.drafts].find(({ draft, stored }) => draft.id === id && stored?.timeline?.watch)?.capture;
  }

  /** Forgets a deleted capture, so that it is not shown again when a capture in progress fails. */
  forget(id: string): void {
    for (const state of this.drafts) {
      const { last, active } = state.previous;
      if (last?.capture.id !== id) continue;
      state.previous = { active: active?.capture.id === id ? undefined : active };
      this.parts.inUse.unloadUnused(last.capture);
    }
  }

  private async make<T>(
    take: TakeCapture<Captured | undefined>,
    end: (state: DraftState, captured: Captured) => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<T | undefined> {
    const state = this.newDraft(signal);
    try {
      const captured = await take(this.inProgress(state));
      if (captured) return await this.end(state, end(state, captured));
      await this.discard(state);
      return undefined;
    } catch (error) {
      const { stored } = state;
      if (!stored || !this.drafts.has(state)) {
        await this.discard(state);
        throw error;
      }
      ignored('the capture has fewer rounds than it could')(error);
      return await this.end(state, end(state, stored));
    }
  }

  private end<T>(state: DraftState, ending: Promise<T>): Promise<T> {
    state.ending = ending.catch(() => undefined);
    return ending;
  }

  /**
   * Puts a profile in the place of those that `isReplaced`. Resolves to whether it did, which is not so if the capture
   * is not in progress, or not any longer.
   * @param onPut called when the capture has it, before the others are unloaded, so that no view asks for these again
   */
  async put(
    id: string,
    added: PutProfile | undefined,
    isReplaced: (profile: StoredProfile) => boolean,
    onPut: () => void = () => undefined,
  ): Promise<boolean> {
    const state = [...this.drafts].find(({ draft }) => draft.id === id);
    if (!state?.capture || state.ending) {
      await state?.ending;
      return false;
    }
    const { draft, capture } = state;
    const replaced = draft.put(added, isReplaced);
    state.capture = { ...capture, profiles: draft.loadedSoFar };
    this.parts.inUse.replace(capture, state.capture);
    onPut();
    for (const { loaded } of replaced) draft.unloadInBackground(loaded);
    state.replaced = [...state.replaced, ...replaced.map(({ profile }) => profile)];
    await this.storeRound(state);
    this.parts.onChange();
    return true;
  }

  private newDraft(signal: AbortSignal | undefined): DraftState {
    const { engine, store, beforeRead } = this.parts;
    engine.start();
    beforeRead();
    const draft = new CaptureDraft(captureId(Date.now()), store, engine, signal);
    const state: DraftState = { draft, replaced: [], previous: {} };
    this.drafts.add(state);
    return state;
  }

  private inProgress(state: DraftState): CaptureInProgress {
    const { draft } = state;
    return {
      id: draft.id,
      take: (profile, bytes, known, expected, judge) => {
        const onLoaded = known && (() => this.show(state, known, expected));
        const now = (loaded: LoadedProfile) => this.parts.sources?.compiledSources(loaded);
        const sources = known?.module ? sourcesIn(known) : now;
        return draft.take(profile, bytes, { sources, onLoaded, judge });
      },
      retake: async (profile, rounds, known, judge) => {
        const now = (loaded: LoadedProfile) => this.parts.sources?.compiledSources(loaded);
        const before = await draft.retake(profile, rounds, { sources: known.module ? sourcesIn(known) : now, judge });
        this.show(state, known);
        draft.unloadInBackground(before.loaded);
        state.replaced = [...state.replaced, before.profile];
        await this.storeRound(state, known.timeline);
      },
      storeSoFar: (known) => this.storeSoFar(state, known),
      takeEarlier: async (profile, bytes, base) => {
        const stored = await this.parts.store.read(base);
        return draft.takeEarlier(profile, bytes, stored && sourcesIn(stored));
      },
      keepTrace: async (trace) => {
        const saving = this.parts.store.saveProfile(draft.id, STORED_TRACE, trace);
        await saving.then(() => undefined, ignored('the trace is not kept'));
      },
      files: {
        save: async (fileName, bytes) => void (await this.parts.store.saveProfile(draft.id, { fileName }, bytes)),
        remove: (fileName) => draft.removeFile({ fileName }),
        pathOf: (fileName) => this.parts.store.pathOf(draft.id, { fileName }),
      },
      earlierProfiles: () => draft.earlierProfiles,
      amend: (label, later) => draft.amend(label, later),
      isEmpty: () => draft.isEmpty(),
      profiles: () => draft.loadedSoFar,
    };
  }

  private async storeSoFar(state: DraftState, known: Captured): Promise<void> {
    const { draft } = state;
    const { inUse, remembered } = this.parts;
    const loaded = await draft.loaded();
    const record = await this.saveRecord(state, known);
    state.stored = known;
    await draft.saveTotals(record, loaded);
    if (inUse.last && inUse.last.capture === state.capture) remembered.keepCapture(inUse.last);
    this.parts.onChange();
  }

  /** Lets the stored record, if any, name the files of the profiles that are loaded now, and removes older ones. */
  private async storeRound(state: DraftState, timeline?: StoredTimeline): Promise<void> {
    const { draft, stored, replaced } = state;
    const changed = { profiles: draft.profilesWithTotals, ...(timeline && { timeline }) };
    if (stored && timeline) state.stored = { ...stored, timeline };
    const storing = stored ? this.parts.store.change(draft.id, changed) : Promise.resolve();
    const remove = () => this.removeReplaced(state, replaced);
    await storing.then(remove, ignored('a round is stored with the next one'));
  }

  /** Deletes the files that no stored record names any longer. Never rejects. */
  private async removeReplaced(state: DraftState, removed: readonly StoredProfile[]): Promise<void> {
    state.replaced = state.replaced.filter((each) => !removed.includes(each));
    for (const profile of removed) await state.draft.removeFile(profile);
  }

  private async complete(state: DraftState, captured: Captured, signal: AbortSignal | undefined): Promise<Capture> {
    const { sources, ...known } = captured;
    const record = await this.saveRecord(state, captured);
    const profiles = await this.loaded(state, signal);
    const { draft } = state;
    if (!known.turns) await draft.unloadEarlier();
    const earlierProfiles = known.turns ? await draft.loadedEarlier() : [];
    const loaded = { profiles, ...(earlierProfiles.length > 0 && { earlierProfiles }) };
    // If the capture was shown before its last runs, their results are added now.
    const { capture: shown } = state;
    const haveResults = known.results.length > 0 || (shown && shown.results.length > 0);
    const areOther = (haveResults && known.results !== shown?.results) || known.timeline !== shown?.timeline;
    if (shown && (known.turns || areOther || profiles.some((each) => !shown.profiles.includes(each)))) {
      this.parts.inUse.replace(shown, (state.capture = { ...shown, ...known, ...loaded }));
    }
    const capture: Capture = state.capture ?? { ...record, sources: new Map(sources), ...loaded };
    this.finish(state, capture);
    await draft.saveTotals(record, capture.profiles);
    this.parts.onChange();
    return capture;
  }

  private async storeUnshown(state: DraftState, captured: Captured, capturedAt: number): Promise<CaptureRecord> {
    const { draft } = state;
    const record = await this.saveRecord(state, captured, capturedAt);
    const profiles = await this.loaded(state, undefined);
    this.drafts.delete(state);
    const stored = await draft.saveTotals(record, profiles);
    await draft.unload();
    this.parts.onChange();
    return stored;
  }

  private async addSources(capture: Capture): Promise<void> {
    const { sources, store, session, inUse } = this.parts;
    const add = async () => {
      if (!sources) return;
      await sources.snapshot(capture);
      session.sourcesGrew(capture);
      await store.saveSources(capture.id, capture.sources);
    };
    await add().catch(ignored('sources are not stored'));
    // The user may have opened another capture meanwhile.
    inUse.unloadUnused(capture);
  }

  private async saveRecord(
    state: DraftState,
    { sources, ...captured }: Captured,
    capturedAt = state.capture?.capturedAt ?? Date.now(),
  ): Promise<CaptureRecord> {
    const { store, session } = this.parts;
    const { draft, replaced } = state;
    const record: CaptureRecord = { ...captured, id: draft.id, capturedAt, profiles: draft.profiles };
    await draft.stored();
    const saved = await store.save(record, sources, session.baselines.map(({ capture: { id } }) => id));
    await this.removeReplaced(state, replaced);
    return saved;
  }

  private async discard(state: DraftState): Promise<void> {
    if (!this.drafts.has(state)) return;
    this.showPrevious(state);
    // The user needs the first error, not one of the cleanup.
    await state.draft.drop().catch(ignored('a failed capture stays on disk'));
  }

  private async loaded(state: DraftState, signal: AbortSignal | undefined): Promise<LoadedProfile[]> {
    const { draft } = state;
    try {
      return await draft.loaded();
    } catch (error) {
      this.showPrevious(state);
      await (signal?.aborted ? draft.drop() : draft.unload()).catch(ignored('a failed capture stays loaded'));
      throw error;
    }
  }

  /** Shows the profiles loaded so far, while the others are still measured. */
  private show(state: DraftState, { sources, ...known }: Captured, expected: readonly string[] = []): void {
    const { draft, capture: before } = state;
    const { inUse, session } = this.parts;
    if (!this.drafts.has(state)) return;
    if (before) return inUse.replace(before, (state.capture = { ...before, ...known, profiles: draft.loadedSoFar }));
    const { active } = session;
    const sameTarget = active && isOfTarget(active.capture, known.target) ? active : undefined;
    const profile = firstToShow(draft.loadedSoFar, sameTarget?.profile.label, expected);
    if (!profile) return;
    state.previous = { active, last: inUse.last };
    const { id, loadedSoFar: profiles } = draft;
    state.capture = { ...known, id, capturedAt: Date.now(), sources: new Map(sources), profiles };
    inUse.makeLast(state.capture, profile);
  }

  /** Call when all profiles are loaded. Shows the capture if it was not shown yet, and unloads the previous one. */
  private finish(state: DraftState, capture: Capture): void {
    const { inUse, remembered } = this.parts;
    const { previous: before } = state;
    const { last } = inUse;
    this.drafts.delete(state);
    if (!state.capture) inUse.makeLast(capture);
    else if (last?.capture === capture) remembered.keepCapture(last);
    const unused = state.capture ? [before.last, before.active] : [last];
    for (const used of unused) if (used) inUse.unloadUnused(used.capture);
  }

  /** After a failed capture, shows the previous profile again, unless the user has opened another one. */
  private showPrevious(state: DraftState): void {
    const { inUse, session } = this.parts;
    this.drafts.delete(state);
    const { capture, previous: before } = state;
    if (!capture) return;
    const wasShown = session.active?.capture === capture;
    if (inUse.last?.capture === capture) inUse.last = before.last;
    session.replaceBaseline(capture, undefined);
    const { active = before.last } = before;
    const shown = active?.capture;
    const isStillOpen = shown && (shown === before.last?.capture || inUse.files.get(shown.id) === shown);
    const previousView = isStillOpen ? active : before.last;
    if (wasShown && previousView) session.show(previousView);
    else if (wasShown) session.clear();
    for (const used of [before.last, before.active]) if (used) inUse.unloadUnused(used.capture);
  }
}

function isOfTarget({ target }: Capture, { file, name }: CaptureRecord['target'] = { file: '', name: '' }): boolean {
  return target !== undefined && target.file === file && target.name === name;
}

/**
 * The profile to show of an unfinished capture. This is the one of the given kind if it has samples; undefined while
 * that one is still to come. Then it is the first loaded profile with samples in the user's code, if any.
 * @param expected the kinds of all profiles that the capture will have
 */
export function firstToShow(
  loaded: readonly LoadedProfile[],
  kind: string | undefined,
  expected: readonly string[],
): LoadedProfile | undefined {
  const ofKind = loaded.find(({ label, summary }) => label === kind && summary.sampleCount > 0);
  const isExpected = kind !== undefined && expected.includes(kind) && !loaded.some(({ label }) => label === kind);
  const isWorthShowing = ({ summary: { sampleCount }, lacksOwnCode }: LoadedProfile): boolean => {
    return sampleCount > 0 && !lacksOwnCode;
  };
  return ofKind ?? (isExpected ? undefined : loaded.find(isWorthShowing));
}
