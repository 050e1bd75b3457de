import * as vscode from 'vscode';
import type { FaceId } from '../protocol/messages';
import type { Session } from '../session';
import type { PageSubject, ProfilePage } from './profilePage';

const VIEW_TYPE = 'linecost.flameGraph';

export type MakePage = (
  webview: vscode.Webview,
  column: () => vscode.ViewColumn | undefined,
  subject: PageSubject,
) => ProfilePage;

/** The one panel beside the code that follows the session; VS Code brings it back after a window reload. */
export class FlamePanel implements vscode.WebviewPanelSerializer, vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private page: ProfilePage | undefined;
  private readonly registration: vscode.Disposable;

  constructor(
    private readonly session: Session,
    private readonly makePage: MakePage,
    private readonly media: vscode.Uri,
    private readonly restored: () => Promise<void>,
  ) {
    this.registration = vscode.window.registerWebviewPanelSerializer(VIEW_TYPE, this);
  }

  /** @param face the tab to show; unset: the one that was shown last */
  show(face?: FaceId): void {
    const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    if (this.panel) this.panel.reveal(undefined, true);
    else this.adopt(vscode.window.createWebviewPanel(VIEW_TYPE, 'Linecost', place, { enableFindWidget: false }));
    if (face) this.page?.showFace(face);
  }

  /** Lets the user save the flame graph as it is seen, as a picture. */
  exportSvg(): void {
    this.show();
    this.page?.exportSvg();
  }

  /** The page comes with its profile, so that it does not say for a moment that there is none. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel): Promise<void> {
    let isClosed = false;
    panel.onDidDispose(() => (isClosed = true));
    await this.restored();
    if (isClosed) return;
    this.panel?.dispose();
    this.adopt(panel);
  }

  /** The panel itself stays: closed here, it would be gone from the window that a reload brings back. */
  dispose(): void {
    this.registration.dispose();
  }

  private adopt(panel: vscode.WebviewPanel): void {
    const page = this.makePage(panel.webview, () => panel.viewColumn, new SessionSubject(this.session));
    const icon = (theme: string) => vscode.Uri.joinPath(this.media, `flame-${theme}.svg`);
    panel.iconPath = { light: icon('light'), dark: icon('dark') };
    panel.onDidChangeViewState(() => panel.visible || page.wasHidden());
    panel.onDidDispose(() => {
      page.dispose();
      if (this.panel === panel) this.panel = this.page = undefined;
    });
    this.panel = panel;
    this.page = page;
  }
}

/** What the panel shows: whatever is active. */
class SessionSubject implements PageSubject {
  constructor(private readonly session: Session) {}

  get active() {
    return this.session.active;
  }

  get notice() {
    if (this.session.active) return undefined;
    const text = 'No profile is active. Profile a benchmark, fetch one from a running service, or open a profile file.';
    const act = () => vscode.commands.executeCommand('workbench.action.quickOpen', '>Linecost: ');
    return { text, action: 'Linecost Commands', act };
  }

  switchProfile(id: number): void {
    this.session.switchProfile(id);
  }

  switchSampleType(sampleType: number): void {
    this.session.switchSampleType(sampleType);
  }

  onDidChange(listener: () => void) {
    return this.session.onDidChange(listener);
  }
}
