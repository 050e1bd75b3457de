import * as vscode from 'vscode';
import { capturesOf } from '../../captures/stagePrograms';
import { stageNames, titleEnding } from '../../captures/stageNames';
import type { StoredProfile } from '../../captures/disk/captureStore';
import { type ListNode, type ProfilesNode, recordOf } from '../../views/profiles/profilesNodes';
import { askModal, setStatusBarMessage, showInputBox, showQuickPick } from '../../ui/window';
import { isBenchmark } from '../../captures/loadedCapture';
import type { LoadedCaptures } from '../../captures/loaded/loadedCaptures';
import { openProfileFileEditor } from '../../captures/loaded/profileFileEditor';
import { measuredName } from '../../captures/captureGroups';
import { type CompareParts, compareWith } from '../compare/chooseBaseline';
import { type Target, targetNamed } from '../profile/pickTarget';
import { profileTarget, type ProfilingParts } from '../profile/profileTarget';
import { plural } from '../../profile/text/counts';
import { PreconditionError } from '../../ui/preconditionError';

/** A capture, or one of its profiles. */
export type CaptureNode = Extract<ProfilesNode, { readonly kind: 'capture' | 'profile' }>;

const PINNED_MS = 8000;

/** Opens a row of the Profiles view; for a capture without profiles, the results of its benchmark. */
export async function openCapture(captures: LoadedCaptures, node: ProfilesNode): Promise<void> {
  switch (node.kind) {
    case 'capture':
      if (node.record.profiles.length === 0 && node.record.target) {
        const { file, name } = node.record.target;
        await vscode.commands.executeCommand('linecost.showResults', vscode.Uri.file(file), name);
        return;
      }
      return captures.openCapture(node.record.id);
    case 'profile':
      return captures.openCapture(node.record.id, node.profile.label);
    case 'file':
      return openProfileFileEditor(vscode.Uri.parse(node.capture.id));
    default:
      return node satisfies never;
  }
}

/**
 * Asks for the name of a capture. A capture of a benchmark without a name of the user is called after what its code is;
 * an empty name takes that of the user away.
 */
export async function renameCapture(captures: LoadedCaptures, { record }: CaptureNode): Promise<void> {
  if (!isBenchmark(record)) {
    const title = await showInputBox({
      title: `Rename ${record.title}`,
      value: record.title,
      validateInput: (text) => (text.trim() === '' ? 'Enter a name.' : undefined),
    });
    if (title !== undefined) await captures.renameCapture(record, title.trim());
    return;
  }
  const { file, name } = record.target;
  const stages = capturesOf(await captures.records(), file, name);
  const { own = '', automatic } = stageNames(stages, Date.now()).get(record.id) ?? {};
  const plain = measuredName(record) + titleEnding(record);
  const title = await showInputBox({
    title: `Rename a Capture of ${measuredName(record)}`,
    value: own,
    placeHolder: automatic ?? plain,
    prompt: 'Leave the name empty to show what changed in the code.',
  });
  if (title !== undefined) await captures.renameCapture(record, title.trim() || plain);
}

/** The capture that is shown, for the palette. Throws an Error for the user if none is. */
export async function shownCapture({ session, captures }: Pick<CompareParts, 'session' | 'captures'>): Promise<CaptureNode> {
  const id = session.active?.capture.id;
  const record = (await captures.records()).find((each) => each.id === id);
  if (!record) throw new PreconditionError('No capture is shown. Open one, or choose it in the Profiles view.');
  return { kind: 'capture', record };
}

/**
 * Profiles the benchmark, test, program or service of a capture again, or its one case, with the present code; a
 * service under load if it was under load. Asks a store again what it answered.
 */
export async function profileCaptureAgain(node: ListNode | undefined, parts: ProfilingParts): Promise<void> {
  const { program, service, fleet, id } = recordOf(node) ?? {};
  if (fleet) return void (await vscode.commands.executeCommand('linecost.askStoreAgain', id));
  if (service) {
    const command = service.load ? 'linecost.loadService' : 'linecost.profileService';
    return void (await vscode.commands.executeCommand(command, service.target, true));
  }
  if (program) return void (await vscode.commands.executeCommand('linecost.profileProgramAgain', program));
  await profileTarget({ target: await measuredTarget(node), withOptions: false, isInView: false }, parts);
}

/**
 * What a row measured: the benchmark of a group, but one case if its capture is of that case. Throws an Error for the
 * user if the row has no benchmark or test, or its file no longer has it.
 */
export async function measuredTarget(node: ListNode | undefined): Promise<Target> {
  const record = recordOf(node);
  if (!record?.target) throw new PreconditionError('Choose a capture of a benchmark or test in the Profiles view.');
  const { file, name } = record.target;
  return targetNamed(vscode.Uri.file(file), node?.kind === 'group' ? name : measuredName(record));
}

/** Shows a capture, and asks what to compare it with. */
export async function compareCaptureWith(node: ProfilesNode, parts: CompareParts): Promise<void> {
  await openCapture(parts.captures, node);
  await compareWith(parts);
}

/** Pins or unpins a capture. After pinning, a message says whether Measure Again will use it. */
export async function pinCapture(
  { captures, programs }: Pick<ProfilingParts, 'captures' | 'programs'>,
  { record }: CaptureNode,
  isPinned: boolean,
): Promise<void> {
  await captures.pinCapture(record, isPinned);
  if (!isPinned) return;
  const { id, title } = record;
  const hasProgram = (await (await programs()).of(id)) !== undefined;
  const against = hasProgram
    ? ', and Measure Again measures against it'
    : '. Its program is gone: Measure Again uses another capture';
  setStatusBarMessage(`${title} is pinned: it stays until you delete it${isBenchmark(record) ? against : ''}.`, PINNED_MS);
}

export async function deleteCapture(
  { captures, programs, results }: Pick<ProfilingParts, 'captures' | 'programs' | 'results'>,
  { record }: CaptureNode,
): Promise<void> {
  const question = `Delete the capture "${record.title}" with its ${contentsOf(record)}?`;
  const chosen = await askModal(question, 'Delete');
  if (!chosen) return;
  await captures.deleteCapture(record.id);
  await (await programs()).remove(record.id);
  const { target } = record;
  if (target && results.of(target.file, target.name).length > 0) {
    results.replace(target.file, target.name, await captures.records());
  }
}

/**
 * The profile of a row; if the capture has several profiles, the user chooses one. undefined if the user cancelled.
 * Throws an Error for the user if the capture has no profiles.
 */
export async function profileOfNode(node: CaptureNode): Promise<StoredProfile | undefined> {
  if (node.kind === 'profile') return node.profile;
  const { record } = node;
  if (record.profiles.length === 0) {
    throw new PreconditionError(`${record.title} was measured without profiles. To export its results, use Compare Benchmark Results.`);
  }
  if (record.profiles.length === 1) return record.profiles[0];
  const items = record.profiles.map((profile) => ({ label: profile.label, profile }));
  return (await showQuickPick(items, { title: `Which profile of ${record.title}?` }))?.profile;
}

function contentsOf({ profiles, results }: CaptureNode['record']): string {
  return profiles.length > 0 ? counted(profiles.length, 'profile') : counted(results.length, 'result');
}

function counted(count: number, noun: string): string {
  return `${count === 1 ? 'one' : count} ${plural(noun, count)}`;
}
