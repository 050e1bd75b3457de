import { posix } from 'node:path';
import * as vscode from 'vscode';
import type { Capture, Viewed } from '../../captures/loadedCapture';
import { type Active, asCaptured, type Session } from '../../captures/session';
import type { FileEditor, FileEditors } from './fileEditors';
import type { MakePage } from './profilePanel';
import { GIT_LFS, PREPROFILE } from '../../profile/wire/otherFormats';
import { isAbort } from '../../profile/common/guard';
import { queueTask } from '../../profile/common/tasks';
import { inBackground } from '../../ui/inBackground';
import { openSettings, settingsIn } from '../../ui/loggedMessage';
import { LargeTraceError } from '../../captures/loaded/largeTrace';
import type { TraceOptions } from '../../captures/loaded/traceFiles';
import { hasSharedExtension, hasTraceName, PROFILE_EDITOR } from '../../captures/loaded/profileFileEditor';
import { createTerminal } from '../../ui/window';
import { PreconditionError } from '../../ui/preconditionError';
import { type Stages, withLateProgress } from '../../ui/progress';
import { onMemoryLimit } from '../../ui/settings/memoryLimit';
import type { Page } from './pageOnDemand';
import type { PageNotice, PageSubject } from './profilePage';

/** Delay before the notice that a file is being read, in milliseconds. The page takes about as long to appear. */
const NOTICE_DELAY_MS = 500;

/** The error of decode for a file without bytes. */
const EMPTY_FILE = 'The profile is empty.';
const WHY_EMPTY =
  'This file is empty: the program has not written the profile yet, or ended before it did, as with os.Exit or log.Fatal before pprof.StopCPUProfile.';

const WHY_EMPTY_TRACE =
  'This file is empty: the program has not written the trace yet, or ended before trace.Start.';

/** The parts of the extension that profile editors use. */
export interface ProfileFiles {
  readonly session: Session;
  /** Loads a profile file as a capture. Throws an error with a sentence for the user, or an AbortError. */
  readonly open: (uri: vscode.Uri, signal: AbortSignal, options: TraceOptions) => Promise<Viewed>;
  readonly close: (capture: Capture) => void;
  /** Restores the state from before a window reload, if no earlier call did; resolves when it is restored. */
  readonly restoreOnce: () => Promise<void>;
  readonly editors: FileEditors;
  /** Whether the panel is visible. */
  readonly isPanelVisible: () => boolean;
  /** Opens the hottest line of the active profile in an editor column. Resolves to false if there is none. */
  readonly openHottest: (column: vscode.ViewColumn | undefined) => Promise<boolean>;
  /** Opens a file of another program in another editor. Resolves to false if it may be a profile. */
  readonly openInOtherEditor: (uri: vscode.Uri, panel: vscode.WebviewPanel) => Promise<boolean>;
}

/** The custom editor of profile files. Activating a tab makes its profile the active one. */
export class ProfileEditor implements vscode.CustomReadonlyEditorProvider<ProfileDocument> {
  /** Set once the state from before a window reload is restored. From then on, the user opens all new editors. */
  private isRestored = false;
  /** Files in tabs that VS Code restored. The first click on such a tab shows its page, not the hottest line. */
  private readonly restoredTabs: Set<string>;

  /** @param filesAtStart the URIs of the files in tabs when the extension was activated */
  constructor(
    private readonly files: ProfileFiles,
    private readonly makePage: MakePage,
    filesAtStart: readonly string[],
  ) {
    this.restoredTabs = new Set(filesAtStart);
    // Restoring starts after activation.
    queueTask(() => inBackground(files.restoreOnce().then(() => (this.isRestored = true))));
  }

  /**
   * Returns before the file is read, so that the page can show progress and errors. Closing a tab does not stop the
   * reading, because tabs of the same file share the document; disposing the document does.
   */
  openCustomDocument(uri: vscode.Uri): ProfileDocument {
    const document = new ProfileDocument(uri, this.files);
    inBackground(document.read());
    return document;
  }

