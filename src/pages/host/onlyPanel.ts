import * as vscode from 'vscode';

/** The panel of a page of which a window has only one. */
export class OnlyPanel {
  private panel: vscode.WebviewPanel | undefined;

  /** @param load loads the page into a panel, which is new or which VS Code brought back after a window reload */
  constructor(private readonly options: {
    readonly viewType: string;
    readonly title: string;
    /** The folder with the icon. */
    readonly media: vscode.Uri;
    load(panel: vscode.WebviewPanel): void;
  }) {}

  /** undefined while the panel is closed. */
  get current(): vscode.WebviewPanel | undefined {
    return this.panel;
  }

  /** Reveals the panel, or opens it in a column. */
  show(column: () => vscode.ViewColumn, preserveFocus = false): void {
    const { viewType, title } = this.options;
    if (this.panel) return this.panel.reveal(undefined, preserveFocus);
    this.adopt(vscode.window.createWebviewPanel(viewType, title, { viewColumn: column(), preserveFocus }));
  }

  /** Takes over a panel instead of the one that is open. */
  adopt(panel: vscode.WebviewPanel): void {
    const { media, load } = this.options;
    this.panel?.dispose();
    this.panel = panel;
    const icon = (theme: string) => vscode.Uri.joinPath(media, `flame-${theme}.svg`);
    panel.iconPath = { light: icon('light'), dark: icon('dark') };
    panel.onDidDispose(() => (this.panel = this.panel === panel ? undefined : this.panel));
    load(panel);
  }
}
