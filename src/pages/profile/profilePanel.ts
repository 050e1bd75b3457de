import * as vscode from 'vscode';
import type { TabId, ToSelect } from '../protocol/profilePage';
import type { Session } from '../../captures/session';
import type { FileEditors } from './fileEditors';
import type { Page } from './pageOnDemand';
import type { PageSubject } from './profilePage';
import { besideCode } from '../../ui/besideCode';
import { OnlyPanel } from '../host/onlyPanel';

const VIEW_TYPE = 'linecost.flameGraph';

export type MakePage = (panel: vscode.WebviewPanel, subject: PageSubject) => Page;

/** The one panel beside the code, which follows the session. VS Code brings it back after a window reload. */
export class ProfilePanel implements vscode.WebviewPanelSerializer, vscode.Disposable {
  private readonly panel: OnlyPanel;
  private page: Page | undefined;
  private readonly registration: vscode.Disposable;

  constructor(
    private readonly session: Session,
    private readonly makePage: MakePage,
    media: vscode.Uri,
    /** Resolves when the state from before a window reload is restored. */
    private readonly restoreOnce: () => Promise<void>,
    private readonly fileEditors: FileEditors,
  ) {
    this.panel = new OnlyPanel({ viewType: VIEW_TYPE, title: 'Linecost', media, load: (panel) => this.load(panel) });
    this.registration = vscode.window.registerWebviewPanelSerializer(VIEW_TYPE, this);
  }

  /** The panel's editor column; undefined while the panel is hidden. */
  get visibleIn(): vscode.ViewColumn | undefined {
    const { current } = this.panel;
    return current?.visible ? current.viewColumn : undefined;
  }

  /**
   * Shows the panel, or the profile file's editor if it shows the active profile.
   * @param tab the tab to show; if unset, the last one
   * @param focus whether it takes the keyboard focus from the editor
   * @param select what to select in the tab
   */
  show(tab?: TabId, focus = false, select?: ToSelect): void {
    const editor = this.fileEditors.showing(this.session.active?.capture);
    if (editor) return editor.show(tab, focus, select);
    this.panel.show(besideCode, !focus);
    if (tab) this.page?.showTab(tab, focus, select);
  }

  /** Lets the user save the flame graph in view as a picture. */
  exportSvg(): void {
    const editor = this.fileEditors.showing(this.session.active?.capture);
    if (editor) return editor.exportSvg();
    this.show();
    this.page?.exportSvg();
  }

  /** Waits for the restored profile, because otherwise the page would briefly say that no profile is active. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel): Promise<void> {
    let isClosed = false;
    panel.onDidDispose(() => (isClosed = true));
    await this.restoreOnce();
    if (!isClosed) this.panel.adopt(panel);
  }

  /** Leaves the panel open, so that VS Code brings it back after a window reload. */
  dispose(): void {
    this.registration.dispose();
  }

  private load(panel: vscode.WebviewPanel): void {
    const page = this.makePage(panel, new SessionSubject(this.session, this.fileEditors));
    this.page = page;
    panel.onDidDispose(() => {
      page.dispose();
      if (this.page === page) this.page = undefined;
    });
  }
}

/** The subject of the panel: the active profile, unless the editor of a profile file shows it already. */
class SessionSubject implements PageSubject {
  constructor(
    private readonly session: Session,
    private readonly fileEditors: FileEditors,
  ) {}

  get active() {
    return this.editor ? undefined : this.session.active;
  }

  get notice() {
    const { editor } = this;
    if (editor) {
      const text = `${this.session.active!.capture.title} is shown in its own tab.`;
      return { text, action: 'Show It Here', act: () => this.fileEditors.yieldToPanel(editor) };
    }
    return this.session.active ? undefined : 'empty';
  }

  choose(profile: number, sampleType: number): void {
    this.session.choose(profile, sampleType);
  }

  onDidChange(listener: () => void) {
    const listening = [this.session.onDidChange(listener), this.fileEditors.onDidChange(listener)];
    return { dispose: () => listening.forEach((each) => each.dispose()) };
  }

  private get editor() {
    return this.fileEditors.showing(this.session.active?.capture);
  }
}
