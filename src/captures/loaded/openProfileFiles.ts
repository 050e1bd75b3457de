import { posix } from 'node:path';
import * as vscode from 'vscode';
import type { ProfileSource } from '../../engine/queries';
import { ignored } from '../../profile/common/ignored';
import { typeCalled } from '../../profile/text/sampleTypeNames';
import type { Capture, LoadedProfile, Viewed } from '../loadedCapture';
import { correctBySources } from '../profileSources';
import type { LoadingParts } from './capturesInUse';

/** A profile file loaded for a tab that VS Code has not restored yet. */
interface RestoredFile {
  readonly file: string;
  readonly modified: number | undefined;
  readonly active: Promise<Viewed>;
}

/** The profile files that are open in editors, each loaded as a capture of one profile. */
export class OpenProfileFiles implements vscode.Disposable {
  private restored: RestoredFile | undefined;
  private readonly subscription = vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
    // A tab that was never shown has no editor that closes its file.
    this.dropRestored(({ file }) => closed.some((tab) => isTabOf(file, tab)));
  });

  constructor(private readonly parts: LoadingParts) {}

  /** Newest first. */
  all(): readonly Capture[] {
    return [...this.parts.inUse.files.values()].reverse();
  }

  /** Loads a profile file, to be shown under the sample type last shown. Throws EngineError. */
  async open(uri: vscode.Uri, signal?: AbortSignal): Promise<Viewed> {
    const active = (await this.takeRestored(uri)) ?? (await this.read(uri, signal));
    this.parts.inUse.files.set(active.capture.id, active.capture);
    this.parts.session.replaceBaseline(active.capture, active.capture);
    this.parts.onChange();
    return active;
  }

  /** Closes a profile file. If it was active, the last capture is shown again. */
  close(capture: Capture): void {
    const { session, inUse } = this.parts;
    if (session.active?.capture === capture) {
      if (inUse.last) session.show(inUse.last);
      else session.clear();
    }
    const isOpen = inUse.files.get(capture.id) === capture;
    if (isOpen) inUse.files.delete(capture.id);
    inUse.unloadUnused(capture);
    if (isOpen) this.parts.onChange();
  }

  /** Shows the profile file that was active before a window reload, if it has a tab. */
  async restore(file: string): Promise<void> {
    if (!vscode.window.tabGroups.all.some(({ tabs }) => tabs.some((tab) => isTabOf(file, tab)))) return;
    const uri = vscode.Uri.parse(file);
    const modified = await modificationTime(uri);
    const active = this.read(uri);
    this.restored = { file, modified, active };
    const read = await active;
    if (!this.parts.session.active) this.parts.session.show(read);
  }

  /** Unloads the restored file if the condition holds. */
  dropRestored(isUnused: (restored: RestoredFile) => boolean): void {
    const { restored } = this;
    if (!restored || !isUnused(restored)) return;
    this.restored = undefined;
    void restored.active.then(({ capture }) => this.close(capture)).catch(ignored('a profile stays loaded'));
  }

  /** Loads a profile file that need not be open. Throws EngineError. */
  async read(uri: vscode.Uri, signal?: AbortSignal): Promise<Viewed> {
    const { engine, sources, remembered, beforeRead } = this.parts;
    const source: ProfileSource =
      uri.scheme === 'file'
        ? { kind: 'file', path: uri.fsPath }
        : { kind: 'bytes', bytes: await vscode.workspace.fs.readFile(uri) };
    beforeRead();
    const summary = await engine.ask('load', { source }, signal);
    const profile: LoadedProfile = { summary, label: summary.sampleTypes.at(-1)!.type };
    await correctBySources(engine, profile, (loaded) => sources?.compiledSources(loaded), signal);
    const id = uri.toString();
    const title = posix.basename(uri.path);
    const capturedAt = summary.timeNanos / 1e6;
    const capture: Capture = { id, title, capturedAt, profiles: [profile], results: [], sources: new Map() };
    return { capture, profile, sampleType: sampleTypeNamed(profile, remembered.sampleTypeOf(id)) };
  }

  dispose(): void {
    this.subscription.dispose();
  }

  private async takeRestored(uri: vscode.Uri): Promise<Viewed | undefined> {
    const { restored } = this;
    if (restored?.file !== uri.toString()) return undefined;
    this.restored = undefined;
    const active = await restored.active;
    if (restored.modified === (await modificationTime(uri))) return active;
    this.close(active.capture);
    return undefined;
  }
}

/** The index of the sample type with this name; the default sample type if there is none. */
export function sampleTypeNamed({ summary }: LoadedProfile, name: string | undefined): number {
  const named = typeCalled(summary.sampleTypes, name);
  return named >= 0 ? named : summary.defaultSampleType;
}

function isTabOf(file: string, { input }: vscode.Tab): boolean {
  return input instanceof vscode.TabInputCustom && input.uri.toString() === file;
}

/** Milliseconds since the epoch; undefined if the file cannot be read. */
async function modificationTime(uri: vscode.Uri): Promise<number | undefined> {
  return vscode.workspace.fs.stat(uri).then(({ mtime }) => mtime, () => undefined);
}
