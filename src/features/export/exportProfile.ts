import { mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import * as vscode from 'vscode';
import type { Engine } from '../../engine/client';
import type { ExportFormat, ExportParams, ProfileId } from '../../engine/queries';
import {
  type Active, asCaptured, derivationOf, type Deriver, isRefined, type Session, shownUnit, shownWork,
} from '../../captures/session';
import { fileNameOf } from '../../ui/fileNames';
import { inBackground } from '../../ui/inBackground';
import { type PickItem, showInformationMessage, showQuickPick, showSaveDialog } from '../../ui/window';
import { withLateProgress } from '../../ui/progress';
import type { ProfilePanel } from '../../pages/profile/profilePanel';
import type { ProfilesNode } from '../../views/profiles/profilesNodes';
import type { LoadedCaptures } from '../../captures/loaded/loadedCaptures';
import { type Capture, type LoadedProfile } from '../../captures/loadedCapture';
import { profileOfNode } from '../captures/captureCommands';
import { withPage } from './exportPage';
import { isPerOperation, perWorkText, workNoun } from '../../profile/text/relativeUnits';

export interface ExportParts {
  readonly session: Session;
  readonly engine: Engine;
  readonly captures: LoadedCaptures;
  readonly extensionUri: vscode.Uri;
}

interface FormatChoice extends PickItem {
  readonly format: ExportFormat;
  /** The extension of file names, without the leading dot. */
  readonly extension: string;
}

const FORMATS: readonly FormatChoice[] = [
  {
    label: 'pprof',
    description: '.pb.gz',
    detail: 'All sample types, for go tool pprof and for Linecost',
    format: 'pprof',
    extension: 'pb.gz',
  },
  {
    label: 'Folded stacks',
    description: '.folded',
    detail: 'The sample type in view, a line for each stack: for flamegraph.pl and similar tools',
    format: 'folded',
    extension: 'folded',
  },
  {
    label: 'speedscope',
    description: '.speedscope.json',
    detail: 'All sample types, for speedscope.app',
    format: 'speedscope',
    extension: 'speedscope.json',
  },
  {
    label: 'Callgrind',
    description: '.callgrind',
    detail: 'The sample type in view, for KCachegrind and QCachegrind',
    format: 'callgrind',
    extension: 'callgrind',
  },
  {
    label: 'Call graph',
    description: '.dot',
    detail: 'The sample type in view, for Graphviz, as go tool pprof -dot writes it',
    format: 'dot',
    extension: 'dot',
  },
  {
    label: 'HTML page',
    description: '.html',
    detail: 'Flame graph, Top, callers & callees in one file, for a browser without Go, Linecost or a network',
    format: 'html',
    extension: 'html',
  },
];

const PICTURE: PickItem = {
  label: 'Flame graph',
  description: '.svg',
  detail: 'A picture of the flame graph in view',
};

/** Exports the active profile, as withTotals gives it, to a file of the user's choice. Throws EngineError. */
export async function exportShown(parts: ExportParts & { panel: ProfilePanel }): Promise<void> {
  const { session: { active }, engine, panel } = parts;
  if (!active) return;
  const choice = await askFormat(`Export ${nameOf(active)}`, contentsText(active), [...FORMATS, PICTURE]);
  if (choice === PICTURE) return panel.exportSvg();
  if (!isFormat(choice)) return;
  const target = await askExport(nameOf(active), choice);
  if (!target) return;
  if (choice.format === 'html') return withPage(parts, active, (params) => exportTo(engine, params, target));
  const { sampleType, refinement } = active;
  await withExported(engine, active, (profile) =>
    exportTo(engine, { profile, sampleType, refinement, format: choice.format }, target, figuresNote(active)));
}

/** The active profile as other tools get it: totals instead of costs per operation, unless it is compared. */
export function withTotals(active: Active): Active {
  return active.baseline ? active : { ...active, operations: undefined };
}

/** Calls `act` with the profile that withTotals describes. Unloads the profile if it was derived for this. */
export async function withExported(
  engine: Deriver,
  active: Active,
  act: (profile: ProfileId) => Promise<void>,
): Promise<void> {
  if (active.baseline || active.operations === undefined) return act(active.queryId);
  if (!isRefined(active.refinement)) return act(active.profile.summary.id);
  const profile = engine.derive(derivationOf(withTotals(active)));
  try {
    await act(profile);
  } finally {
    engine.unload(profile);
  }
}

/** A sentence if the exported figures are costs per operation; empty otherwise. */
export function figuresNote(active: Active): string {
  const unit = shownUnit(withTotals(active));
  return isPerOperation(unit) ? `The figures are the costs of 1,000,000 ${workNoun(unit)}s.` : '';
}

/** Exports a profile of the Profiles view, unrefined, to a file. Throws EngineError or an Error for the user. */
export async function exportListed(parts: ExportParts, node: ProfilesNode): Promise<void> {
  const { captures, engine } = parts;
  if (node.kind === 'file') {
    const { capture: { title, profiles } } = node;
    const profile = profiles.length === 1 ? profiles[0] : await pickProfile(title, profiles);
    const request = profile && (await askUnfilteredExport(profiles.length === 1 ? title : `${title} ${profile.label}`));
    if (!profile || !request) return;
    const { id, defaultSampleType: sampleType } = profile.summary;
    if (request.format === 'html') return exportPage(parts, node.capture, profile, request.target);
    return exportTo(engine, { profile: id, sampleType, refinement: {}, format: request.format }, request.target);
  }
  const profile = await profileOfNode(node);
  const request = profile && (await askUnfilteredExport(`${node.record.title} ${profile.label}`));
  if (!profile || !request) return;
  const { format, target } = request;
  if (format === 'html') {
    const capture = await captures.captureOf(node.record.id);
    try {
      return await exportPage(parts, capture, capture.profiles.find(({ label }) => label === profile.label), target);
    } finally {
      captures.unloadUnused(capture);
    }
  }
  const file = captures.captureFile(node.record, profile);
  if (format === 'pprof') {
    await vscode.workspace.fs.copy(file, target, { overwrite: true });
    return tellExported(target);
  }
  const { id, defaultSampleType: sampleType } = await engine.ask('load', { source: { kind: 'file', path: file.fsPath } });
  try {
    await exportTo(engine, { profile: id, sampleType, refinement: {}, format }, target);
  } finally {
    await engine.ask('unload', { profile: id });
  }
}

async function pickProfile(title: string, profiles: readonly LoadedProfile[]): Promise<LoadedProfile | undefined> {
  const items = profiles.map((profile) => ({ label: profile.label, profile }));
  return (await showQuickPick(items, { title: `Which profile of ${title}?` }))?.profile;
}

async function exportPage(
  parts: ExportParts,
  capture: Capture,
  profile: LoadedProfile | undefined,
  target: vscode.Uri,
): Promise<void> {
  if (!profile) return;
  const active = asCaptured({ capture, profile, sampleType: profile.summary.defaultSampleType });
  await withPage(parts, active, (params) => exportTo(parts.engine, params, target));
}

async function askUnfilteredExport(name: string): Promise<{ format: ExportFormat; target: vscode.Uri } | undefined> {
  const choice = await askFormat(`Export ${name}`, 'As captured', FORMATS);
  const target = choice && (await askExport(name, choice));
  return choice && target && { format: choice.format, target };
}

/** The name of a profile in a sentence: `BenchmarkJoin cpu`. */
export function nameOf({ capture, profile }: Pick<Active, 'capture' | 'profile'>): string {
  return capture.profiles.length === 1 && capture.title.includes(profile.label) ? capture.title : `${capture.title} ${profile.label}`;
}

function contentsText(active: Active): string {
  const { refinement, baseline } = active;
  const hasRefinement = Object.values(refinement).some((value) => value !== undefined && value !== '' && value !== false);
  const amounts = baseline?.operations ? ` ${perWorkText(shownWork(active))}` : '';
  const compared = baseline && `compared${amounts} with ${baseline.capture.title}`;
  const parts = [hasRefinement ? 'refined' : undefined, compared].filter((word) => word !== undefined);
  return parts.length === 0 ? 'The whole profile' : `As shown: ${parts.join(', ')}`;
}

async function askFormat<T extends PickItem>(
  title: string,
  placeHolder: string,
  formats: readonly T[],
): Promise<T | undefined> {
  return showQuickPick(formats, { title, placeHolder, matchOnDescription: true });
}

function isFormat(choice: PickItem | undefined): choice is FormatChoice {
  return choice !== undefined && 'format' in choice;
}

function askExport(name: string, { extension }: FormatChoice): Thenable<vscode.Uri | undefined> {
  return askTarget({ title: `Export ${name}`, saveLabel: 'Export', name, extension });
}

interface SaveRequest {
  readonly title: string;
  readonly saveLabel: string;
  /** The file name without its extension. */
  readonly name: string;
  readonly extension: string;
}

/** Asks for the file to write to. undefined if the user cancelled. */
export function askTarget({ title, saveLabel, name, extension }: SaveRequest): Thenable<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
  const defaultUri = vscode.Uri.joinPath(folder, fileNameOf(name, extension));
  return showSaveDialog({ title, saveLabel, defaultUri });
}

