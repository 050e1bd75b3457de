import * as vscode from 'vscode';
import type { Engine } from '../engine/client';
import type { ProfileSource } from '../engine/queries';
import { type ListNode, type ProfilesNode, profilesOf } from '../views/profilesNodes';
import { pickSeveral, showQuickPick } from '../workbench/window';
import { withLateProgress } from '../workbench/progress';
import type { Runs } from '../workbench/runs';
import { whenText } from '../workbench/whenText';
import { askTarget, writeTo } from './exportProfile';

export interface AddUpParts {
  readonly engine: Engine;
  readonly runs: Runs;
}

/** A profile that can be merged with others. */
interface Summand {
  /** The title of the capture or file. */
  readonly title: string;
  /** The kind of profile, `cpu`; undefined for a file. */
  readonly kind: string | undefined;
  readonly when: number | undefined;
  readonly uri: vscode.Uri;
}

/**
 * Merges several profiles into a file of the user's choice and opens it. Throws EngineError, or an Error for the user.
 * @param rows the rows selected in the list; with fewer than two, the user picks from all profiles
 */
export async function addUpProfiles({ engine, runs }: AddUpParts, rows: readonly ListNode[] = []): Promise<void> {
  const nodes = profilesOf(rows);
  const summands = nodes.length > 1 ? await summandsOf(runs, nodes) : await pickSummands(runs);
  if (!summands) return;
  if (summands.length < 2) throw new Error('Choose two profiles or more to add up.');
  const name = `sum of ${summands.length} ${summands[0].kind ?? 'profiles'}`;
  const target = await askTarget({ title: 'Add Up Profiles', saveLabel: 'Add Up', name, extension: 'pb.gz' });
  if (!target) return;
  const sources = await Promise.all(summands.map(({ uri }) => sourceOf(uri)));
  const title = `Adding up ${summands.length} profiles`;
  await withLateProgress(title, new AbortController().signal, (signal) =>
    writeTo(target, (path) => engine.ask('merge', { sources, path }, signal)),
  );
  await vscode.commands.executeCommand('vscode.openWith', target, 'linecost.anyProfile');
}

/** The profiles to merge: of captures with several kinds, those of one kind that all have. */
async function summandsOf(runs: Runs, nodes: readonly ProfilesNode[]): Promise<readonly Summand[] | undefined> {
  const candidates = nodes.map((node) => candidatesOf(runs, node));
  const several = candidates.filter(({ length }) => length > 1);
  const [named] = candidates.filter(({ length }) => length === 1);
  const kind = several.length === 0 ? undefined : await commonKind(several, named?.[0]?.kind);
  if (several.length > 0 && kind === undefined) return undefined;
  const chosen = candidates.flatMap((each) => (each.length === 1 ? each : each.filter((one) => one.kind === kind)));
  return [...new Map(chosen.map((one) => [one.uri.toString(), one])).values()];
}

async function commonKind(captures: readonly (readonly Summand[])[], named?: string): Promise<string | undefined> {
  const kinds = captures[0].flatMap(({ kind }) => kind ?? []);
  const common = kinds.filter((kind) => captures.every((each) => each.some((one) => one.kind === kind)));
  if (common.length === 0) throw new Error('The selected captures have no kind of profile in common.');
  if (named !== undefined && common.includes(named)) return named;
  if (common.length === 1) return common[0];
  const items = common.map((label) => ({ label }));
  return (await showQuickPick(items, { title: 'Add Up Profiles', placeHolder: 'Choose the kind' }))?.label;
}

async function pickSummands(runs: Runs): Promise<readonly Summand[] | undefined> {
  const captures = (await runs.captures()).map((record) => ({ kind: 'capture', record }) as const);
  const files = runs.openFiles().map((run) => ({ kind: 'file', run }) as const);
  const items = [...files, ...captures].flatMap((node) => candidatesOf(runs, node)).map((summand) => ({
    label: summand.kind === undefined ? summand.title : `${summand.title} ${summand.kind}`,
    description: summand.when === undefined ? 'open file' : whenText(summand.when, Date.now()),
    summand,
  }));
  if (items.length < 2) throw new Error('There are no two profiles to add up: measure first, or open profile files.');
  const options = { title: 'Add Up Profiles', placeHolder: 'Choose two or more of one kind' };
  return (await pickSeveral(items, options))?.map(({ summand }) => summand);
}

function candidatesOf(runs: Runs, node: ProfilesNode): readonly Summand[] {
  if (node.kind === 'file') {
    return [{ title: node.run.title, kind: undefined, when: undefined, uri: vscode.Uri.parse(node.run.id) }];
  }
  const { record } = node;
  const profiles = node.kind === 'profile' ? [node.profile] : record.profiles;
  return profiles.map((profile) => {
    const uri = runs.captureFile(record, profile);
    return { title: record.title, kind: profile.label, when: record.capturedAt, uri };
  });
}

async function sourceOf(uri: vscode.Uri): Promise<ProfileSource> {
  if (uri.scheme === 'file') return { kind: 'file', path: uri.fsPath };
  return { kind: 'bytes', bytes: await vscode.workspace.fs.readFile(uri) };
}
