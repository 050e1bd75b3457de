import * as vscode from 'vscode';
import { RunStore, type RunRecord, type StoredRun } from '../bench/runStore';
import type { Engine } from '../engine/client';
import type { ProfileSource } from '../engine/queries';
import type { Active, LoadedProfile, Run, Session } from '../session';

const ACTIVE_RUN = 'linecost.activeRun';

/** What a capture hands over: the record to keep, the profiles' bytes in its order, texts of sources by path. */
export interface Capture {
  readonly record: RunRecord;
  readonly profiles: readonly Uint8Array[];
  readonly sources: ReadonlyMap<string, string>;
}

/** What is remembered of the active profile across a window reload. */
interface RememberedRun {
  readonly id: string;
  readonly profile: string;
  readonly sampleType: string;
}

/**
 * Loads runs into the engine and out of it: the active run and those of opened profile files are held, nothing else.
 */
export class Runs implements vscode.Disposable {
  private readonly store: RunStore;
  private readonly subscription: { dispose(): void };
  private held: Run | undefined;

  constructor(
    private readonly engine: Engine,
    private readonly session: Session,
    private readonly memento: vscode.Memento,
    storage: vscode.Uri,
  ) {
    this.store = new RunStore(vscode.Uri.joinPath(storage, 'runs').fsPath);
    this.subscription = session.onDidChange(() => this.follow());
  }

  /** Keeps a capture on disk, loads it and makes it the active run. */
  async adopt(capture: Capture, signal?: AbortSignal): Promise<Run> {
    const { record, profiles, sources } = capture;
    const stored = await this.store.save(record, profiles, sources);
    const run = await this.load(stored, signal);
    this.hold(run, run.profiles[0]);
    return run;
  }

  /** Adds texts to what is kept of the sources as they were captured. */
  async keepSources(run: Run): Promise<void> {
    await this.store.keepSources(run.id, run.sources);
  }

  /** Brings back the run that was active before the window was reloaded, if it still can be read. */
  async restore(): Promise<void> {
    const last = this.memento.get<RememberedRun>(ACTIVE_RUN);
    const stored = last && (await this.store.read(last.id));
    if (!stored || this.session.active) return;
    const run = await this.load(stored);
    if (this.session.active) return this.unload(run);
    const profile = run.profiles.find(({ label }) => label === last.profile) ?? run.profiles[0];
    this.hold(run, profile);
    this.session.switchSampleType(profile.summary.sampleTypes.findIndex(({ type }) => type === last.sampleType));
  }

  /** A profile file as a run of one profile. */
  async openFile(uri: vscode.Uri): Promise<Run> {
    const name = uri.path.split('/').at(-1)!;
    const source: ProfileSource =
      uri.scheme === 'file'
        ? { kind: 'file', path: uri.fsPath }
        : { kind: 'bytes', bytes: await vscode.workspace.fs.readFile(uri) };
    const summary = await this.engine.ask('load', { source });
    const capturedAt = summary.timeNanos / 1e6;
    return {
      id: uri.toString(),
      title: name,
      capturedAt,
      profiles: [{ summary, label: summary.sampleTypes.at(-1)!.type }],
      results: [],
      sources: new Map(),
    };
  }

  unload(run: Run): void {
    if (this.session.active?.run === run) this.session.clear();
    for (const { summary } of run.profiles) {
      // The engine may be gone already when the window closes.
      this.engine.ask('unload', { profile: summary.id }).catch(() => undefined);
    }
  }

  dispose(): void {
    this.subscription.dispose();
  }

  private async load(stored: StoredRun, signal?: AbortSignal): Promise<Run> {
    const { profilePaths, profiles, sources, ...rest } = stored;
    const loads = profilePaths.map((path) => this.engine.ask('load', { source: { kind: 'file', path } }, signal));
    const loaded = await Promise.all(loads);
    const labelled = loaded.map((summary, i): LoadedProfile => ({ summary, label: profiles[i].label }));
    return { ...rest, sources: new Map(sources), profiles: labelled };
  }

  /** A new capture takes the place of the one before; opened files keep theirs until they are closed. */
  private hold(run: Run, profile: LoadedProfile): void {
    const before = this.held;
    this.held = run;
    this.session.activate(run, profile);
    if (before) this.unload(before);
  }

  private follow(): void {
    const active = this.session.active;
    if (active && active.run !== this.held) return;
    void this.memento.update(ACTIVE_RUN, active && remembered(active));
  }
}

function remembered({ run, profile, sampleType }: Active): RememberedRun {
  return { id: run.id, profile: profile.label, sampleType: profile.summary.sampleTypes[sampleType].type };
}
