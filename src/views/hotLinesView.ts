import * as vscode from 'vscode';
import { typeText } from '../profile/text/sampleTypeNames';
import type { Session } from '../session';
import { forTitle } from '../workbench/plainText';
import { createTreeView } from '../workbench/window';
import type { Sources } from '../workbench/sources';
import type { HotLines, HotNode, HotTree } from './hotLines';

/** The Hot Lines view. HotLines is loaded when the view or a command first needs it. */
export class HotLinesView implements vscode.TreeDataProvider<HotNode>, HotTree, vscode.Disposable {
  private readonly emitter = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.emitter.event;
  readonly view: vscode.TreeView<HotNode>;
  private readonly subscriptions: { dispose(): void }[];
  private lines: HotLines | undefined;
  private loading: Promise<HotLines> | undefined;

  constructor(
    private readonly session: Session,
    sources: Sources,
    private readonly load: (tree: HotTree) => Promise<HotLines>,
  ) {
    this.view = createTreeView('linecost.hotLines', this);
    const refresh = () => this.refresh();
    this.subscriptions = [this.view, this.emitter, session.onDidChange(refresh), sources.onDidChange(refresh)];
    refresh();
  }

  /** Calls a function with HotLines once it is loaded. */
  async with<T>(act: (lines: HotLines) => T): Promise<Awaited<T>> {
    this.loading ??= this.load(this).catch((error: unknown) => {
      this.loading = undefined;
      throw error;
    });
    this.lines = await this.loading;
    return await act(this.lines);
  }

  changed(): void {
    this.emitter.fire();
  }

  async getChildren(parent?: HotNode): Promise<HotNode[]> {
    return parent || !this.session.active ? [] : [...(await this.with((lines) => lines.nodes()))];
  }

  getParent(): undefined {
    return undefined;
  }

  getTreeItem({ item }: HotNode): vscode.TreeItem {
    return item;
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  private refresh(): void {
    const { active } = this.session;
    this.lines?.forget();
    const type = active && typeText(active.profile.summary.sampleTypes, active.sampleType);
    this.view.description = type && forTitle(`${type}${active.baseline ? ' Δ' : ''}`);
    this.changed();
  }
}
