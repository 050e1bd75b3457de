import { posix } from 'node:path';
import * as vscode from 'vscode';
import type { CaptureRecord, StoredProfile, StoredCapture } from '../disk/captureStore';
import type { Engine } from '../../engine/client';
import type { ProfileSource } from '../../engine/queries';
import type { Baseline } from '../comparison';
import type { Capture, LoadedProfile, Viewed } from '../loadedCapture';
import type { Session } from '../session';
import type { RememberedSession, RememberedCapture } from './rememberedSession';
import { type Captured, CaptureDraft, captureId, type CaptureInProgress, loadCaptured } from '../captureDraft';
import { correctBySources, sourcesIn, type SourcesNow } from '../profileSources';
import { firstToShow } from './firstShownProfile';
import { profilesOnlyOf } from './unusedProfiles';
import type { CaptureStorage } from './captureStorage';
import { isOpenInTab, isTabOf, restoredView, sampleTypeNamed } from './restoredSession';
import { ignored } from '../../profile/common/ignored';

interface DraftState {
  readonly draft: CaptureDraft;
  /** Set when the capture is shown, with the profiles loaded so far. */
  capture?: Capture;
  /** The active profile and the last capture before the draft's capture was shown. */
  previous: { readonly active?: Viewed; readonly last?: Viewed };
}

/** A profile file loaded for a tab that VS Code has not restored yet. */
interface RestoredFile {
  readonly file: string;
  readonly modified: number | undefined;
  readonly active: Promise<Viewed>;
}

/** Loads and unloads captures. The last capture, open profile files and the baselines stay loaded. */
export class LoadedCaptures implements vscode.Disposable {
  private readonly store: CaptureStorage['store'];
  private readonly subscriptions: { dispose(): void }[];
  /** The last capture as last shown. It is shown again when the active profile file is closed. */
  private last: Viewed | undefined;
  /** Open profile files, by URI. */
  private readonly files = new Map<string, Capture>();
  private readonly drafts = new Set<DraftState>();
  private readonly changed = new vscode.EventEmitter<void>();
  /** Fires when captures or open files are added, removed or changed, such as renamed or pinned. */
  readonly onDidChangeCaptures = this.changed.event;
  private restoring: Promise<void> | undefined;
  private restored: RestoredFile | undefined;
  /** The session's active profile and baselines at its last event. */
  private active: Viewed | undefined;
  private baselines: readonly Baseline[] = [];

