import * as vscode from 'vscode';
import type { Session } from '../../captures/session';
import { measuredCase } from '../../captures/captureGroups';
import { ResultsPanel } from '../../pages/results/resultsPanel';
import { capturesOf } from '../../pages/results/resultsState';
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
  const withResult = records.find(({ results }) => results.some(({ name }) => result === undefined || name === result));
  const newest = withResult ?? records[0];
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
    open: (id) => captures.openCapture(id),
    compare: (id) => compareCaptures(parts, id),
    comparePair: async (id, base) => {
      if (parts.session.active?.capture.id !== id) await captures.openCapture(id);
      await compareWithCapture(parts, base);
    },
    rename: async (id) => vscode.commands.executeCommand('linecost.renameCapture', await nodeOf(parts, id)),
    pin: async (id, isPinned) =>
      vscode.commands.executeCommand(isPinned ? 'linecost.pinCapture' : 'linecost.unpinCapture', await nodeOf(parts, id)),
    showFailure: (error) => reportFailure(error, output),
  });
  parts.subscriptions.push(panel);
  return panel;
}

/** The row of a capture in the Profiles view. */
async function nodeOf({ captures }: ShowResultsParts, id: string): Promise<ProfilesNode | undefined> {
  const record = (await captures.records()).find((each) => each.id === id);
  return record && { kind: 'capture', record };
}

/** Compares the active capture of a benchmark, or else its newest one, with another capture of the benchmark. */
async function compareCaptures(parts: ShowResultsParts, id: string): Promise<void> {
  const { session, captures } = parts;
  const all = await captures.records();
  const compared = all.find((record) => record.id === id);
  const target = compared?.target;
  const candidates = target ? capturesOf(all, target.file, target.name).filter((record) => {
    const isUsual = record.chosenEnvironment === undefined || record.id === session.active?.capture.id;
    return isUsual && record.id !== id && record.profiles.length > 0 && measuredCase(record) === measuredCase(compared);
  }) : [];
  const isActive = candidates.some((record) => record.id === session.active?.capture.id);
  if (!isActive && candidates[0]) await captures.openCapture(candidates[0].id);
  await compareWithCapture(parts, id);
}
