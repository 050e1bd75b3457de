import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Programs } from '../../captures/disk/programs';
import type { Engine } from '../../engine/client';
import type { ModuleHint } from '../../sources/workspace/modules';
import type { Session } from '../../captures/session';
import type { ProfilesNode } from '../../views/profiles/profilesNodes';
import { fileNameOf } from '../../ui/fileNames';
import { inBackground } from '../../ui/inBackground';
import { showInformationMessage } from '../../ui/window';
import type { OnDemand } from '../../ui/onceLoaded';
import { withLateProgress } from '../../ui/progress';
import type { LoadedCaptures } from '../../captures/loaded/loadedCaptures';
import { figuresNote, nameOf, withExported } from './exportProfile';
import { profileOfNode } from '../captures/captureCommands';
import { startGoTool } from './goToolTerminal';
import { requireTrust } from '../../ui/preconditionError';
import type { Refinement } from '../../profile/answers/refinement';

export interface PprofParts {
  readonly session: Session;
  readonly engine: Engine;
  readonly captures: LoadedCaptures;
  readonly programs: OnDemand<Programs>;
  /** The extension's storage folder for this workspace. */
  readonly storage: vscode.Uri;
}

/**
 * Opens `go tool pprof` in a terminal, with the active profile as withTotals gives it. Throws EngineError, a system
 * error or an Error for the user.
 */
export async function openInPprof({ session, engine, programs, storage }: PprofParts): Promise<void> {
  const { active } = session;
  if (!active) return;
  checkTrust();
  const { capture, profile, sampleType, refinement } = active;
  const folder = vscode.Uri.joinPath(storage, 'pprof').fsPath;
  await mkdir(folder, { recursive: true });
  const path = join(folder, fileNameOf(nameOf(active), 'pb.gz'));
  await withLateProgress(`Writing ${nameOf(active)}`, new AbortController().signal, (signal) =>
    withExported(engine, active, (shown) =>
      engine.ask('export', { profile: shown, sampleType, refinement, format: 'pprof', path }, signal)),
  );
  const { type } = profile.summary.sampleTypes[sampleType];
  const program = await (await programs()).of(capture.id);
  const flags = [`-sample_index=${type}`, ...reportFlags(refinement)];
  startPprof({ name: nameOf(active), file: path, flags, program, module: capture.module });
  if (figuresNote(active) !== '') inBackground(showInformationMessage(figuresNote(active)));
  if (!hasOtherPercentages(refinement)) return;
  const message = 'Percentages in the terminal are of the refined profile; in Linecost, they are of the whole profile.';
  inBackground(showInformationMessage(message));
}

/** Opens `go tool pprof` in a terminal with an unrefined profile of the Profiles view. Throws an Error for the user. */
export async function openListedInPprof({ captures, programs }: PprofParts, node: ProfilesNode): Promise<void> {
  checkTrust();
  if (node.kind === 'file') {
    const { title, id } = node.capture;
    return startPprof({ name: title, file: vscode.Uri.parse(id).fsPath, program: undefined, module: undefined });
  }
  const profile = await profileOfNode(node);
  if (!profile) return;
  const { record } = node;
  const program = await (await programs()).of(record.id);
  const file = captures.captureFile(record, profile).fsPath;
  startPprof({ name: `${record.title} ${profile.label}`, file, program, module: record.module });
}

function checkTrust(): void {
  requireTrust('go tool pprof runs in its folder');
}

interface PprofStart {
  readonly name: string;
  readonly file: string;
  readonly flags?: readonly string[];
  readonly program: string | undefined;
  readonly module: ModuleHint | undefined;
}

/** Starts `go tool pprof` in a terminal, in the module's folder if known, where pprof finds the sources. */
function startPprof({ name, file, flags = [], program, module }: PprofStart): void {
  const workspace = vscode.workspace.workspaceFolders?.[0]?.uri;
  const folder = module ? vscode.Uri.file(module.moduleDir) : workspace;
  const tool = ['pprof', ...flags, ...(program === undefined ? [] : [program]), file];
  startGoTool({ name: `pprof ${name}`, tool, folder });
}

/** Fields that may drop samples, and so change percentages of the total. */
const NARROWING = ['focus', 'ignore', 'hide', 'show', 'show_from', 'tagfocus', 'tagignore', 'labels'] as const;

/** Flags for fields that pprof applies to its reports. All other fields were applied when the profile was written. */
export function reportFlags({ granularity, mean, drop_negative, relative_percentages }: Refinement): string[] {
  const flags = Object.entries({ mean, drop_negative, relative_percentages }).filter(([, isSet]) => isSet);
  return [...(granularity ? [`-${granularity}`] : []), ...flags.map(([name]) => `-${name}`)];
}

/** Whether pprof, which reads only the remaining samples, shows percentages that differ from Linecost's. */
export function hasOtherPercentages(refinement: Refinement): boolean {
  return !refinement.relative_percentages && NARROWING.some((field) => (refinement[field]?.length ?? 0) > 0);
}