  async resolveCustomEditor(document: ProfileDocument, panel: vscode.WebviewPanel): Promise<void> {
    if (isByDefault(panel) && hasSharedExtension(document.uri)) {
      if (await this.files.openInOtherEditor(document.uri, panel)) return;
    }
    const page = this.makePage(panel, document);
    const detach = document.attach(panel);
    const { session, restoreOnce, editors } = this.files;
    const editor = this.editorOf(document, panel, page);
    const remove = editors.add(editor);
    panel.onDidChangeViewState(() => {
      if (panel.active) document.activate();
      if (!panel.visible) editors.reclaim(editor);
      editors.changed();
    });
    panel.onDidDispose(() => {
      page.dispose();
      detach();
      remove();
    });
    if (panel.active) inBackground(this.bringToFront(document, editor));
    const isSettled = Promise.all([restoreOnce(), document.readingEnded()]);
    inBackground(isSettled.then(() => session.active || document.activate()));
  }

  /**
   * Keeps the tab open, because VS Code would reuse a preview tab for the code that a click in the profile opens. If
   * the user has opened the tab and the panel is visible, the panel shows the profile, and its hottest line opens in
   * front of the tab.
   */
  private async bringToFront(document: ProfileDocument, editor: FileEditor): Promise<void> {
    const { editors, isPanelVisible } = this.files;
    const isOpenedByUser = this.isRestored && !this.restoredTabs.delete(document.uri.toString());
    const tabKept = vscode.commands.executeCommand('workbench.action.keepEditor');
    await document.readingEnded();
    if (!document.active || !editor.isVisible) return;
    const isForPanel = isOpenedByUser && isPanelVisible();
    if (!isForPanel) return document.activate();
    const yielding = editors.yieldToPanel(editor, tabKept);
    document.activate();
    if (!(await yielding)) editors.reclaim(editor);
  }

  private editorOf(document: ProfileDocument, panel: vscode.WebviewPanel, page: Page): FileEditor {
    return {
      get isVisible() {
        return panel.visible;
      },
      get capture() {
        return document.active?.capture;
      },
      show: (tab, focus, select) => {
        panel.reveal(undefined, !focus);
        if (tab) page.showTab(tab, focus, select);
      },
      exportSvg: () => page.exportSvg(),
      yieldToPanel: async () => document.active !== undefined && this.files.openHottest(panel.viewColumn),
    };
  }
}