async function exportTo(
  engine: Engine,
  params: Omit<ExportParams, 'path'>,
  target: vscode.Uri,
  figures = '',
): Promise<void> {
  const title = `Exporting ${posix.basename(target.path)}`;
  await withLateProgress(title, new AbortController().signal, async (signal) => {
    await writeTo(target, (path) => engine.ask('export', { ...params, path }, signal));
  });
  if (params.format === 'html') return tellExported(target, '', IN_BROWSER);
  tellExported(target, params.format === 'dot' ? '' : figures);
}

/**
 * Calls `write` with the target's path. If only VS Code can reach the target's file system, calls it with the path of
 * a temporary file, which is then copied to the target.
 */
export async function writeTo(target: vscode.Uri, write: (path: string) => Promise<void>): Promise<void> {
  if (target.scheme === 'file') return write(target.fsPath);
  const folder = await mkdtemp(join(tmpdir(), 'linecost-'));
  try {
    const path = join(folder, posix.basename(target.path));
    await write(path);
    await vscode.workspace.fs.copy(vscode.Uri.file(path), target, { overwrite: true });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface OpenAction {
  readonly label: string;
  open(target: vscode.Uri): Thenable<unknown>;
}

const IN_EDITOR: OpenAction = { label: 'Open', open: (target) => vscode.commands.executeCommand('vscode.open', target) };
const IN_BROWSER: OpenAction = { label: 'Open in Browser', open: (target) => vscode.env.openExternal(target) };

function tellExported(target: vscode.Uri, figures = '', action = IN_EDITOR): void {
  const message = `Exported to ${vscode.workspace.asRelativePath(target)}. ${figures}`.trim();
  const offer = async () => {
    const chosen = await showInformationMessage(message, action.label);
    if (chosen) await action.open(target);
  };
  inBackground(offer());
}
