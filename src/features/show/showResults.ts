import * as vscode from 'vscode';
import type { Session } from '../../captures/session';
import { measuredCase } from '../../captures/captureGroups';
import { ResultsPanel } from '../../pages/results/resultsPanel';
import { capturesOf } from '../../captures/stagePrograms';
import type { Programs } from '../../captures/disk/programs';
import type { Baselines } from '../../captures/loaded/baselines';
import type { OnDemand } from '../../ui/onceLoaded';
import type { Output } from '../../ui/output';
import { reportFailure } from '../../ui/failureMessage';
import type { LatestResults } from '../../captures/loaded/latestResults';
import type { LoadedCaptures } from '../../captures/loaded/loadedCaptures';
import type { ProfilesNode } from '../../views/profiles/profilesNodes';
import { compareWithCapture } from '../compare/chooseBaseline';

export interface ShowResultsParts {
  readonly session: Session;
  readonly captures: LoadedCaptures;
  readonly results: LatestResults;
  readonly programs: OnDemand<Programs>;
  readonly baselines: OnDemand<Baselines>;
  readonly output: Output;
  readonly extensionUri: vscode.Uri;
  readonly subscriptions: { dispose(): unknown }[];
}

let panel: ResultsPanel | undefined;

/**
 * Shows the results of a benchmark, and activates the newest capture with these results, unless it has no profiles, or
 * a capture of the benchmark is being compared, because another active capture may end the comparison.
 * @param result the whole name of one of the results, as printed: `BenchmarkJoin/size=10-8`
 */
export async function showResults(
  parts: ShowResultsParts,
  uri: vscode.Uri,
  benchmark: string,
  result?: string,
): Promise<void> {
  panelOf(parts).show(uri, benchmark, result);
  const records = capturesOf(await parts.captures.records(), uri.fsPath, benchmark);
  const { active } = parts.session;
  const compared = active?.baseline ? [active.capture.id, active.baseline.capture.id] : [];
  if (records.some(({ id }) => compared.includes(id))) return;
  const stages = records.filter(({ stage }) => stage === undefined);
  const withResult = stages.find(({ results }) => results.some(({ name }) => result === undefined || name === result));
  const newest = withResult ?? stages[0];
  if (!newest || newest.profiles.length === 0 || newest.id === active?.capture.id) return;
  await parts.captures.openCapture(newest.id);
}

/** Restores the panel after a window reload. */
export function restoreResults(parts: ShowResultsParts, restored: vscode.WebviewPanel, state: unknown): void {
  panelOf(parts).restore(restored, state);
}

function panelOf(parts: ShowResultsParts): ResultsPanel {
  if (panel) return panel;
  const { captures, output } = parts;
  panel = new ResultsPanel({
    ...parts,
    profile: async (uri, benchmark) => vscode.commands.executeCommand('linecost.profileBenchmark', uri, benchmark),
    measure: async (command, { uri, benchmark }) => vscode.commands.executeCommand(command, uri, benchmark),
    open: (id) => captures.openCapture(id),
    compare: (id) => compareCaptures(parts, id),
    comparePair: (id, base) => comparePair(parts, id, base),
    measurePair: async (id, base) => vscode.commands.executeCommand('linecost.measureStages', ...(await nodesOf(parts, [id, base]))),
    rename: async (id) => vscode.commands.executeCommand('linecost.renameCapture', await nodeOf(parts, id)),
    pin: async (id, isPinned) =>
      vscode.commands.executeCommand(isPinned ? 'linecost.pinCapture' : 'linecost.unpinCapture', await nodeOf(parts, id)),
    showFailure: (error) => reportFailure(error, output),
  });
  parts.subscriptions.push(panel);
  return panel;
}

/** Compares two stages of a benchmark, with the profiles that were taken in turns, if there are any. */
async function comparePair(parts: ShowResultsParts, id: string, base: string): Promise<void> {
  const { session, captures } = parts;
  const inTurns = (await captures.records()).find(({ stage, turns, profiles }) => {
    return stage === id && turns?.base.id === base && profiles.length > 0;
  });
  const shown = inTurns?.id ?? id;
  if (session.active?.capture.id !== shown) await captures.openCapture(shown);
  await compareWithCapture(parts, base);
}

/** The row of a capture in the Profiles view. */
async function nodeOf(parts: ShowResultsParts, id: string): Promise<ProfilesNode | undefined> {
  return (await nodesOf(parts, [id]))[0];
}

async function nodesOf({ captures }: ShowResultsParts, ids: readonly string[]): Promise<readonly ProfilesNode[]> {
  const records = await captures.records();
  return ids.flatMap((id) => records.filter((each) => each.id === id)).map((record) => ({ kind: 'capture', record }));
}

/** Compares the active capture of a benchmark, or else its newest one, with another capture of the benchmark. */
async function compareCaptures(parts: ShowResultsParts, id: string): Promise<void> {
  const { session, captures } = parts;
  const all = await captures.records();
  const compared = all.find((record) => record.id === id);
  const target = compared?.target;
  const candidates = target ? capturesOf(all, target.file, target.name).filter((record) => {
    const isOther = record.chosenEnvironment !== undefined || record.stage !== undefined;
    const isUsual = !isOther || record.id === session.active?.capture.id;
    return isUsual && record.id !== id && record.profiles.length > 0 && measuredCase(record) === measuredCase(compared);
  }) : [];
  const isActive = candidates.some((record) => record.id === session.active?.capture.id);
  if (!isActive && candidates[0]) await captures.openCapture(candidates[0].id);
  await compareWithCapture(parts, id);
}