/** An open profile file. It remembers its profile and sample type while another capture is active. */
export class ProfileDocument implements vscode.CustomDocument, PageSubject {
  active: Active | undefined;
  notice: PageNotice | undefined;
  private readonly panels = new Set<vscode.WebviewPanel>();
  private reading: Promise<void> | undefined;
  private isStale = false;
  /** Set when the user wants to read a trace that takes much memory and time. */
  private isLargeWanted = false;
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
    watcher.onDidDelete(() => this.showNotice('The file was deleted.'));
    const limit = onMemoryLimit(() => this.active || inBackground(this.read()));
    const trusted = vscode.workspace.onDidGrantWorkspaceTrust(() => this.active || inBackground(this.read()));
    this.subscriptions = [watcher, this.changed, limit, trusted, files.session.onDidChange(() => this.followSession())];
  }

  /** Reads the file, and again if it changes while it is read. Never rejects: errors become the notice. */
  async read(): Promise<void> {
    this.isStale = true;
    await (this.reading ??= this.readWhileStale().finally(() => (this.reading = undefined)));
  }

  private readLarge(): Promise<void> {
    this.isLargeWanted = true;
    return this.read();
  }

  /** Resolves when the current reading has succeeded or failed. */
  async readingEnded(): Promise<void> {
    await this.reading;
  }

  /** Registers an editor of the document. Call the returned function when the editor is closed. */
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
    if (this.active) this.files.close(this.active.capture);
  }

  private async readWhileStale(): Promise<void> {
    const name = posix.basename(this.uri.path);
    const showReading = () => this.active || this.notice || this.showNotice(`Reading ${name}…`);
    const noticeTimer = setTimeout(showReading, NOTICE_DELAY_MS);
    while (this.isStale && !this.isDisposed) {
      this.isStale = false;
      try {
        const { isLargeWanted } = this;
        const open = (signal: AbortSignal, stages: Stages) => {
          const report = (stage: string) => stages.report(stage, { isLong: true });
          return this.files.open(this.uri, signal, { isLargeWanted, report });
        };
        this.show(await withLateProgress(`Reading ${name}`, this.closing.signal, open));
      } catch (error) {
        this.showNotice(this.reasonOf(error), this.remedy(error));
      }
    }
    clearTimeout(noticeTimer);
  }

  private show(opened: Viewed): void {
    if (this.isDisposed) return this.files.close(opened.capture);
    const before = this.active;
    const isInFront = [...this.panels].some((panel) => panel.active);
    const isShown = before ? this.files.session.active?.capture === before.capture : isInFront;
    this.active = asCaptured(opened);
    this.notice = undefined;
    if (isShown) this.activate();
    if (before) this.files.close(before.capture);
    this.changed.fire();
  }

  /** Shows a notice. A loaded profile stays visible, because a file is briefly damaged while a program rewrites it. */
  private showNotice(message: string, button?: Pick<PageNotice, 'action' | 'act'>): void {
    if (this.isDisposed) return;
    const text = this.active ? `${message} Showing the last version that could be read.` : message;
    this.notice = { text, ...button };
    this.changed.fire();
  }

  private reasonOf(error: unknown): string {
    if (isAbort(error)) return `Reading the ${this.isTrace ? 'trace' : 'profile'} was cancelled.`;
    const { message } = error as Error;
    if (message !== EMPTY_FILE) return message;
    return this.isTrace ? WHY_EMPTY_TRACE : WHY_EMPTY;
  }

  private get isTrace(): boolean {
    return hasTraceName(this.uri);
  }

  private remedy(error: unknown) {
    const { message } = error as Error;
    if (error instanceof LargeTraceError) return { action: 'Read Trace', act: () => this.readLarge() };
    if (error instanceof PreconditionError && error.fix) {
      const { title, command, args = [] } = error.fix;
      return { action: title, act: () => vscode.commands.executeCommand(command, ...args) };
    }
    const settings = settingsIn(message);
    if (settings.length > 0) return { action: 'Open Settings', act: () => openSettings(...settings) };
    if (message === GIT_LFS && vscode.workspace.isTrusted) return { action: 'Run git lfs pull', act: () => pullFile(this.uri) };
    if (message === PREPROFILE) {
      const asText = () => vscode.commands.executeCommand('vscode.openWith', this.uri, 'default');
      return { action: 'Open as Text', act: asText };
    }
    if (!message.startsWith('This is not a pprof profile')) return { action: 'Try Again', act: () => this.read() };
    const act = () => vscode.commands.executeCommand('workbench.action.reopenWithEditor');
    return { action: 'Open With…', act };
  }

  private followSession(): void {
    const active = this.files.session.active;
    if (!this.active) return;
    const isShown = active?.capture === this.active.capture;
    if (!isShown && this.active.queryId === this.active.profile.summary.id) return;
    this.active = isShown ? active : asCaptured(this.active);
    this.changed.fire();
  }
}

/** Downloads the content of a file from Git LFS, in a terminal. */
function pullFile(uri: vscode.Uri): void {
  const shellArgs = ['lfs', 'pull', `--include=${posix.basename(uri.path)}`];
  const terminal = createTerminal({
    name: 'git lfs pull',
    shellPath: 'git',
    shellArgs,
    cwd: vscode.Uri.joinPath(uri, '..'),
    isTransient: true,
  });
  terminal.show();
}

/** Whether the file is in Linecost's editor because of its name, not because the user chose the editor. */
function isByDefault({ viewType }: vscode.WebviewPanel): boolean {
  return viewType === PROFILE_EDITOR;
}

/** A pattern for this file. `?` replaces characters that are special in patterns. */
function patternOf(uri: vscode.Uri): vscode.RelativePattern {
  const name = posix.basename(uri.path).replace(/[*?[\]{}]/g, '?');
  return new vscode.RelativePattern(vscode.Uri.joinPath(uri, '..'), name);
}
