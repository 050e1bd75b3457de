import * as vscode from 'vscode';
import type { Asker } from '../engine/client';
import { deltaArrow, deltaLabel } from '../profile/deltaText';
import { label, percentage } from '../profile/measurement';
import { shortName } from '../profile/names';
import type { Active, Session } from '../session';
import { forLabel } from '../workbench/plainText';
import type { FoundPath, Sources } from '../workbench/sources';
import { type FoundLine, hotRows } from './hotRows';

const SHOWN = 100;

export type HotLineOrder = 'flat' | 'cum';
export type HotLineScope = 'workspace' | 'everywhere';

const NOTHING_IN: Readonly<Record<HotLineScope, string>> = {
  workspace: 'No line of the active profile is in this workspace: show the hot lines of all files first.',
  everywhere: 'No line of the active profile can be opened.',
};

/** A row of the list. */
export interface HotRow extends FoundLine<FoundPath> {
  readonly active: Active;
  readonly order: HotLineOrder;
}

/** The heaviest lines of the active profile that can be opened, heaviest first, and a walk along them. */
export class HotLinesView implements vscode.TreeDataProvider<HotRow>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly tree: vscode.TreeView<HotRow>;
  private readonly subscriptions: { dispose(): void }[];
  /** Worked out when looked at or walked along: undefined until then. */
  private known: Promise<readonly HotRow[]> | undefined;
  private order: HotLineOrder = 'flat';
  private scope: HotLineScope = 'workspace';
  /** Of the row that was opened last; -1: none yet. */
  private last = -1;

  constructor(
    private readonly session: Session,
    private readonly engine: Asker,
    private readonly sources: Sources,
  ) {
    this.tree = vscode.window.createTreeView('linecost.hotLines', { treeDataProvider: this });
    this.subscriptions = [
      this.tree,
      this.changed,
      session.onDidChange(() => this.refresh()),
      sources.onDidChange(() => this.refresh()),
    ];
    this.refresh();
  }

  orderBy(order: HotLineOrder): void {
    this.order = order;
    this.refresh();
  }

  showOf(scope: HotLineScope): void {
    this.scope = scope;
    this.refresh();
  }

  async open(row: HotRow): Promise<void> {
    this.last = (await this.rows()).indexOf(row);
    await this.sources.open(row.active, row.line);
  }

  /** Opens the next heaviest line, or the one before, and begins anew at the ends. */
  async walk(by: 1 | -1): Promise<void> {
    const rows = await this.rows();
    if (rows.length === 0) {
      void vscode.window.showInformationMessage(NOTHING_IN[this.scope]);
      return;
    }
    this.last = this.last < 0 ? (by > 0 ? 0 : rows.length - 1) : (this.last + by + rows.length) % rows.length;
    const row = rows[this.last];
    await this.sources.open(row.active, row.line);
    vscode.window.setStatusBarMessage(`Hot line ${this.last + 1} of ${rows.length}: ${forLabel(figures(row))}`, 5000);
    if (this.tree.visible) await this.tree.reveal(row, { select: true, focus: false });
  }

  getChildren(parent?: HotRow): Promise<HotRow[]> {
    return parent ? Promise.resolve([]) : this.rows().then((rows) => [...rows]);
  }

  getParent(): undefined {
    return undefined;
  }

  getTreeItem(row: HotRow): vscode.TreeItem {
    const { line, found } = row;
    const place = `${found.path.split(/[\\/]/).at(-1)}:${line.line}`;
    const item = new vscode.TreeItem(place);
    item.description = forLabel(`${figures(row)}  ${shortName(line.function)}`);
    item.tooltip = [`${found.path}:${line.line}`, line.function, bothFigures(row)].filter(Boolean).join('\n');
    item.accessibilityInformation = { label: `${place}, ${bothFigures(row)}, in ${line.function}` };
    item.command = { command: 'linecost.openHotLine', title: 'Open', arguments: [row] };
    return item;
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  private refresh(): void {
    const { active } = this.session;
    this.last = -1;
    void vscode.commands.executeCommand('setContext', 'linecost.hotLines.order', this.order);
    void vscode.commands.executeCommand('setContext', 'linecost.hotLines.scope', this.scope);
    this.known = undefined;
    const type = active && active.profile.summary.sampleTypes[active.sampleType].type;
    const order = active?.baseline ? `${this.order} Δ` : this.order;
    this.tree.description = type && `${type}, ${order}${this.scope === 'workspace' ? '' : ', everywhere'}`;
    this.changed.fire();
  }

  private rows(): Promise<readonly HotRow[]> {
    const { active } = this.session;
    return (this.known ??= active ? this.ask(active).catch(() => []) : Promise.resolve([]));
  }

  private async ask(active: Active): Promise<readonly HotRow[]> {
    const { shown: profile, sampleType } = active;
    const { order, scope } = this;
    const rows = await hotRows(SHOWN, {
      ask: (limit, files) => this.engine.ask('hotLines', { profile, sampleType, order, limit, files }),
      files: () => this.engine.ask('files', { profile }),
      shownOf: async (files) => {
        const paths = await this.sources.pathsOf(active, files);
        return new Map([...paths].filter(([, { isInWorkspace }]) => scope === 'everywhere' || isInWorkspace));
      },
    });
    return rows.map((row) => ({ active, order, ...row }));
  }
}

function bothFigures({ active, line }: HotRow): string {
  return `flat ${figure(active, line.flat)}, cum ${figure(active, line.cum)}`;
}

/** The figure that the list is sorted by, and its share of the total. */
function figures({ active, order, total, line }: HotRow): string {
  const value = line[order];
  const arrow = active.baseline ? `${deltaArrow(value, active.profile.summary.sampleTypes[active.sampleType].unit)} ` : '';
  return `${arrow}${figure(active, value)}  ${percentage(value, total)}`;
}

function figure({ profile, sampleType, baseline }: Active, value: number): string {
  const { unit } = profile.summary.sampleTypes[sampleType];
  return baseline ? deltaLabel(value, unit) : label(value, unit);
}
