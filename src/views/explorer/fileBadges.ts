import * as vscode from 'vscode';
import { firmLineCount, hasFirmRemovedLines } from '../../captures/firmLines';
import type { Active, Session } from '../../captures/session';
import type { Sources } from '../../documents/sources';
import type { QueryEngine } from '../../engine/client';
import { ignored } from '../../profile/common/ignored';
import { nextTurn } from '../../profile/common/tasks';
import { uriOf } from '../../ui/fileUri';
import { inBackground } from '../../ui/inBackground';
import { forTitle } from '../../ui/plainText';
import { type Badge, badgeOf, hasBadge } from './badgeText';

const SECTION = 'linecost.explorer';
/** A pause after the last change, since columns and lists need their answers first. */
const DELAY_MS = 300;
/** Names that are looked up before other events are handled. */
const NAMES_AT_ONCE = 100;

/** What a file of the workspace causes. */
interface FileCost {
  readonly path: string;
  readonly charged: number;
}

/** Badges in the Explorer for the files of the active profile, and for the folders that they are in. */
export class FileBadges implements vscode.FileDecorationProvider, vscode.Disposable {
  private readonly emitter = new vscode.EventEmitter<undefined>();
  readonly onDidChangeFileDecorations = this.emitter.event;
  /** By URI. */
  private badges: ReadonlyMap<string, Badge> = new Map();
  /** What `badges` are of, or will be: see viewOf. */
  private view = '';
  private asking = new AbortController();
  private delay: NodeJS.Timeout | undefined;
  private readonly subscriptions: { dispose(): unknown }[];

  constructor(
    private readonly session: Session,
    private readonly engine: QueryEngine,
    private readonly sources: Pick<Sources, 'pathsOf' | 'onDidChange'>,
  ) {
    this.subscriptions = [
      this.emitter,
      vscode.window.registerFileDecorationProvider(this),
      session.onDidChange(() => this.follow()),
      sources.onDidChange(() => this.ask()),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(SECTION)) this.follow();
      }),
    ];
    this.follow();
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    const badge = this.badges.get(uri.toString());
    if (!badge) return undefined;
    const color = badge.color === undefined ? undefined : new vscode.ThemeColor(badge.color);
    return new vscode.FileDecoration(badge.badge, forTitle(badge.tooltip), color);
  }

  dispose(): void {
    this.asking.abort();
    clearTimeout(this.delay);
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  /** Removes badges of what is no longer shown at once; those of an earlier round stay until the new ones are known. */
  private follow(): void {
    const active = isOn() ? this.session.active : undefined;
    const view = active ? viewOf(active) : '';
    if (view !== this.view) this.show(new Map());
    this.view = view;
    this.ask();
  }

  private ask(): void {
    this.asking.abort();
    clearTimeout(this.delay);
    const { active } = this.session;
    if (!active || this.view === '') return;
    const { signal } = (this.asking = new AbortController());
    this.delay = setTimeout(() => {
      const found = this.find(active, signal).catch(ignored('files have no badges'));
      inBackground(found.then((badges) => badges && !signal.aborted && this.show(badges)));
    }, DELAY_MS);
  }

  private show(badges: ReadonlyMap<string, Badge>): void {
    if (badges.size === 0 && this.badges.size === 0) return;
    this.badges = badges;
    this.emitter.fire(undefined);
  }

  private async find(active: Active, signal: AbortSignal): Promise<ReadonlyMap<string, Badge>> {
    const { queryId: profile, sampleType } = active;
    const paths = await this.pathsOf(active, await this.engine.ask('files', { profile }, signal), signal);
    const files = [...paths.keys()];
    const { total, charged } = await this.engine.ask('fileCharges', { profile, sampleType, files }, signal);
    const sure = await this.sureFiles(active, files.filter((_, i) => hasBadge(charged[i], total, active)), signal);
    const costs = files.map((file, i) => ({ file, path: paths.get(file)!, charged: charged[i] }));
    // In a comparison, the change of a folder is that of its files with a firm change.
    const counted = active.baseline ? costs.filter(({ file }) => sure.has(file)) : costs;
    const sums = [...withFolders(counted)].filter(([, sum]) => hasBadge(sum, total, active));
    const now = Date.now();
    const shown = sums.filter(([, sum]) => !(active.baseline?.shares === 'offered' && sum > 0));
    return new Map(shown.map(([path, sum]) => [uriOf(path).toString(), badgeOf(sum, total, active, now)]));
  }

  /** The files in the workspace, by their names in the profile. */
  private async pathsOf(
    active: Active,
    names: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, string>> {
    const paths = new Map<string, string>();
    for (let at = 0; at < names.length && !signal.aborted; at += NAMES_AT_ONCE) {
      const found = await this.sources.pathsOf(active, names.slice(at, at + NAMES_AT_ONCE));
      for (const [name, { path, isInWorkspace }] of found) if (isInWorkspace) paths.set(name, path);
      await nextTurn();
    }
    return paths;
  }

  /** In a comparison whose changes are judged: those of the files with a firm change. Otherwise, all of them. */
  private async sureFiles(
    { baseline, queryId: profile, sampleType }: Active,
    files: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlySet<string>> {
    const changes = baseline && (await this.engine.ask('fileChanges', { profile, sampleType, files }, signal));
    if (!changes) return new Set(files);
    return new Set(files.filter((_, i) => firmLineCount([changes[i]]) > 0 || hasFirmRemovedLines([changes[i]])));
  }
}

function isOn(): boolean {
  return vscode.workspace.getConfiguration(SECTION).get<unknown>('badges') !== false;
}

/** What the figures are of: the same in all rounds of a profile. */
function viewOf({ capture, profile: { label }, sampleType, refinement, baseline }: Active): string {
  const against = baseline && [baseline.capture.id, baseline.mode, baseline.normalize];
  return JSON.stringify([capture.id, label, sampleType, refinement, against]);
}

/** The sum of each file, and of each folder below a workspace folder that has such files. */
function withFolders(costs: readonly FileCost[]): Map<string, number> {
  const sums = new Map<string, number>();
  const add = (path: string, charged: number) => sums.set(path, (sums.get(path) ?? 0) + charged);
  const roots = new Map<string, string | undefined>();
  for (const { path, charged } of costs) {
    add(path, charged);
    const own = folderOf(path);
    if (!roots.has(own)) roots.set(own, rootOf(path));
    const root = roots.get(own);
    if (root === undefined) continue;
    for (let folder = own; folder.length > root.length; folder = folderOf(folder)) add(folder, charged);
  }
  return sums;
}

function folderOf(path: string): string {
  return path.replace(/[\\/][^\\/]*$/, '');
}

/** The workspace folder that a file is in. */
function rootOf(path: string): string | undefined {
  const folder = vscode.workspace.getWorkspaceFolder(uriOf(path));
  return folder && (folder.uri.scheme === 'file' ? folder.uri.fsPath : folder.uri.path);
}
