import * as vscode from 'vscode';
import type { Asker } from '../engine/client';
import { deltaArrow, deltaLabel } from '../profile/deltaText';
import { label, percentage } from '../profile/measurement';
import { shortName } from '../profile/names';
import type { HotLine } from '../profile/reports';
import type { Active, Session } from '../session';
import { forLabel } from '../workbench/plainText';
import type { FoundPath, Sources } from '../workbench/sources';

const ASKED = 500;
const SHOWN = 100;

export type HotLineOrder = 'flat' | 'cum';
export type HotLineScope = 'workspace' | 'everywhere';

/** A row of the list. */
export interface HotRow {
  readonly active: Active;
  readonly order: HotLineOrder;
  /** What shares refer to. */
  readonly total: number;
  readonly line: HotLine;
  readonly found: FoundPath;
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
      void vscode.window.showInformationMessage('The active profile has no line that can be opened.');
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
    const question = { profile, sampleType, order, limit: ASKED };
    const { total, lines } = await this.engine.ask('hotLines', question);
    const paths = await this.sources.pathsOf(active, lines.map(({ file }) => file));
    const rows = lines.flatMap((line): HotRow[] => {
      const found = paths.get(line.file);
      return found && (scope === 'everywhere' || found.isInWorkspace) ? [{ active, order, total, line, found }] : [];
    });
    return rows.slice(0, SHOWN);
  }

}

function bothFigures({ active, line }: HotRow): string {
  return `flat ${figure(active, line.flat)}, cum ${figure(active, line.cum)}`;
}

/** The figure that the list is sorted by, and its share of the total. */
function figures({ active, order, total, line }: HotRow): string {
  const value = line[order];
  const arrow = active.baseline ? `${deltaArrow(value)} ` : '';
  return `${arrow}${figure(active, value)}  ${percentage(value, total)}`;
}

function figure({ profile, sampleType, baseline }: Active, value: number): string {
  const { unit } = profile.summary.sampleTypes[sampleType];
  return baseline ? deltaLabel(value, unit) : label(value, unit);
}
