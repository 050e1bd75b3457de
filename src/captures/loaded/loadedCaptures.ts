import * as vscode from 'vscode';
import type { CaptureRecord, StoredProfile, StoredCapture, TimeSpan } from '../disk/captureStore';
import type { Engine } from '../../engine/client';
import { ignored } from '../../profile/common/ignored';
import { onceLoaded } from '../../ui/onceLoaded';
import { PreconditionError } from '../../ui/preconditionError';
import type { Baseline } from '../comparison';
import { type Capture, type LoadedProfile, sampleTypeNamed, type Viewed } from '../loadedCapture';
import type { Session } from '../session';
import { loadCaptured } from '../loadCaptured';
import { sourcesIn } from '../profileSources';
import { CapturesInUse, type LoadingParts, type WorkspaceSources } from './capturesInUse';
import type { CaptureStorage } from './captureStorage';
import { DraftsOnDemand } from './draftsOnDemand';
import { OpenProfileFiles } from './openProfileFiles';
import type { RememberedCapture, RememberedSession } from './rememberedSession';
import type { ReadTrace } from './traceFiles';

/** The captures of a window. The last capture, open profile files and the baselines stay loaded. */
export class LoadedCaptures implements vscode.Disposable {
  /** Makes captures. */
  readonly drafts: DraftsOnDemand;
  /** Profile files that are open in editors. */
  readonly files: OpenProfileFiles;
  private readonly store: CaptureStorage['store'];
  private readonly inUse: CapturesInUse;
  private readonly parts: LoadingParts;
  private readonly subscriptions: { dispose(): void }[];
  private readonly changed = new vscode.EventEmitter<void>();
  /** Fires when captures or open files are added, removed or changed, such as renamed or pinned. */
  readonly onDidChangeCaptures = this.changed.event;
  private restoring: Promise<void> | undefined;
  private choosing: AbortController | undefined;
  /** What the runtime of programs says of itself. */
  readonly programFigures = onceLoaded(async () => {
    const { ProgramFigures } = await import('./programFigures');
    return new ProgramFigures(this.store);
  });
  /** The session's active profile and baselines at its last event. */
  private active: Viewed | undefined;
  private baselines: readonly Baseline[] = [];

  constructor(
    engine: Engine,
    private readonly session: Session,
    private readonly remembered: RememberedSession,
    storage: CaptureStorage,
    /** See LoadingParts. */
    beforeRead: () => void,
    sources?: WorkspaceSources,
    readTrace?: ReadTrace,
  ) {
    this.store = storage.store;
    this.inUse = new CapturesInUse(engine, session);
    const onChange = (): void => this.changed.fire();
    const { store, inUse } = this;
    this.parts = { engine, session, remembered, store, inUse, beforeRead, sources, readTrace, onChange };
    this.drafts = new DraftsOnDemand(this.parts);
    this.files = new OpenProfileFiles(this.parts);
    this.subscriptions = [this.files, storage.watch(onChange), this.changed, session.onDidChange(() => this.follow())];
  }

  /**
   * The captures of this workspace, newest first, without those that this window still makes, unless they are of
   * services that are watched.
   */
  async records(): Promise<CaptureRecord[]> {
    const records = await this.store.list();
    return records.filter(({ id }) => !this.drafts.isMaking(id) || this.isGrowing(id));
  }

