import * as vscode from 'vscode';
import { RunStore, type RunRecord, type StoredProfile, type StoredRun } from '../bench/runStore';
import type { Engine } from '../engine/client';
import type { ProfileSource } from '../engine/queries';
import type { Baseline, LoadedProfile, Run, Session, Viewed } from '../session';
import type { ActiveMemory, RememberedCapture } from './activeMemory';
import { CaptureDraft } from './captureDraft';
import { profilesOnlyOf } from './holding';
import { runId } from './runId';

/** What is known of a capture when all its profiles are measured. */
export interface Captured extends Omit<RunRecord, 'id' | 'profiles' | 'capturedAt'> {
  /** Texts of sources as they were measured, by absolute path. */
  readonly sources: ReadonlyMap<string, string>;
}

/** A profile file read for a tab that VS Code has not brought back yet. */
interface Restored {
  readonly file: string;
  readonly modified: number | undefined;
  readonly active: Promise<Viewed>;
}

/** Loads runs into the engine and out of it: the last capture, opened profile files and the baseline are held. */
export class Runs implements vscode.Disposable {
  private readonly store: RunStore;
  private readonly subscriptions: { dispose(): void }[];
  /** The last capture as it was last shown; it comes back when a profile file that was active is closed. */
  private held: Viewed | undefined;
  /** Profile files that are open, by their address. */
  private readonly files = new Map<string, Run>();
  private readonly changed = new vscode.EventEmitter<void>();
  /** Fires when captures or open files came, went or were renamed. */
  readonly onDidChangeKept = this.changed.event;
  private restoring: Promise<void> | undefined;
  private restored: Restored | undefined;
  /** As they were last seen. */
  private active: Viewed | undefined;
  private baseline: Baseline | undefined;

