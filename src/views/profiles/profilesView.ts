import * as vscode from 'vscode';
import type { Session } from '../../captures/session';
import { createTreeView } from '../../ui/window';
import type { LoadedCaptures } from '../../captures/loaded/loadedCaptures';
import type { ListNode } from './profilesNodes';
import type { ProfilesRows } from './profilesRows';

/** The Profiles view. Its rows are loaded when it is first visible. */
export class ProfilesView implements vscode.TreeDataProvider<ListNode>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly subscriptions: readonly { dispose(): unknown }[];
  private rows: ProfilesRows | undefined;
  /** Whether the rows have changed while the view was hidden. */
  private isStale = false;

  constructor(session: Session, captures: LoadedCaptures, private readonly makeRows: () => Promise<ProfilesRows>) {
    const view = createTreeView('linecost.profiles', this, { canSelectMany: true });
    // If a tree is refreshed before it is first shown, VS Code reads it twice at once and loses the children of all
    // groups but the first.
    const refresh = () => {
      this.isStale = !view.visible && this.rows !== undefined;
      if (view.visible) this.changed.fire();
    };
    this.subscriptions = [
      view,
      view.onDidChangeVisibility(({ visible }) => {
        if (visible && this.isStale) refresh();
      }),
      this.changed,
      session.onDidChange(refresh),
      captures.onDidChangeCaptures(refresh),
    ];
  }

  async getChildren(parent?: ListNode): Promise<ListNode[]> {
    this.rows ??= await this.makeRows();
    return this.rows.getChildren(parent);
  }

  getTreeItem(node: ListNode): vscode.TreeItem {
    return this.rows!.getTreeItem(node);
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
  }
}
