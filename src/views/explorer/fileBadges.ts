import * as vscode from 'vscode';
import { firmLineCount, hasFirmRemovedLines } from '../../captures/firmLines';
import { roundsKey } from '../../captures/roundsKey';
import type { Active, Session } from '../../captures/session';
import { shownWeight } from '../../captures/shownWeight';
import type { Sources } from '../../documents/sources';
import type { QueryEngine } from '../../engine/client';
import { inSlices } from '../../go/timeSlices';
import type { Steps } from '../../profile/common/guard';
import type { FileChanges } from '../../profile/answers/changes';
import { ignored } from '../../profile/common/ignored';
import { nextTurn } from '../../profile/common/tasks';
import { pathOf, uriOf } from '../../ui/fileUri';
import { inBackground } from '../../ui/inBackground';
import { forTitle } from '../../ui/plainText';
import { type Badge, badgeOf, hasBadge } from './badgeText';

const SECTION = 'linecost.explorer';
/** A pause after the last change, since columns and lists need their answers first. */
const DELAY_MS = 300;
/** Names that are looked up before the clock is read. */
const NAMES_AT_ONCE = 10;
/** Time to look up names before other events are handled. */
const SLICE_MS = 6;
/** In a comparison, changes of files that are a smaller part of the total are not judged. */
const LEAST_JUDGED = 0.001;
/** The most files whose changes are judged: those with the largest changes. */
const MAX_JUDGED = 500;

/** What a file of the workspace causes. */
interface FileCost {
  /** Its name in the profile. */
  readonly file: string;
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
      vscode.window.onDidChangeActiveColorTheme(() => this.show(this.badges)),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(SECTION)) this.follow();
      }),
    ];
    this.follow();
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    const badge = this.badges.get(uri.toString());
    if (!badge) return undefined;
    // Dark high contrast themes count errors in the color of the names.
    const isCount = vscode.window.activeColorTheme.kind === vscode.ColorThemeKind.HighContrast;
    return new vscode.FileDecoration((isCount && badge.bar) || badge.badge, forTitle(badge.tooltip));
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
    const costs = files.map((file, i) => ({ file, path: paths.get(file)!, charged: charged[i] }));
    const firm = await this.firmFiles(active, costs, total, signal);
    const sums = await inSlices(withFolders(costs, firm), signal);
    const weight = shownWeight(active);
    const now = Date.now();
    const badges = new Map<string, Badge>();
    for (const [path, { charged: sum, isFirm }] of sums) {
      // Where more work may have been done, it shows as growth.
      if (!isFirm || !hasBadge(sum, total, weight) || (active.baseline?.shares === 'offered' && sum > 0)) continue;
      badges.set(uriOf(path).toString(), badgeOf(sum, total, active, now));
    }
    return badges;
  }

  /** The files in the workspace, by their names in the profile. */
  private async pathsOf(
    active: Active,
    names: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, string>> {
    const paths = new Map<string, string>();
    let until = performance.now() + SLICE_MS;
    for (let at = 0; at < names.length && !signal.aborted; at += NAMES_AT_ONCE) {
      const found = await this.sources.pathsOf(active, names.slice(at, at + NAMES_AT_ONCE));
      for (const [name, { path, isInWorkspace }] of found) if (isInWorkspace) paths.set(name, path);
      if (performance.now() < until) continue;
      await nextTurn();
      until = performance.now() + SLICE_MS;
    }
    return paths;
  }

  /** In a comparison whose changes are judged: the files with a firm change. Otherwise undefined. */
  private async firmFiles(
    { baseline, queryId: profile, sampleType }: Active,
    costs: readonly FileCost[],
    total: number,
    signal: AbortSignal,
  ): Promise<ReadonlySet<string> | undefined> {
    if (!baseline) return undefined;
    const large = costs.filter(({ charged }) => Math.abs(charged) >= LEAST_JUDGED * Math.abs(total));
    const largest = large.sort((a, b) => Math.abs(b.charged) - Math.abs(a.charged)).slice(0, MAX_JUDGED);
    const files = largest.map(({ file }) => file);
    const changes = await this.engine.ask('fileChanges', { profile, sampleType, files }, signal);
    const isFirm = (of: FileChanges) => firmLineCount([of]) > 0 || hasFirmRemovedLines([of]);
    return changes && new Set(files.filter((_, i) => isFirm(changes[i])));
  }
}

function isOn(): boolean {
  return vscode.workspace.getConfiguration(SECTION).get<unknown>('badges') !== false;
}

/** What the figures are of: the same in all rounds of a profile. */
function viewOf(active: Active): string {
  const { baseline } = active;
  const against = baseline && [
    baseline.capture.id, baseline.profile.summary.id, baseline.mode, baseline.normalize, baseline.totals,
    baseline.perSecond, baseline.shares,
  ];
  return JSON.stringify([roundsKey(active), against]);
}

/** What a file, or all files of a folder cause. */
class Sum {
  charged = 0;
  private grew = false;
  private shrank = false;

  add(charged: number, isFirm: boolean): void {
    this.charged += charged;
    this.note(isFirm && charged > 0, isFirm && charged < 0);
  }

  addAll({ charged, grew, shrank }: Sum): void {
    this.charged += charged;
    this.note(grew, shrank);
  }

  /** Whether the change is more than noise: that of a file which changed in the same direction is. */
  get isFirm(): boolean {
    return this.charged > 0 ? this.grew : this.shrank;
  }

  private note(grew: boolean, shrank: boolean): void {
    this.grew ||= grew;
    this.shrank ||= shrank;
  }
}

/**
 * The sum of each file, and of each folder below a workspace folder that has such files.
 * @param firm the files with a firm change; undefined if all costs count
 */
function* withFolders(
  costs: readonly FileCost[],
  firm: ReadonlySet<string> | undefined,
): Steps<ReadonlyMap<string, Sum>> {
  const sums = new Map<string, Sum>();
  const sumOf = (path: string) => {
    const sum = sums.get(path) ?? new Sum();
    sums.set(path, sum);
    return sum;
  };
  const folders = new Map<string, Sum>();
  for (const { file, path, charged } of costs) {
    yield;
    const isFirm = firm?.has(file) ?? true;
    sumOf(path).add(charged, isFirm);
    const own = folderOf(path);
    const folder = folders.get(own) ?? new Sum();
    folders.set(own, folder);
    folder.add(charged, isFirm);
  }
  for (const [own, sum] of folders) {
    yield;
    const root = rootOf(own);
    if (root === undefined) continue;
    for (let folder = own; folder.length > root.length; folder = folderOf(folder)) sumOf(folder).addAll(sum);
  }
  return sums;
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'), 0));
}

/** The path of the workspace folder that a folder is in. */
function rootOf(folder: string): string | undefined {
  const root = vscode.workspace.getWorkspaceFolder(uriOf(folder));
  return root && pathOf(root.uri);
}