  constructor(
    private readonly engine: Engine,
    private readonly session: Session,
    private readonly memory: ActiveMemory,
    storage: vscode.Uri,
    /** Called before a profile is read: what starts programs is quick only while this process holds little. */
    private readonly aboutToRead: () => void,
  ) {
    this.store = new RunStore(vscode.Uri.joinPath(storage, 'runs').fsPath);
    this.subscriptions = [
      this.changed,
      session.onDidChange(() => this.follow()),
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => this.tabsClosed(closed)),
    ];
  }

  /**
   * Makes what is measured the active run and keeps it on disk. Where measuring fails, nothing of it stays; where a
   * profile cannot be read, its files do.
   */
  async capture(measure: (draft: CaptureDraft) => Promise<Captured>, signal?: AbortSignal): Promise<Run> {
    this.engine.start();
    this.aboutToRead();
    const draft = new CaptureDraft(runId(Date.now()), this.store, this.engine, signal);
    const { record, sources } = await this.keep(draft, measure);
    const run: Run = { ...record, sources: new Map(sources), profiles: await draft.loaded() };
    const before = this.held?.run;
    const profile = firstWithSamples(run);
    this.held = { run, profile, sampleType: profile.summary.defaultSampleType };
    this.session.activate(run, profile);
    if (before) this.letGo(before);
    await this.store.update(withTotals(record, run));
    this.changed.fire();
    return run;
  }

  /** Captures of this workspace, the newest first. */
  captures(): Promise<RunRecord[]> {
    return this.store.list();
  }

  /** Runs of profile files that are open, the newest first. */
  openFiles(): readonly Run[] {
    return [...this.files.values()].reverse();
  }

  /**
   * A capture, or a profile file by its address, as a run that is loaded. Where nothing comes to hold it, it is to be
   * let go again.
   */
  async runOf(id: string): Promise<Run> {
    const loaded = [this.held?.run, this.files.get(id), this.session.baseline?.run].find((run) => run?.id === id);
    if (loaded) return loaded;
    const stored = await this.store.read(id);
    if (stored) return this.load(stored);
    if (!id.includes('://')) throw new Error('This capture cannot be read any more. Delete it, and measure again.');
    return (await this.readFile(vscode.Uri.parse(id))).run;
  }

  /** Unloads a run that nothing holds. */
  letGo(run: Run): void {
    const { active, baseline } = this.session;
    const holders = [this.held?.run, this.files.get(run.id), active?.run, baseline?.run];
    for (const { summary } of profilesOnlyOf(run, holders)) {
      // The engine may be gone already when the window closes.
      this.engine.ask('unload', { profile: summary.id }).catch(() => undefined);
    }
  }

  /** Makes a capture the active run, by the label of one of its profiles where that is asked for. */
  async openCapture(id: string, label?: string): Promise<void> {
    const run = await this.runOf(id);
    const before = this.held?.run;
    const profile = run.profiles.find((each) => each.label === label) ?? firstWithSamples(run);
    this.held = { run, profile, sampleType: profile.summary.defaultSampleType };
    this.session.activate(run, profile);
    if (before && before !== run) this.letGo(before);
  }

  async renameCapture(record: RunRecord, title: string): Promise<void> {
    await this.store.update({ ...record, title });
    const { held } = this;
    const { baseline } = this.session;
    if (baseline?.run.id === record.id) {
      this.session.compareWith({ ...baseline, run: { ...baseline.run, title } });
    }
    if (held?.run.id === record.id) {
      const isShown = this.session.active?.run === held.run;
      this.held = { ...held, run: { ...held.run, title } };
      if (isShown) this.show(this.held);
    }
    this.changed.fire();
  }

  /** Deletes a capture from disk; where it is shown, nothing is shown any more. */
  async deleteCapture(id: string): Promise<void> {
    const { held } = this;
    if (this.session.baseline?.run.id === id) this.session.compareWith(undefined);
    if (held?.run.id === id) {
      if (this.session.active?.run === held.run) this.session.clear();
      else {
        this.held = undefined;
        this.memory.keepCapture(undefined);
        this.letGo(held.run);
      }
    }
    await this.store.remove(id);
    this.changed.fire();
  }

  /** The file of a capture's profile. */
  captureFile({ id }: RunRecord, profile: StoredProfile): vscode.Uri {
    return vscode.Uri.file(this.store.pathOf(id, profile));
  }

  /** Adds texts to what is kept of the sources as they were captured. */
  async keepSources(run: Run): Promise<void> {
    this.session.sourcesGrew(run);
    await this.store.keepSources(run.id, run.sources);
  }

  /** Brings back what was active before the window was reloaded, as far as it can still be read. Never rejects. */
  restore(): Promise<void> {
    return (this.restoring ??= this.bringBack().catch(() => undefined));
  }

  /** Reads a profile file as a run of one profile, under the sample type that was last chosen for it. */
  async openFile(uri: vscode.Uri, signal?: AbortSignal): Promise<Viewed> {
    const active = (await this.takeRestored(uri)) ?? (await this.readFile(uri, signal));
    this.files.set(active.run.id, active.run);
    const { baseline } = this.session;
    if (baseline?.run.id === active.run.id) this.session.compareWith({ ...baseline, run: active.run });
    this.changed.fire();
    return active;
  }

  /** Lets a run go. Where it was active, the last capture is shown again. */
  unload(run: Run): void {
    if (this.session.active?.run === run) {
      if (this.held) this.show(this.held);
      else this.session.clear();
    }
    const isOpen = this.files.get(run.id) === run;
    if (isOpen) this.files.delete(run.id);
    this.letGo(run);
    if (isOpen) this.changed.fire();
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  private async keep(draft: CaptureDraft, measure: (draft: CaptureDraft) => Promise<Captured>) {
    try {
      const { sources, ...measured } = await measure(draft);
      const record: RunRecord = { ...measured, id: draft.id, capturedAt: Date.now(), profiles: draft.profiles };
      await draft.kept();
      await this.store.save(record, sources, this.session.baseline?.run.id);
      return { record, sources };
    } catch (error) {
      // What failed is what the user is told, also where the files cannot be removed.
      await draft.drop().catch(() => undefined);
      throw error;
    }
  }

  private async bringBack(): Promise<void> {
    const { capture, file } = this.memory;
    if (file !== undefined && isOpenInTab(file)) await this.restoreFile(file).catch(() => undefined);
    if (capture) await this.restoreCapture(capture);
  }

  private async restoreCapture(capture: RememberedCapture): Promise<void> {
    if (this.held) return;
    const run = await this.runOf(capture.id);
    if (this.held) return this.letGo(run);
    const profile = run.profiles.find(({ label }) => label === capture.profile) ?? run.profiles[0];
    this.held = { run, profile, sampleType: sampleTypeNamed(profile, capture.sampleType) };
    if (!this.session.active) this.show(this.held);
  }

  private async restoreFile(file: string): Promise<void> {
    const uri = vscode.Uri.parse(file);
    const modified = await modificationTime(uri);
    const active = this.readFile(uri);
    this.restored = { file, modified, active };
    const read = await active;
    if (!this.session.active) this.show(read);
  }

  private async takeRestored(uri: vscode.Uri): Promise<Viewed | undefined> {
    const restored = this.restored;
    if (restored?.file !== uri.toString()) return undefined;
    this.restored = undefined;
    const active = await restored.active;
    if (restored.modified === (await modificationTime(uri))) return active;
    this.unload(active.run);
    return undefined;
  }

  private async readFile(uri: vscode.Uri, signal?: AbortSignal): Promise<Viewed> {
    const source: ProfileSource =
      uri.scheme === 'file'
        ? { kind: 'file', path: uri.fsPath }
        : { kind: 'bytes', bytes: await vscode.workspace.fs.readFile(uri) };
    this.aboutToRead();
    const summary = await this.engine.ask('load', { source }, signal);
    const profile: LoadedProfile = { summary, label: summary.sampleTypes.at(-1)!.type };
    const id = uri.toString();
    const title = uri.path.split('/').at(-1)!;
    const capturedAt = summary.timeNanos / 1e6;
    const run: Run = { id, title, capturedAt, profiles: [profile], results: [], sources: new Map() };
    return { run, profile, sampleType: sampleTypeNamed(profile, this.memory.sampleTypeOf(id)) };
  }

  private async load(stored: StoredRun): Promise<Run> {
    const { profilePaths, profiles, sources, ...rest } = stored;
    this.aboutToRead();
    const loads = profilePaths.map((path) => this.engine.ask('load', { source: { kind: 'file', path } }));
    const loaded = await Promise.all(loads);
    const labelled = loaded.map((summary, i): LoadedProfile => ({ summary, label: profiles[i].label }));
    return { ...rest, sources: new Map(sources), profiles: labelled };
  }

  private show({ run, profile, sampleType }: Viewed): void {
    this.session.activate(run, profile);
    this.session.switchSampleType(sampleType);
  }

  private follow(): void {
    this.followBaseline();
    const { active } = this.session;
    // A baseline that is brought back before all else ends nothing.
    if (!active && !this.active) return;
    this.active = active;
    const { held } = this;
    const isCapture = active !== undefined && active.run === held?.run;
    if (!active || isCapture) {
      this.held = active;
      this.memory.keepCapture(active);
    }
    if (!active && held) this.letGo(held.run);
    this.memory.keepFile(isCapture ? undefined : active);
    if (this.restored && this.restored.file !== active?.run.id) this.dropRestored(this.restored);
  }

  private followBaseline(): void {
    const before = this.baseline;
    if (this.session.baseline === before) return;
    this.baseline = this.session.baseline;
    this.memory.keepBaseline(this.baseline);
    if (before) this.letGo(before.run);
  }

  /** A tab that was never shown has no editor that would let its profile go. */
  private tabsClosed(tabs: readonly vscode.Tab[]): void {
    const { restored } = this;
    if (restored && tabs.some((tab) => isTabOf(restored.file, tab))) this.dropRestored(restored);
  }

  private dropRestored({ active }: Restored): void {
    this.restored = undefined;
    void active.then(({ run }) => this.unload(run)).catch(() => undefined);
  }
}