  constructor(
    private readonly engine: Engine,
    private readonly session: Session,
    private readonly remembered: RememberedSession,
    storage: CaptureStorage,
    /** Called before profiles are loaded. Starts programs, which start fast only while this process is small. */
    private readonly beforeRead: () => void,
    private readonly sourcesNow: SourcesNow = () => undefined,
  ) {
    this.store = storage.store;
    this.subscriptions = [
      storage.watch(() => this.changed.fire()),
      this.changed,
      session.onDidChange(() => this.follow()),
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => this.followClosedTabs(closed)),
    ];
  }

  /** Begins a capture. Add profiles with `take`, then call `finish` or `store`, or `discard` if measuring fails. */
  begin(signal?: AbortSignal): CaptureInProgress {
    this.engine.start();
    this.beforeRead();
    const draft = new CaptureDraft(captureId(Date.now()), this.store, this.engine, signal);
    const state: DraftState = { draft, previous: {} };
    this.drafts.add(state);
    return {
      id: draft.id,
      take: (profile, bytes, known, expected, judge) => {
        const onLoaded = known && (() => this.showDraft(state, known, expected));
        return draft.take(profile, bytes, { sources: known ? sourcesIn(known) : this.sourcesNow, onLoaded, judge });
      },
      isEmpty: () => draft.isEmpty(),
      profiles: () => draft.loadedSoFar,
      finish: (captured) => this.complete(state, captured, signal),
      store: (captured, capturedAt) => this.storeUnshown(state, captured, capturedAt),
      discard: () => this.discard(state),
    };
  }

  private async complete(state: DraftState, captured: Captured, signal: AbortSignal | undefined): Promise<Capture> {
    const { sources, ...known } = captured;
    const record = await this.saveRecord(state, captured);
    const profiles = await this.loaded(state, signal);
    // If the capture was shown before the runs in turns, its results are added now.
    const { capture: shown } = state;
    if (shown && known.turns) this.replace(shown, (state.capture = { ...shown, ...known }));
    const capture: Capture = state.capture ?? { ...record, sources: new Map(sources), profiles };
    this.finish(state, capture);
    await state.draft.saveTotals(record, capture.profiles);
    this.changed.fire();
    return capture;
  }

  private async storeUnshown(state: DraftState, captured: Captured, capturedAt: number): Promise<CaptureRecord> {
    const { draft } = state;
    const record = await this.saveRecord(state, captured, capturedAt);
    const profiles = await this.loaded(state, undefined);
    this.drafts.delete(state);
    const stored = await draft.saveTotals(record, profiles);
    await draft.unload();
    this.changed.fire();
    return stored;
  }

  /** The captures of this workspace, newest first. */
  records(): Promise<CaptureRecord[]> {
    return this.store.list();
  }

  /** How many captures `records` left out because a newer version of Linecost stored them. */
  get newerCount(): number {
    return this.store.newerCount;
  }

  /** Whether a capture could not be saved, and is lost when the window closes. */
  isUnsaved({ id }: Pick<CaptureRecord, 'id'>): boolean {
    return this.store.isUnsaved(id);
  }

  /** Saves the captures that could not be saved before. Throws the system's error. */
  async saveUnsaved(): Promise<void> {
    await this.store.saveUnsaved();
    this.changed.fire();
  }

  /** The open profile files, newest first. */
  openFiles(): readonly Capture[] {
    return [...this.files.values()].reverse();
  }

  /**
   * Loads a capture by id, or a profile file by URI, unless it is loaded already. In the end, the caller must call
   * `unloadUnused`, which unloads a capture that is not in use. Throws EngineError, the system's error, or an Error for
   * the user if the capture cannot be read or has no profiles.
   */
  async captureOf(id: string): Promise<Capture> {
    const all = [this.last?.capture, this.files.get(id), ...this.session.baselines.map(({ capture }) => capture)];
    const loaded = all.find((capture) => capture?.id === id);
    if (loaded) return loaded;
    const stored = await this.store.read(id);
    if (stored?.profiles.length === 0) throw new Error(`${stored.title} was measured without profiles: it has results, but no line costs. Profile it to see them.`);
    if (stored) return this.load(stored);
    if (!id.includes('://')) throw new Error('This capture can no longer be read. Delete it, and measure again.');
    return (await this.readFile(vscode.Uri.parse(id))).capture;
  }

  /** Unloads the capture's profiles that are no longer in use. */
  unloadUnused(capture: Capture): void {
    const { active, baselines } = this.session;
    const drafts = [...this.drafts].flatMap(({ capture: draftCapture, previous }) => {
      return [draftCapture, ...[previous.last, previous.active].map((used) => used?.capture)];
    });
    const shown = [active?.capture, ...baselines.map((baseline) => baseline.capture)];
    const users = [this.last?.capture, this.files.get(capture.id), ...shown, ...drafts];
    for (const { summary } of profilesOnlyOf(capture, users)) {
      // When the window closes, the engine may already be disposed.
      this.engine.ask('unload', { profile: summary.id }).catch(ignored('a profile stays loaded'));
    }
  }

  /** Makes a capture active. @param label of the profile to show; if unset, the profile of the kind chosen last */
  async openCapture(id: string, label?: string): Promise<void> {
    const capture = await this.captureOf(id);
    const before = this.last?.capture;
    const profile = capture.profiles.find((each) => each.label === label);
    this.makeLast(capture, profile);
    const { active } = this.session;
    if (profile && active) this.session.choose(profile.summary.id, active.sampleType);
    if (before && before !== capture) this.unloadUnused(before);
  }

  /** Pins a capture, so that no limit deletes it or its program, or unpins it. */
  async pinCapture({ id }: CaptureRecord, isPinned: boolean): Promise<void> {
    await this.store.change(id, { isPinned });
    this.changed.fire();
  }

  async renameCapture(record: CaptureRecord, title: string): Promise<void> {
    await this.store.change(record.id, { title });
    const { last } = this;
    const baseline = this.session.baselines.find(({ capture }) => capture.id === record.id);
    if (baseline) this.session.replaceBaseline(record, { ...baseline.capture, title });
    if (last?.capture.id === record.id) {
      const isShown = this.session.active?.capture === last.capture;
      this.last = { ...last, capture: { ...last.capture, title } };
      if (isShown) this.session.show(this.last);
    }
    this.changed.fire();
  }

  /** Deletes a capture from disk, and removes it from the session. */
  async deleteCapture(id: string): Promise<void> {
    const { last } = this;
    this.session.replaceBaseline({ id }, undefined);
    this.forgetPrevious(id);
    if (last?.capture.id === id) {
      if (this.session.active?.capture === last.capture) this.session.clear();
      else {
        this.last = undefined;
        this.remembered.keepCapture(undefined);
        this.unloadUnused(last.capture);
      }
    }
    await this.store.remove(id);
    this.changed.fire();
  }

  /** The file of a capture's profile. */
  captureFile({ id }: CaptureRecord, profile: StoredProfile): vscode.Uri {
    return vscode.Uri.file(this.store.pathOf(id, profile));
  }

  /** Call after texts were added to the capture's sources, to store them. */
  async saveSources(capture: Capture): Promise<void> {
    this.session.sourcesGrew(capture);
    await this.store.saveSources(capture.id, capture.sources);
  }

  /** Restores the capture and profile file that were active before a window reload. Never rejects. */
  restore(): Promise<void> {
    return (this.restoring ??= this.restoreOnce().catch(ignored('the last capture is not restored')));
  }

  /** Loads a profile file as a capture of one profile, under the sample type last shown. Throws EngineError. */
  async openFile(uri: vscode.Uri, signal?: AbortSignal): Promise<Viewed> {
    const active = (await this.takeRestored(uri)) ?? (await this.readFile(uri, signal));
    this.files.set(active.capture.id, active.capture);
    this.session.replaceBaseline(active.capture, active.capture);
    this.changed.fire();
    return active;
  }

  /** Closes a profile file. If it was active, the last capture is shown again. */
  unload(capture: Capture): void {
    if (this.session.active?.capture === capture) {
      if (this.last) this.session.show(this.last);
      else this.session.clear();
    }
    const isOpen = this.files.get(capture.id) === capture;
    if (isOpen) this.files.delete(capture.id);
    this.unloadUnused(capture);
    if (isOpen) this.changed.fire();
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
    this.store.dispose();
  }

  /** Forgets a deleted capture, so that it is not shown again when a capture in progress fails. */
  private forgetPrevious(id: string): void {
    for (const state of this.drafts) {
      const { last, active } = state.previous;
      if (last?.capture.id !== id) continue;
      state.previous = { active: active?.capture.id === id ? undefined : active };
      this.unloadUnused(last.capture);
    }
  }

  private async saveRecord(
    { draft, capture }: DraftState,
    { sources, ...captured }: Captured,
    capturedAt = capture?.capturedAt ?? Date.now(),
  ): Promise<CaptureRecord> {
    const record: CaptureRecord = {
      ...captured,
      id: draft.id,
      capturedAt,
      profiles: draft.profiles,
    };
    await draft.stored();
    return this.store.save(record, sources, this.session.baselines.map(({ capture: { id } }) => id));
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
  private showDraft(state: DraftState, { sources, ...known }: Captured, expected: readonly string[] = []): void {
    const { draft, capture: before } = state;
    if (!this.drafts.has(state)) return;
    if (before) {
      this.replace(before, (state.capture = { ...before, profiles: draft.loadedSoFar }));
      return;
    }
    const { active } = this.session;
    const sameTarget = active && isOfTarget(active.capture, known.target) ? active : undefined;
    const profile = firstToShow(draft.loadedSoFar, sameTarget?.profile.label, expected);
    if (!profile) return;
    state.previous = { active, last: this.last };
    const { id, loadedSoFar: profiles } = draft;
    state.capture = { ...known, id, capturedAt: Date.now(), sources: new Map(sources), profiles };
    this.makeLast(state.capture, profile);
  }

  /** Makes a capture the last one, and active. @param profile if unset, the one of the kind that the user chose last */
  private makeLast(capture: Capture, profile?: LoadedProfile): void {
    const [first] = capture.profiles;
    this.last = { capture, profile: first, sampleType: first.summary.defaultSampleType };
    this.session.activate(capture, profile);
  }

  /** Replaces `before` with a newer object for the same capture, even where `before` is active or a baseline. */
  private replace(before: Capture, capture: Capture): void {
    const { active, baselines } = this.session;
    if (this.last?.capture === before) this.last = { ...this.last, capture };
    if (active?.capture === before) this.session.show({ ...active, capture });
    if (baselines.some((baseline) => baseline.capture === before)) this.session.replaceBaseline(before, capture);
  }

  /** Call when all profiles are loaded. Shows the capture if it was not shown yet, and unloads the previous one. */
  private finish(state: DraftState, capture: Capture): void {
    const { previous: before } = state;
    this.drafts.delete(state);
    if (state.capture) {
      if (this.last?.capture === capture) this.remembered.keepCapture(this.last);
      for (const used of [before.last, before.active]) if (used) this.unloadUnused(used.capture);
      return;
    }
    const { last } = this;
    this.makeLast(capture);
    if (last) this.unloadUnused(last.capture);
  }

  /** After a failed capture, shows the previous profile again, unless the user has opened another one. */
  private showPrevious(state: DraftState): void {
    this.drafts.delete(state);
    const { capture, previous: before } = state;
    if (!capture) return;
    const wasShown = this.session.active?.capture === capture;
    if (this.last?.capture === capture) this.last = before.last;
    this.session.replaceBaseline(capture, undefined);
    const { active = before.last } = before;
    const shown = active?.capture;
    const isStillOpen = shown && (shown === before.last?.capture || this.files.get(shown.id) === shown);
    const previousView = isStillOpen ? active : before.last;
    if (wasShown && previousView) {
      this.session.show(previousView);
    } else if (wasShown) this.session.clear();
    for (const used of [before.last, before.active]) if (used) this.unloadUnused(used.capture);
  }

  private async restoreOnce(): Promise<void> {
    const { capture: remembered, file } = this.remembered;
    if (file !== undefined && isOpenInTab(file)) await this.restoreFile(file).catch(ignored('an open profile file is not restored'));
    if (remembered) await this.restoreCapture(remembered);
  }

  private async restoreCapture(remembered: RememberedCapture): Promise<void> {
    if (this.last) return;
    const capture = await this.captureOf(remembered.id);
    if (this.last) return this.unloadUnused(capture);
    const view = restoredView(capture, remembered);
    this.last = view;
    if (this.session.active) return;
    this.session.show(view);
    this.session.choose(view.profile.summary.id, view.sampleType);
  }

  private async restoreFile(file: string): Promise<void> {
    const uri = vscode.Uri.parse(file);
    const modified = await modificationTime(uri);
    const active = this.readFile(uri);
    this.restored = { file, modified, active };
    const read = await active;
    if (!this.session.active) this.session.show(read);
  }

  private async takeRestored(uri: vscode.Uri): Promise<Viewed | undefined> {
    const restored = this.restored;
    if (restored?.file !== uri.toString()) return undefined;
    this.restored = undefined;
    const active = await restored.active;
    if (restored.modified === (await modificationTime(uri))) return active;
    this.unload(active.capture);
    return undefined;
  }

  private async readFile(uri: vscode.Uri, signal?: AbortSignal): Promise<Viewed> {
    const source: ProfileSource =
      uri.scheme === 'file'
        ? { kind: 'file', path: uri.fsPath }
        : { kind: 'bytes', bytes: await vscode.workspace.fs.readFile(uri) };
    this.beforeRead();
    const summary = await this.engine.ask('load', { source }, signal);
    const profile: LoadedProfile = { summary, label: summary.sampleTypes.at(-1)!.type };
    await correctBySources(this.engine, profile, this.sourcesNow, signal);
    const id = uri.toString();
    const title = posix.basename(uri.path);
    const capturedAt = summary.timeNanos / 1e6;
    const capture: Capture = { id, title, capturedAt, profiles: [profile], results: [], sources: new Map() };
    return { capture, profile, sampleType: sampleTypeNamed(profile, this.remembered.sampleTypeOf(id)) };
  }

  private async load(stored: StoredCapture): Promise<Capture> {
    const { profilePaths, profiles, sources, ...rest } = stored;
    this.beforeRead();
    const loading = profilePaths.map((path, i) => {
      const now = (profile: LoadedProfile) => this.sourcesNow(profile, sources);
      return loadCaptured(this.engine, profiles[i], path, stored.module ? sourcesIn(stored) : now);
    });
    const loaded = await Promise.all(loading);
    return { ...rest, sources: new Map(sources), profiles: loaded };
  }

  private follow(): void {
    this.followBaseline();
    const { active } = this.session;
    // While a window starts, a restored baseline must not make RememberedSession forget the capture.
    if (!active && !this.active) return;
    this.active = active;
    const { last } = this;
    const isCapture = active !== undefined && active.capture === last?.capture;
    if (!active || isCapture) {
      this.last = active;
      const isDraft = [...this.drafts].some(({ capture }) => capture !== undefined && capture === active?.capture);
      // A draft is not on disk yet.
      if (!isDraft) this.remembered.keepCapture(active);
    }
    if (!active && last) this.unloadUnused(last.capture);
    this.remembered.keepFile(isCapture ? undefined : active);
    if (this.restored && this.restored.file !== active?.capture.id) this.dropRestored(this.restored);
  }

  private followBaseline(): void {
    const before = this.baselines;
    const { baselines } = this.session;
    if (baselines.length === before.length && baselines.every((baseline, i) => baseline === before[i])) return;
    this.baselines = baselines;
    this.remembered.keepBaselines(baselines);
    for (const { capture } of before) this.unloadUnused(capture);
  }

  /**
   * Unloads the restored profile when its tab is closed, because a tab that was never shown has no editor to do so.
   */
  private followClosedTabs(tabs: readonly vscode.Tab[]): void {
    const { restored } = this;
    if (restored && tabs.some((tab) => isTabOf(restored.file, tab))) this.dropRestored(restored);
  }

  private dropRestored({ active }: RestoredFile): void {
    this.restored = undefined;
    void active.then(({ capture }) => this.unload(capture)).catch(ignored('a profile stays loaded'));
  }
}

function isOfTarget({ target }: Capture, { file, name }: CaptureRecord['target'] = { file: '', name: '' }): boolean {
  return target !== undefined && target.file === file && target.name === name;
}

/** Milliseconds since the epoch; undefined if the file cannot be read. */
async function modificationTime(uri: vscode.Uri): Promise<number | undefined> {
  return vscode.workspace.fs.stat(uri).then(({ mtime }) => mtime, () => undefined);
}
