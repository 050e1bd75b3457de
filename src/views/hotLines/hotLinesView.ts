import * as vscode from 'vscode';
import { typeText } from '../../profile/text/sampleTypeNames';
import type { Session } from '../../captures/session';
import { pathOf } from '../../ui/fileUri';
import { forTitle } from '../../ui/plainText';
import { createTreeView } from '../../ui/window';
import type { Sources } from '../../documents/sources';
import type { HotNode } from './hotLineNodes';
import type { HotLines, HotTree } from './hotLines';

/** A pause in typing, after which line numbers are shown anew. */
const PAUSE_MS = 300;

/** The Hot Lines view. HotLines is loaded when the view or a command first needs it. */
export class HotLinesView implements vscode.TreeDataProvider<HotNode>, HotTree, vscode.Disposable {
  private readonly emitter = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.emitter.event;
  readonly view: vscode.TreeView<HotNode>;
  private readonly subscriptions: { dispose(): void }[];
  private lines: HotLines | undefined;
  private loading: Promise<HotLines> | undefined;
  private edited: NodeJS.Timeout | undefined;

  constructor(
    private readonly session: Session,
    sources: Sources,
    private readonly load: (tree: HotTree) => Promise<HotLines>,
  ) {
    this.view = createTreeView('linecost.hotLines', this);
    const refresh = () => this.refresh();
    const edited = vscode.workspace.onDidChangeTextDocument((event) => this.followEdit(event));
    this.subscriptions = [this.view, this.emitter, edited, session.onDidChange(refresh), sources.onDidChange(refresh)];
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
    clearTimeout(this.edited);
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  /** Shows today's line numbers, once the user pauses; in a hidden view, VS Code asks for them when it appears. */
  private followEdit({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    if (contentChanges.length === 0 || !this.lines?.lists(pathOf(document.uri))) return;
    clearTimeout(this.edited);
    this.edited = setTimeout(() => this.changed(), PAUSE_MS);
  }

  private refresh(): void {
    const { active } = this.session;
    this.lines?.forget();
    // Otherwise the rows say more, but those of a hidden view are not asked for.
    if (!active || !this.view.visible) {
      const type = active && typeText(active.profile.summary.sampleTypes, active.sampleType);
      this.view.description = type && forTitle(`${type}${active.baseline ? ' Δ' : ''}`);
      this.view.message = undefined;
    }
    this.changed();
  }
}
