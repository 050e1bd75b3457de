import { posix } from 'node:path';
import * as vscode from 'vscode';
import { type Active, asCaptured, type Run, type Session, type Viewed } from '../session';
import type { FileEditor, FileEditors } from './fileEditors';
import type { MakePage } from './flamePanel';
import { isAbort } from '../profile/work/abort';
import { inBackground } from '../workbench/inBackground';
import { openSettings, settingIn } from '../workbench/failureMessage';
import { onMemoryLimit } from '../workbench/settings';
import type { PageSubject, ProfilePage } from './profilePage';

/** What takes less is read before the page is there. Milliseconds. */
const LATE_MS = 500;

/** Reads a profile file as a run of its own; throws with a sentence for the user, or an AbortError. */
export type OpenProfileFile = (uri: vscode.Uri, closing: AbortSignal) => Promise<Viewed>;

/** What an opened profile file needs of the rest. */
export interface ProfileFiles {
  readonly session: Session;
  readonly open: OpenProfileFile;
  readonly close: (run: Run) => void;
  /** Settled when what was active before a window reload is active again. */
  readonly restored: () => Promise<void>;
  readonly editors: FileEditors;
  /** Whether the panel is in sight. */
  readonly isPanelVisible: () => boolean;
  /** Shows the hottest line of what is active that can be found, beside the panel. False where none can. */
  readonly openHottest: () => Promise<boolean>;
}

/** A profile file opened as an editor: its flame graph, and from when it is in front, its costs in the code. */
export class ProfileEditor implements vscode.CustomReadonlyEditorProvider<ProfileDocument> {
  /** From then on, an editor that opens is one that the user opened. */
  private isRestored = false;
  /** Files in tabs that VS Code brought back: one that is clicked shows its page. */
  private readonly tabsBefore = new Set(filesInTabs());

  constructor(
    private readonly files: ProfileFiles,
    private readonly makePage: MakePage,
  ) {
    // After activation, as all that is brought back.
    setImmediate(() => inBackground(files.restored().then(() => (this.isRestored = true))));
  }

  /**
   * The page does not wait for the file: it says that it is read, or why it cannot be. Where a tab is closed meanwhile,
   * reading goes on until VS Code disposes of the document: a tab that was opened since shares it.
   */
  openCustomDocument(uri: vscode.Uri): ProfileDocument {
    const document = new ProfileDocument(uri, this.files);
    inBackground(document.read());
    return document;
  }

  resolveCustomEditor(document: ProfileDocument, panel: vscode.WebviewPanel): void {
    const page = this.makePage(panel.webview, () => panel.viewColumn, document);
    const detached = document.attach(panel);
    const { session, restored, editors } = this.files;
    const editor = this.editorOf(document, panel, page);
    const removed = editors.add(editor);
    panel.onDidChangeViewState(() => {
      if (panel.active) document.activate();
      if (panel.visible) editors.changed();
      else editors.comeBack(editor);
    });
    panel.onDidDispose(() => {
      page.dispose();
      detached();
      removed();
    });
    if (panel.active) inBackground(this.bringToFront(document, editor));
    const isSettled = Promise.all([restored(), document.untilRead()]);
    inBackground(isSettled.then(() => session.active || document.activate()));
  }

  /**
   * A tab that VS Code may reuse for the next file would take the costs along when one clicks from profile to code.
   * With the panel in sight, that shows the profile, and the code comes in front of the tab.
   */
  private async bringToFront(document: ProfileDocument, editor: FileEditor): Promise<void> {
    const { editors, isPanelVisible } = this.files;
    const isOpenedByUser = this.isRestored && !this.tabsBefore.delete(document.uri.toString());
    const kept = vscode.commands.executeCommand('workbench.action.keepEditor');
    await document.untilRead();
    if (!document.active || !editor.isVisible) return;
    const isForPanel = isOpenedByUser && isPanelVisible();
    if (!isForPanel) return document.activate();
    const giving = editors.giveWay(editor, kept);
    document.activate();
    if (!(await giving)) editors.comeBack(editor);
  }

  private editorOf(document: ProfileDocument, panel: vscode.WebviewPanel, page: ProfilePage): FileEditor {
    return {
      get isVisible() {
        return panel.visible;
      },
      get run() {
        return document.active?.run;
      },
      show: (tab) => {
        panel.reveal(undefined, true);
        if (tab) page.showTab(tab);
      },
      exportSvg: () => page.exportSvg(),
      giveWay: async () => document.active !== undefined && this.files.openHottest(),
    };
  }
}

