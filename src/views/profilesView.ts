import * as vscode from 'vscode';
import { formatResult } from '../bench/format';
import type { RunRecord, StoredProfile } from '../bench/runStore';
import { label } from '../profile/measurement';
import type { Run, Session } from '../session';
import { forLabel } from '../workbench/plainText';
import type { Runs } from '../workbench/runs';
import { whenText } from '../workbench/whenText';

/** A capture, one of its profiles, or a profile file that is open. */
export type ProfilesNode =
  | { readonly kind: 'capture'; readonly record: RunRecord }
  | { readonly kind: 'profile'; readonly record: RunRecord; readonly profile: StoredProfile }
  | { readonly kind: 'file'; readonly run: Run };

/** The id of the run that is meant. */
export function runIdOf(node: ProfilesNode): string {
  return node.kind === 'file' ? node.run.id : node.record.id;
}

/** What was captured in this workspace, the newest first, and above it the profile files that are open. */
export class ProfilesView implements vscode.TreeDataProvider<ProfilesNode>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly tree: vscode.TreeView<ProfilesNode>;
  private readonly subscriptions: { dispose(): void }[];

  constructor(private readonly session: Session, private readonly runs: Runs) {
    this.tree = vscode.window.createTreeView('linecost.profiles', { treeDataProvider: this, canSelectMany: true });
    const refresh = () => this.changed.fire();
    this.subscriptions = [this.tree, this.changed, session.onDidChange(refresh), runs.onDidChangeKept(refresh)];
  }

  async getChildren(parent?: ProfilesNode): Promise<ProfilesNode[]> {
    if (!parent) {
      const captures = await this.runs.captures();
      const files = this.runs.openFiles().map((run) => ({ kind: 'file', run }) as const);
      const nodes = [...files, ...captures.map((record) => ({ kind: 'capture', record }) as const)];
      const { baseline } = this.session;
      if (!baseline || nodes.some((node) => runIdOf(node) === baseline.run.id)) return nodes;
      return [{ kind: 'file', run: baseline.run }, ...nodes];
    }
    if (parent.kind !== 'capture') return [];
    const { record } = parent;
    return record.profiles.map((profile) => ({ kind: 'profile', record, profile }));
  }

  getTreeItem(node: ProfilesNode): vscode.TreeItem {
    switch (node.kind) {
      case 'capture':
        return this.captureItem(node.record);
      case 'profile':
        return this.profileItem(node.record, node.profile);
      case 'file':
        return this.fileItem(node.run);
      default:
        return node satisfies never;
    }
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  private captureItem(record: RunRecord): vscode.TreeItem {
    const isActive = this.session.active?.run.id === record.id;
    const isBaseline = this.session.baseline?.run.id === record.id;
    const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
    const item = new vscode.TreeItem(record.title, isActive ? Expanded : Collapsed);
    const result = formatResult(record.results.filter(({ name }) => name === record.results[0]?.name));
    // The state is part of the name: VS Code keeps to it otherwise.
    item.id = `${record.id}${isActive ? ' active' : ''}${isBaseline ? ' baseline' : ''}`;
    const [first] = result.split('  ');
    const marks = [isBaseline && 'baseline', first, whenText(record.capturedAt, Date.now())];
    item.description = marks.filter(Boolean).join(', ');
    item.iconPath = new vscode.ThemeIcon(isActive ? 'flame' : isBaseline ? 'git-compare' : 'history');
    item.contextValue = 'linecost.capture';
    item.tooltip = `${record.title}\n${new Date(record.capturedAt).toLocaleString()}${result && `\n${result}`}`;
    item.command = openCommand({ kind: 'capture', record });
    item.accessibilityInformation = { label: `${record.title}, ${item.description}${isActive ? ', active' : ''}` };
    return item;
  }

  private profileItem(record: RunRecord, profile: StoredProfile): vscode.TreeItem {
    const { active } = this.session;
    const isActive = active?.run.id === record.id && active.profile.label === profile.label;
    const item = new vscode.TreeItem(profile.label);
    item.description = profile.total && forLabel(`${label(profile.total.value, profile.total.unit)} ${profile.total.type}`);
    item.iconPath = new vscode.ThemeIcon(isActive ? 'check' : 'blank');
    item.contextValue = 'linecost.captureProfile';
    item.command = openCommand({ kind: 'profile', record, profile });
    item.accessibilityInformation = {
      label: `${profile.label} profile of ${record.title}, ${item.description ?? ''}${isActive ? ', active' : ''}`,
    };
    return item;
  }

  private fileItem(run: Run): vscode.TreeItem {
    const { summary } = run.profiles[0];
    const { type, unit } = summary.sampleTypes[summary.defaultSampleType];
    const item = new vscode.TreeItem(run.title);
    const isActive = this.session.active?.run === run;
    const isBaseline = this.session.baseline?.run.id === run.id;
    const isOpen = this.runs.openFiles().includes(run);
    item.id = run.id;
    const total = `${label(summary.totals[summary.defaultSampleType], unit)} ${type}`;
    item.description = forLabel(`${isBaseline ? 'baseline, ' : ''}${isOpen ? 'open file' : 'file'}  ${total}`);
    item.iconPath = new vscode.ThemeIcon(isActive ? 'flame' : isBaseline ? 'git-compare' : 'file');
    item.contextValue = 'linecost.profileFile';
    item.tooltip = [vscode.Uri.parse(run.id).fsPath, ...summary.comments].join('\n');
    item.command = openCommand({ kind: 'file', run });
    return item;
  }
}

function openCommand(node: ProfilesNode): vscode.Command {
  return { command: 'linecost.openKept', title: 'Open', arguments: [node] };
}