function firstWithSamples({ profiles }: Run): LoadedProfile {
  return profiles.find(({ summary }) => summary.sampleCount > 0) ?? profiles[0];
}

function withTotals(record: RunRecord, run: Run): RunRecord {
  const profiles = record.profiles.map((profile, i): StoredProfile => {
    const { sampleTypes, defaultSampleType, totals } = run.profiles[i].summary;
    const total = { ...sampleTypes[defaultSampleType], value: totals[defaultSampleType] };
    return { ...profile, total, sampleTypes };
  });
  return { ...record, profiles };
}

function sampleTypeNamed({ summary }: LoadedProfile, name: string | undefined): number {
  const named = summary.sampleTypes.findIndex(({ type }) => type === name);
  return named >= 0 ? named : summary.defaultSampleType;
}

function isOpenInTab(file: string): boolean {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.some((tab) => isTabOf(file, tab));
}

function isTabOf(file: string, { input }: vscode.Tab): boolean {
  return input instanceof vscode.TabInputCustom && input.uri.toString() === file;
}

/** Milliseconds since the epoch; undefined where the file cannot be seen. */
async function modificationTime(uri: vscode.Uri): Promise<number | undefined> {
  return vscode.workspace.fs.stat(uri).then(({ mtime }) => mtime, () => undefined);
}
