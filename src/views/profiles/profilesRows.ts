import * as vscode from 'vscode';
import { shortSummaryOf, summaryOf } from '../../bench/formatResult';
import type { CaptureRecord, StoredProfile } from '../../captures/disk/captureStore';
import { errorTexts, loadText } from '../../captures/loadText';
import { amountOf, amountText, totalLabel } from '../../profile/text/amountText';
import { openingType } from '../../profile/text/intervalText';
import { type Capture, isBenchmark, largestProfile } from '../../captures/loadedCapture';
import { type StageName, stageNames } from '../../captures/stageNames';
import type { Session } from '../../captures/session';
import type { LoadedCaptures } from '../../captures/loaded/loadedCaptures';
import { conditionsText } from '../../captures/measuredText';
import { capturedText } from '../../captures/capturedText';
import { timeInFull } from '../../ui/whenText';
import { type CaptureGroup, captureGroups, ownNames } from '../../captures/captureGroups';
import { captureNodes, type ListNode, type ProfilesNode } from './profilesNodes';
import { fleetSentences } from '../../fleet/fleetSentences';
import { plural } from '../../profile/text/counts';
import { kindName } from '../../captures/kindName';

/**
 * The rows of the Profiles view: the baselines that are not among the others, open profile files, and the captures of
 * this workspace, grouped by what was measured. Files and captures are newest first.
 */
export class ProfilesRows {
  private names: ReadonlyMap<string, StageName> = new Map();

  constructor(private readonly session: Session, private readonly captures: LoadedCaptures) {}

  async getChildren(parent?: ListNode): Promise<ListNode[]> {
    switch (parent?.kind) {
      case undefined:
        return this.roots();
      case 'group':
        return captureNodes(parent.group);
      case 'capture':
        return parent.record.profiles.map((profile) => ({ kind: 'profile', record: parent.record, profile }));
      default:
        return [];
    }
  }

  getTreeItem(node: ListNode): vscode.TreeItem {
    switch (node.kind) {
      case 'group':
        return this.groupItem(node.group);
      case 'capture':
        return this.captureItem(node.record);
      case 'profile':
        return this.profileItem(node.record, node.profile);
      case 'file':
        return this.fileItem(node.capture);
      case 'newer':
        return newerItem(node.count);
      default:
        return node satisfies never;
    }
  }

  private async roots(): Promise<ListNode[]> {
    const captures = await this.captures.records();
    const files = this.captures.files.all().map((capture) => ({ kind: 'file', capture }) as const);
    const groups = captureGroups(captures).map((group) => ({ kind: 'group', group }) as const);
    const ofBenchmarks = groups.filter(({ group: { records } }) => isBenchmark(records[0]));
    this.names = new Map(ofBenchmarks.flatMap(({ group: { records } }) => [...stageNames(records, Date.now())]));
    const listed = new Set([...captures, ...files.map(({ capture }) => capture)].map(({ id }) => id));
    const chosen = this.session.baselines.filter(({ isOfSameRun }) => !isOfSameRun);
    const baselines = chosen.map(({ capture }) => capture).filter(({ id }) => !listed.has(id));
    const count = this.captures.newerCount;
    const newer = count > 0 ? [{ kind: 'newer', count } as const] : [];
    return [...baselines.map((capture) => ({ kind: 'file', capture }) as const), ...files, ...groups, ...newer];
  }

  private isBaseline(captureId: string): boolean {
    return this.session.baselines.some(({ capture }) => capture.id === captureId);
  }

  private groupItem({ key, title, place, records }: CaptureGroup): vscode.TreeItem {
    const item = new vscode.TreeItem(title, vscode.TreeItemCollapsibleState.Expanded);
    const isActive = records.some(({ id }) => id === this.session.active?.capture.id);
    // The id contains the state, so that a collapsed group opens when one of its captures becomes active.
    item.id = `${key}${isActive ? ' active' : ''}`;
    item.description = place;
    item.contextValue = `captureGroup${originOf(records[0])}`;
    const count = `${records.length} ${plural('capture', records.length)}`;
    const file = records[0].target?.file ?? records[0].program?.file;
    item.tooltip = [title, file, `${count}: ${CAPTURE_MEANING}`].filter(Boolean).join('\n');
    item.accessibilityInformation = { label: [title, place, count].filter(Boolean).join(', ') };
    return item;
  }