/** An opened profile file; keeps its own profile and sample type while another run is active. */
class ProfileDocument implements vscode.CustomDocument, PageSubject {
  active: Active | undefined;
  notice: PageSubject['notice'];
  private readonly panels = new Set<vscode.WebviewPanel>();
  private reading: Promise<void> | undefined;
  private isStale = false;
  private isDisposed = false;
  private readonly closing = new AbortController();
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly subscriptions: { dispose(): void }[];

  constructor(
    readonly uri: vscode.Uri,
    private readonly files: ProfileFiles,
  ) {
    const watcher = vscode.workspace.createFileSystemWatcher(patternOf(uri));
    watcher.onDidChange(() => inBackground(this.read()));
    watcher.onDidCreate(() => inBackground(this.read()));
    watcher.onDidDelete(() => this.say('The file was deleted.'));
    const limit = onMemoryLimit(() => this.active || inBackground(this.read()));
    this.subscriptions = [watcher, this.changed, limit, files.session.onDidChange(() => this.followSession())];
  }

  /** Reads the file, and once more where it changed meanwhile. Never rejects: what is wrong becomes the notice. */
  async read(): Promise<void> {
    this.isStale = true;
    await (this.reading ??= this.readWhileStale().finally(() => (this.reading = undefined)));
  }

  /** Settled when what is being read now is read, or cannot be. */
  async untilRead(): Promise<void> {
    await this.reading;
  }

  /** Tells the document of an editor of its own; what is returned is called when that is closed. */
  attach(panel: vscode.WebviewPanel): () => void {
    this.panels.add(panel);
    return () => this.panels.delete(panel);
  }

  activate(): void {
    if (!this.active || this.isDisposed) return;
    this.files.session.show(this.active);
  }

  choose(profile: number, sampleType: number): void {
    this.activate();
    this.files.session.choose(profile, sampleType);
  }

  onDidChange(listener: () => void): { dispose(): void } {
    return this.changed.event(listener);
  }

  dispose(): void {
    this.isDisposed = true;
    this.closing.abort();
    for (const subscription of this.subscriptions) subscription.dispose();
    if (this.active) this.files.close(this.active.run);
  }

  private async readWhileStale(): Promise<void> {
    const name = posix.basename(this.uri.path);
    const late = setTimeout(() => this.active || this.notice || this.say(`Reading ${name}…`), LATE_MS);
    while (this.isStale && !this.isDisposed) {
      this.isStale = false;
      try {
        this.show(await this.files.open(this.uri, this.closing.signal));
      } catch (error) {
        const what = isAbort(error) ? 'Reading the profile was cancelled.' : (error as Error).message;
        this.say(what, this.wayOut(what));
      }
    }
    clearTimeout(late);
  }

  private show(opened: Viewed): void {
    if (this.isDisposed) return this.files.close(opened.run);
    const before = this.active;
    const isInFront = [...this.panels].some((panel) => panel.active);
    const isShown = before ? this.files.session.active?.run === before.run : isInFront;
    this.active = asCaptured(opened);
    this.notice = undefined;
    if (isShown) this.activate();
    if (before) this.files.close(before.run);
    this.changed.fire();
  }

  /** A file that is being written anew is bad for a moment: the last good picture stays. */
  private say(what: string, button?: Pick<NonNullable<PageSubject['notice']>, 'action' | 'act'>): void {
    if (this.isDisposed) return;
    const text = this.active ? `${what} This is the profile as it was read before.` : what;
    this.notice = { text, ...button };
    this.changed.fire();
  }

  private wayOut(message: string) {
    const setting = settingIn(message);
    if (setting) return { action: 'Open Settings', act: () => openSettings(setting) };
    if (!message.startsWith('This is not a pprof profile')) return { action: 'Try Again', act: () => this.read() };
    const act = () => vscode.commands.executeCommand('workbench.action.reopenWithEditor');
    return { action: 'Open With…', act };
  }

  private followSession(): void {
    const active = this.files.session.active;
    if (!this.active) return;
    const isShown = active?.run === this.active.run;
    if (!isShown && this.active.shown === this.active.profile.summary.id) return;
    this.active = isShown ? active : asCaptured(this.active);
    this.changed.fire();
  }
}

function filesInTabs(): string[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.flatMap(({ input }) => (input instanceof vscode.TabInputCustom ? [input.uri.toString()] : []));
}

/** Watches the file alone; what a pattern would read as its own sign stands for itself as "any character". */
function patternOf(uri: vscode.Uri): vscode.RelativePattern {
  const name = posix.basename(uri.path).replace(/[*?[\]{}]/g, '?');
  return new vscode.RelativePattern(vscode.Uri.joinPath(uri, '..'), name);
}
