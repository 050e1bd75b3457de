import * as vscode from 'vscode';
import type { Active, Run, Session } from '../session';
import type { MakePage } from './flamePanel';
import type { PageSubject } from './profilePage';

/** Reads a profile file as a run of its own; throws with a sentence for the user. */
export type OpenProfileFile = (uri: vscode.Uri) => Promise<Run>;

/** A profile file opened as an editor: its flame graph, and while it is in front, its costs in the code. */
export class ProfileEditor implements vscode.CustomReadonlyEditorProvider<ProfileDocument> {
  constructor(
    private readonly session: Session,
    private readonly open: OpenProfileFile,
    private readonly close: (run: Run) => void,
    private readonly makePage: MakePage,
  ) {}

  async openCustomDocument(uri: vscode.Uri): Promise<ProfileDocument> {
    const document = new ProfileDocument(uri, this.session, this.open, this.close);
    await document.load();
    return document;
  }

  resolveCustomEditor(document: ProfileDocument, panel: vscode.WebviewPanel): void {
    const page = this.makePage(panel.webview, () => panel.viewColumn, document);
    panel.onDidChangeViewState(() => panel.active && document.activate());
    panel.onDidDispose(() => page.dispose());
    document.activate();
  }
}

/** An opened profile file; keeps its own profile and sample type while another run is active. */
class ProfileDocument implements vscode.CustomDocument, PageSubject {
  active: Active | undefined;
  notice: PageSubject['notice'];
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly subscriptions: { dispose(): void }[];

  constructor(
    readonly uri: vscode.Uri,
    private readonly session: Session,
    private readonly open: OpenProfileFile,
    private readonly close: (run: Run) => void,
  ) {
    const folder = vscode.Uri.joinPath(uri, '..');
    const watcher = vscode.workspace.createFileSystemWatcher(
      new vscode.RelativePattern(folder, uri.path.split('/').at(-1)!),
    );
    watcher.onDidChange(() => void this.reload());
    watcher.onDidCreate(() => void this.reload());
    this.subscriptions = [watcher, this.changed, session.onDidChange(() => this.followSession())];
  }

  async load(): Promise<void> {
    try {
      const run = await this.open(this.uri);
      const before = this.active?.run;
      const [profile] = run.profiles;
      this.active = { run, profile, sampleType: profile.summary.defaultSampleType };
      this.notice = undefined;
      if (before) this.close(before);
    } catch (error) {
      // A file that is being written anew is bad for a moment: the last good picture stays.
      this.notice = { text: (error as Error).message, action: 'Try Again', act: () => this.reload() };
    }
  }

  activate(): void {
    if (this.active) this.session.activate(this.active.run, this.active.profile);
  }

  switchProfile(): void {}

  switchSampleType(sampleType: number): void {
    this.activate();
    this.session.switchSampleType(sampleType);
  }

  onDidChange(listener: () => void): { dispose(): void } {
    return this.changed.event(listener);
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
    if (this.active) this.close(this.active.run);
  }

  private async reload(): Promise<void> {
    const wasActive = this.session.active?.run === this.active?.run && this.active !== undefined;
    await this.load();
    if (wasActive) this.activate();
    this.changed.fire();
  }

  private followSession(): void {
    const active = this.session.active;
    if (!active || active.run !== this.active?.run) return;
    this.active = active;
    this.changed.fire();
  }
}