  private captureItem(record: CaptureRecord): vscode.TreeItem {
    const isActive = this.session.active?.capture.id === record.id;
    const isBaseline = this.isBaseline(record.id);
    const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
    const isLeaf = record.profiles.length < 2;
    const isOnlyResults = record.profiles.length === 0;
    const [group] = captureGroups([record]);
    const { caseName, userName } = ownNames(record, group);
    const { automatic, details: code } = this.names.get(record.id) ?? {};
    const measured = `${captureFigure(record)} · ${capturedText(record, Date.now())}`;
    const item = new vscode.TreeItem(userName ?? measured, isLeaf ? None : isActive ? Expanded : Collapsed);
    // The id contains the state, because VS Code keeps the collapsible state by id.
    item.id = `${record.id}${isActive ? ' active' : ''}${isBaseline ? ' baseline' : ''}`;
    const isUnsaved = this.captures.isUnsaved(record);
    const marks = [this.captures.isGrowing(record.id) && 'watched', isUnsaved && 'not saved', isBaseline && 'baseline', record.isPinned && 'pinned', isOnlyResults && 'timing only', record.misfit?.sign];
    item.description = [...marks, caseName, userName && measured, automatic].filter(Boolean).join(' · ');
    const icon = isActive ? 'flame' : isBaseline ? 'git-compare' : record.isPinned ? 'pinned' : isOnlyResults ? 'watch' : 'history';
    item.iconPath = new vscode.ThemeIcon(icon);
    const context = isOnlyResults ? 'linecost.results' : 'linecost.capture';
    const trace = record.profiles.some(({ label }) => label === 'scheduler') ? '.trace' : '';
    const states = `${isBaseline ? '.baseline' : ''}${record.isPinned ? '.pinned' : ''}`;
    item.contextValue = `${context}${originOf(record)}${trace}${states}`;
    const kinds = isOnlyResults ? 'timing only: measured without profiles' : record.profiles.map((profile) => profile.label).join(', ');
    const suite = record.suite && `measured with all benchmarks of ${record.suite.name}`;
    const time = timeInFull(record.capturedAt);
    const unsaved = isUnsaved && 'could not be saved: lost when this window closes';
    const noProgram = record.noProgram && `without its program, which could not be stored: ${record.noProgram}`;
    // The sentences on the code begin with the commit.
    const { git, ...others } = record.conditions ?? {};
    const conditions = conditionsText(code ? others : { ...others, ...(git && { git }) });
    const { args, ended } = record.program ?? {};
    const run = record.program && [args && `with ${args}`, ended ?? 'how it ended is not known'].filter(Boolean).join(', ');
    const ofServer = [...serviceFacts(record), ...fleetFacts(record)];
    const facts = [time, kinds, run, suite, noProgram, ...ofServer, summaryOf(record.results), conditions];
    const details = [record.title, automatic, unsaved, record.misfit?.text, ...facts, code];
    item.tooltip = details.filter(Boolean).join('\n');
    item.command = openCommand({ kind: 'capture', record });
    const spoken = [group.title, caseName, userName, measured, automatic, ...marks, isActive && 'active'];
    item.accessibilityInformation = { label: spoken.filter(Boolean).join(', ') };
    return item;
  }

  private profileItem(record: CaptureRecord, profile: StoredProfile): vscode.TreeItem {
    const { active } = this.session;
    const isActive = active?.capture.id === record.id && active.profile.label === profile.label;
    const item = new vscode.TreeItem(profile.label);
    item.description = profileFigure(profile);
    item.iconPath = new vscode.ThemeIcon(isActive ? 'check' : 'blank');
    item.contextValue = 'linecost.captureProfile';
    item.command = openCommand({ kind: 'profile', record, profile });
    item.accessibilityInformation = {
      label: `${profile.label} profile of ${record.title}, ${item.description ?? ''}${isActive ? ', active' : ''}`,
    };
    return item;
  }

