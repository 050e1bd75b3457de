import * as vscode from 'vscode';
import type { Engine } from '../../engine/client';
import type { ProfileSource } from '../../engine/queries';
import { placesOf } from '../../captures/captureGroups';
import { type ListNode, type ProfilesNode, profilesOf } from '../../views/profiles/profilesNodes';
import { pickSeveral, showQuickPick } from '../../ui/window';
import { openProfileFileEditor } from '../../captures/loaded/profileFileEditor';
import { withLateProgress } from '../../ui/progress';
import type { LoadedCaptures } from '../../captures/loaded/loadedCaptures';
import { capturedText } from '../../captures/capturedText';
import { askTarget, writeTo } from './exportProfile';
import { PreconditionError } from '../../ui/preconditionError';

export interface MergeParts {
  readonly engine: Engine;
  readonly captures: LoadedCaptures;
}

interface MergeInput {
  /** The title of the capture or file. */
  readonly title: string;
  /** The kind of profile, `cpu`; undefined for a file. */
  readonly kind: string | undefined;
  /** When it was captured: see capturedText. undefined for a file. */
  readonly when: string | undefined;
  readonly uri: vscode.Uri;
  /** The id of the capture or file. */
  readonly id: string;
}

/**
 * Merges several profiles into a file of the user's choice and opens it. Throws EngineError, or an Error for the user.
 * @param rows the rows selected in the Profiles view; with fewer than two, the user picks from all profiles
 */
export async function mergeProfiles({ engine, captures }: MergeParts, rows: readonly ListNode[] = []): Promise<void> {
  const nodes = profilesOf(rows);
  const inputs = nodes.length > 1 ? await inputsOf(captures, nodes) : await pickInputs(captures);
  if (!inputs) return;
  if (inputs.length < 2) throw new PreconditionError('Choose at least two profiles to merge.');
  const name = `sum of ${inputs.length} ${inputs[0].kind ?? 'profiles'}`;
  const target = await askTarget({ title: 'Merge Profiles', saveLabel: 'Merge', name, extension: 'pb.gz' });
  if (!target) return;
  const sources = await Promise.all(inputs.map(({ uri }) => sourceOf(uri)));
  const title = `Merging ${inputs.length} profiles`;
  await withLateProgress(title, new AbortController().signal, (signal) =>
    writeTo(target, (path) => engine.ask('merge', { sources, path }, signal)),
  );
  await openProfileFileEditor(target);
}

/** The profiles to merge; undefined if the user cancelled. Of captures with several kinds, takes one common kind. */
async function inputsOf(
  captures: LoadedCaptures,
  nodes: readonly ProfilesNode[],
): Promise<readonly MergeInput[] | undefined> {
  const candidates = nodes.map((node) => candidatesOf(captures, node));
  const several = candidates.filter(({ length }) => length > 1);
  const [single] = candidates.filter(({ length }) => length === 1);
  const kind = several.length === 0 ? undefined : await commonKind(several, single?.[0]?.kind);
  if (several.length > 0 && kind === undefined) return undefined;
  const chosen = candidates.flatMap((each) => (each.length === 1 ? each : each.filter((input) => input.kind === kind)));
  return [...new Map(chosen.map((input) => [input.uri.toString(), input])).values()];
}

async function commonKind(records: readonly (readonly MergeInput[])[], single?: string): Promise<string | undefined> {
  const kinds = records[0].flatMap(({ kind }) => kind ?? []);
  const common = kinds.filter((kind) => records.every((each) => each.some((input) => input.kind === kind)));
  if (common.length === 0) throw new PreconditionError('The selected captures have no kind of profile in common.');
  if (single !== undefined && common.includes(single)) return single;
  if (common.length === 1) return common[0];
  const items = common.map((label) => ({ label }));
  return (await showQuickPick(items, { title: 'Merge Profiles', placeHolder: 'Choose the kind' }))?.label;
}

async function pickInputs(captures: LoadedCaptures): Promise<readonly MergeInput[] | undefined> {
  const stored = await captures.records();
  const places = placesOf(stored);
  const records = stored.map((record) => ({ kind: 'capture', record }) as const);
  const files = captures.files.all().map((capture) => ({ kind: 'file', capture }) as const);
  const items = [...files, ...records].flatMap((node) => candidatesOf(captures, node)).map((input) => ({
    label: input.kind === undefined ? input.title : `${input.title} ${input.kind}`,
    description: describe(input, places),
    input,
  }));
  if (items.length < 2) throw new PreconditionError('Merging needs two profiles: measure first, or open profile files.');
  const options = { title: 'Merge Profiles', placeHolder: 'Choose two or more profiles of one kind' };
  return (await pickSeveral(items, options))?.map(({ input }) => input);
}

function describe({ id, when }: MergeInput, places: ReadonlyMap<string, string>): string {
  if (when === undefined) return 'open file';
  return [places.get(id), when].filter(Boolean).join(' · ');
}

function candidatesOf(captures: LoadedCaptures, node: ProfilesNode): readonly MergeInput[] {
  if (node.kind === 'file') {
    const { title, id, profiles } = node.capture;
    // The file of a trace is not a profile.
    if (profiles.length > 1) return [];
    return [{ title, kind: undefined, when: undefined, uri: vscode.Uri.parse(id), id }];
  }
  const { record } = node;
  const profiles = node.kind === 'profile' ? [node.profile] : record.profiles;
  return profiles.map((profile) => {
    const uri = captures.captureFile(record, profile);
    return { title: record.title, kind: profile.label, when: capturedText(record, Date.now()), uri, id: record.id };
  });
}

async function sourceOf(uri: vscode.Uri): Promise<ProfileSource> {
  if (uri.scheme === 'file') return { kind: 'file', path: uri.fsPath };
  return { kind: 'bytes', bytes: await vscode.workspace.fs.readFile(uri) };
}
