import * as vscode from 'vscode';
import { ignored } from '../../profile/common/ignored';
import type { Capture, Viewed } from '../loadedCapture';
import type { LoadingParts } from './capturesInUse';
import type { TraceOptions } from './traceFiles';

/** A profile file loaded for a tab that VS Code has not restored yet. */
interface RestoredFile {
  readonly file: string;
  readonly modified: number | undefined;
  readonly active: Promise<Viewed>;
}

/**
 * The profile files that are open in editors, each loaded as a capture of one profile, or of four for an execution
 * trace.
 */
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

  /** Loads a profile file, to be shown under the sample type last shown. Throws EngineError, and like ReadTrace. */
  async open(uri: vscode.Uri, signal?: AbortSignal, options?: TraceOptions): Promise<Viewed> {
    const active = (await this.takeRestored(uri)) ?? (await this.read(uri, signal, options));
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

  /** Loads a profile file that need not be open. Throws EngineError, and like ReadTrace. */
  async read(uri: vscode.Uri, signal?: AbortSignal, options?: TraceOptions): Promise<Viewed> {
    return (await import('./readProfileFile')).readProfileFile(uri, this.parts, signal, options);
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

function isTabOf(file: string, { input }: vscode.Tab): boolean {
  return input instanceof vscode.TabInputCustom && input.uri.toString() === file;
}

/** Milliseconds since the epoch; undefined if the file cannot be read. */
async function modificationTime(uri: vscode.Uri): Promise<number | undefined> {
  return vscode.workspace.fs.stat(uri).then(({ mtime }) => mtime, () => undefined);
}