  private fileItem(capture: Capture): vscode.TreeItem {
    const { active } = this.session;
    const profile = active?.capture === capture ? active.profile : largestProfile(capture.profiles);
    const { summary } = profile;
    const item = new vscode.TreeItem(capture.title);
    const isActive = active?.capture === capture;
    const isBaseline = this.isBaseline(capture.id);
    const isOpen = this.captures.files.all().includes(capture);
    item.id = capture.id;
    const amount = amountOf(summary, openingType(summary));
    const kind = kindName(profile, amount.type, '');
    const total = kind === undefined ? amountText(amount.value, amount) : `${totalLabel(amount.value, amount)} ${kind} ${amount.type}`;
    item.description = `${isBaseline ? 'baseline, ' : ''}${isOpen ? 'open file' : 'file'}  ${total}`;
    item.iconPath = new vscode.ThemeIcon(isActive ? 'flame' : isBaseline ? 'git-compare' : 'file');
    item.contextValue = `linecost.profileFile${capture.profiles.length > 1 ? '.trace' : ''}${isBaseline ? '.baseline' : ''}`;
    item.tooltip = [vscode.Uri.parse(capture.id).fsPath, ...summary.comments].join('\n');
    item.command = openCommand({ kind: 'file', capture });
    return item;
  }
}

const CAPTURE_MEANING = 'each is what one run or fetch measured, with profiles, results, and the source as it was';

function newerItem(count: number): vscode.TreeItem {
  const item = new vscode.TreeItem(`${count} ${plural('capture', count)} of a newer Linecost`);
  item.id = 'newer';
  item.iconPath = new vscode.ThemeIcon('info');
  item.tooltip = 'Stored by a newer version of Linecost, which this version cannot read. Update Linecost to see them.';
  item.accessibilityInformation = { label: `${item.label as string}. ${item.tooltip}` };
  return item;
}

/**
 * How to repeat a capture, for menus: `.go` of a benchmark or test, `.program`, `.service`, of several instances
 * `.service.instances`, each with `.load` if it was under load, `.fleet`, `.fetched`, or empty.
 */
function originOf({ target, program, service, fleet, subject }: CaptureRecord): string {
  if (program) return '.program';
  if (fleet) return '.fleet';
  if (service) return `.service${service.instances.length > 1 ? '.instances' : ''}${service.load ? '.load' : ''}`;
  return target ? '.go' : subject !== undefined ? '.fetched' : '';
}

/** What the tooltip of a service's capture says. */
function serviceFacts({ service }: CaptureRecord): string[] {
  if (!service) return [];
  const { instances, seconds, load, notes = [] } = service;
  const [{ address }] = instances;
  const from = instances.length === 1 ? address : `${instances.length} instances`;
  return [`${from}, ${seconds} s`, ...(load ? [loadText(load), ...errorTexts(load)] : []), ...notes];
}

/** What the tooltip of a store's capture says. */
function fleetFacts({ fleet, capturedAt }: CaptureRecord): string[] {
  return fleet ? fleetSentences(fleet, capturedAt) : [];
}

function openCommand(node: ProfilesNode): vscode.Command {
  return { command: 'linecost.openCapture', title: 'Open', arguments: [node] };
}

/** The total of a profile, with its type unless that is its label: `7.8 s` of cpu, `1.0 GiB alloc_space` of memory. */
function profileFigure({ label, total }: StoredProfile): string | undefined {
  if (!total) return undefined;
  return total.type === label ? totalLabel(total.value, total) : amountText(total.value, total);
}

/**
 * The main figure of a capture's row: `1465 ns/op`, `40 results`, or the total of its first profile with samples:
 * `1.20s mutex delay`, of a difference `+12MB alloc_space`. The kinds of its profiles if it has no such figure.
 */
export function captureFigure({ results, profiles }: CaptureRecord): string {
  const measured = shortSummaryOf(results);
  const sampled = profiles.find(({ total }) => total !== undefined && total.value !== 0);
  const { label: name = '', total, sampleTypes = [] } = sampled ?? profiles[0] ?? {};
  if (measured !== '' || !total) return measured || profiles.map((profile) => profile.label).join(', ');
  const kind = kindName({ label: name, summary: { sampleTypes } }, total.type, '');
  return [totalLabel(total.value, total), kind, total.type].filter((word) => word !== undefined).join(' ');
}