  /** Whether a capture is of a service that this window watches: it can be neither renamed nor deleted yet. */
  isGrowing(id: string): boolean {
    return this.drafts.growing(id) !== undefined;
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

  /** The file of a capture's profile. */
  captureFile({ id }: Pick<CaptureRecord, 'id'>, profile: StoredProfile): vscode.Uri {
    return vscode.Uri.file(this.store.pathOf(id, profile));
  }

  /** The stored texts of a capture's sources, by absolute path; empty if there are none. */
  async storedSources(id: string): Promise<ReadonlyMap<string, string>> {
    return (await this.store.read(id))?.sources ?? new Map();
  }

  /**
   * Loads a capture by id, or a profile file by URI, unless it is loaded already. In the end, the caller must call
   * `unloadUnused`, which unloads a capture that is not in use. Throws EngineError, the system's error, or an Error for
   * the user if the capture cannot be read, or has no profiles.
   * @param mayLackProfiles set if another capture may have the profiles of its program
   */
  async captureOf(id: string, { mayLackProfiles = false } = {}): Promise<Capture> {
    const { last, files } = this.inUse;
    const baselines = this.session.baselines.map(({ capture }) => capture);
    const all = [last?.capture, this.drafts.growing(id), files.get(id), ...baselines];
    const loaded = all.find((capture) => capture?.id === id);
    if (loaded) return loaded;
    const stored = await this.store.read(id);
    if (stored?.profiles.length === 0 && !mayLackProfiles) throw new Error(`${stored.title} was measured without profiles: it has results, but no line costs. Profile it to see them.`);
    if (stored) return this.load(stored);
    if (!id.includes('://')) throw new Error('This capture can no longer be read. Delete it, and measure again.');
    return (await this.files.read(vscode.Uri.parse(id))).capture;
  }

  /** Unloads the capture's profiles that are no longer in use. */
  unloadUnused(capture: Capture): void {
    this.inUse.unloadUnused(capture);
  }

  /** Makes a capture active. @param label of the profile to show; if unset, the profile of the kind chosen last */
  async openCapture(id: string, label?: string): Promise<void> {
    const capture = await this.captureOf(id);
    const before = this.inUse.last?.capture;
    const profile = capture.profiles.find((each) => each.label === label);
    this.inUse.makeLast(capture, profile);
    const { active } = this.session;
    if (profile && active) this.session.choose(profile.summary.id, active.sampleType);
    if (before && before !== capture) this.inUse.unloadUnused(before);
  }

  /** See chooseTime. A later call cancels an earlier one. */
  async chooseTime(time: TimeSpan | undefined, against?: TimeSpan): Promise<void> {
    this.choosing?.abort();
    const { signal } = (this.choosing = new AbortController());
    const { chooseTime } = await import('./chooseTime');
    await chooseTime(this.parts, this.drafts, time && { time, ...(against && { against }) }, signal);
  }

  /** Pins a capture, so that no limit deletes it or its program, or unpins it. Throws an Error for the user. */
  async pinCapture({ id }: CaptureRecord, isPinned: boolean): Promise<void> {
    this.requireWhole(id);
    await this.store.change(id, { isPinned });
    this.changed.fire();
  }

  /** Throws an Error for the user. */
  async renameCapture(record: CaptureRecord, title: string): Promise<void> {
    this.requireWhole(record.id);
    await this.store.change(record.id, { title });
    const { last } = this.inUse;
    const baseline = this.session.baselines.find(({ capture }) => capture.id === record.id);
    if (baseline) this.session.replaceBaseline(record, { ...baseline.capture, title });
    if (last?.capture.id === record.id) {
      const isShown = this.session.active?.capture === last.capture;
      this.inUse.last = { ...last, capture: { ...last.capture, title } };
      if (isShown) this.session.show(this.inUse.last);
    }
    this.changed.fire();
  }

  /** Deletes a capture from disk, and removes it from the session. Throws an Error for the user. */
  async deleteCapture(id: string): Promise<void> {
    this.requireWhole(id);
    const { last } = this.inUse;
    this.session.replaceBaseline({ id }, undefined);
    for (const { capture, comparedCapture, isOfSameRun } of this.session.baselines) {
      if (isOfSameRun && comparedCapture === id) this.session.replaceBaseline(capture, undefined);
    }
    this.drafts.forget(id);
    if (last?.capture.id === id) {
      if (this.session.active?.capture === last.capture) this.session.clear();
      else {
        this.inUse.last = undefined;
        this.remembered.keepCapture(undefined);
        this.inUse.unloadUnused(last.capture);
      }
    }
    await this.store.remove(id);
    this.changed.fire();
  }

  /** Restores the capture and profile file that were active before a window reload. Never rejects. */
  restore(): Promise<void> {
    return (this.restoring ??= this.restoreOnce().catch(ignored('the last capture is not restored')));
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
    this.store.dispose();
  }

  private requireWhole(id: string): void {
    if (!this.isGrowing(id)) return;
    const action = { title: 'Stop Watching', command: 'linecost.stopWatching' };
    throw new PreconditionError('This service is still watched. Stop watching it first.', action);
  }

  private async restoreOnce(): Promise<void> {
    const { capture, file } = this.remembered;
    if (file !== undefined) await this.files.restore(file).catch(ignored('an open profile file is not restored'));
    if (capture) await this.restoreCapture(capture);
  }

  /** Shows the same profile and sample type of the last capture, if it has them. */
  private async restoreCapture(remembered: RememberedCapture): Promise<void> {
    if (this.inUse.last) return;
    const capture = await this.captureOf(remembered.id);
    if (this.inUse.last) return this.inUse.unloadUnused(capture);
    const profile = capture.profiles.find(({ label }) => label === remembered.profile) ?? capture.profiles[0];
    const view = { capture, profile, sampleType: sampleTypeNamed(profile, remembered.sampleType) };
    this.inUse.last = view;
    if (this.session.active) return;
    this.session.show(view);
    this.session.choose(profile.summary.id, view.sampleType);
  }

  private async load(stored: StoredCapture): Promise<Capture> {
    const { profilePaths, profiles, sources, ...rest } = stored;
    const { engine, beforeRead, sources: workspace } = this.parts;
    beforeRead();
    const now = (profile: LoadedProfile) => workspace?.compiledSources(profile, sources);
    const loaded = await Promise.all(profilePaths.map((path, i) => {
      return loadCaptured(engine, profiles[i], path, stored.module ? sourcesIn(stored) : now);
    }));
    const earlierProfiles = await this.loadEarlier(stored);
    return { ...rest, sources: new Map(sources), profiles: loaded, ...(earlierProfiles && { earlierProfiles }) };
  }

  /** The profiles of the earlier program, which only a comparison needs; undefined without its capture. */
  private async loadEarlier({ id, turns }: StoredCapture): Promise<LoadedProfile[] | undefined> {
    const base = turns?.profiles && (await this.store.read(turns.base.id));
    if (!base) return undefined;
    const sources = sourcesIn(base);
    const loading = turns.profiles.map((profile) => {
      return loadCaptured(this.parts.engine, profile, this.store.pathOf(id, profile), sources);
    });
    return Promise.all(loading).catch(ignored('lines are compared with the profile of the earlier capture', undefined));
  }

  private follow(): void {
    this.followBaseline();
    const { active } = this.session;
    // While a window starts, a restored baseline must not make RememberedSession forget the capture.
    if (!active && !this.active) return;
    this.active = active;
    const { last } = this.inUse;
    const isCapture = active !== undefined && active.capture === last?.capture;
    if (!active || isCapture) {
      this.inUse.last = active;
      // A draft is not on disk yet.
      if (!this.drafts.has(active?.capture)) this.remembered.keepCapture(active);
    }
    if (!active && last) this.inUse.unloadUnused(last.capture);
    this.remembered.keepFile(isCapture ? undefined : active);
    this.files.dropRestored(({ file }) => file !== active?.capture.id);
  }

  private followBaseline(): void {
    const before = this.baselines;
    const { baselines } = this.session;
    if (baselines.length === before.length && baselines.every((baseline, i) => baseline === before[i])) return;
    this.baselines = baselines;
    this.remembered.keepBaselines(baselines);
    for (const { capture } of before) this.inUse.unloadUnused(capture);
  }
}
