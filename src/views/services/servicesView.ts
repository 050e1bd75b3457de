import * as vscode from 'vscode';
import { createTreeView } from '../../ui/window';
import type { Services, ServicesNode } from './servicesNodes';
import type { ServicesRows } from './servicesRows';

/** The Services view. Its rows are loaded when it is first visible. */
export class ServicesView implements vscode.TreeDataProvider<ServicesNode>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly subscriptions: readonly { dispose(): unknown }[];
  private rows: ServicesRows | undefined;

  constructor(services: Services, private readonly makeRows: () => Promise<ServicesRows>) {
    const refresh = () => this.changed.fire();
    this.subscriptions = [
      createTreeView('linecost.services', this),
      this.changed,
      services.onDidChange(refresh),
      vscode.workspace.onDidGrantWorkspaceTrust(refresh),
    ];
  }

  async getChildren(parent?: ServicesNode): Promise<ServicesNode[]> {
    // The view says why, instead.
    if (!vscode.workspace.isTrusted) return [];
    this.rows ??= await this.makeRows();
    return this.rows.getChildren(parent);
  }

  getTreeItem(node: ServicesNode): vscode.TreeItem {
    return this.rows!.getTreeItem(node);
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
  }
}
