import * as vscode from 'vscode';
import type { CaptureRecord } from '../../captures/disk/captureStore';
import type { QueryEngine } from '../../engine/client';
import type { BenchmarksMemory } from '../../pages/protocol/benchmarksPage';
import { BenchmarksPanel, type RestoredSources } from '../../pages/benchmarks/benchmarksPanel';
import { type ListNode, profilesOf } from '../../views/profiles/profilesNodes';
import { type ResultSource, ResultSources } from '../../captures/loaded/resultSources';
import { reportFailure } from '../../ui/failureMessage';
import type { Output } from '../../ui/output';
import type { LoadedCaptures } from '../../captures/loaded/loadedCaptures';
import { BenchmarkInputs, readEach, type ReadSource } from './benchmarkInputs';
import { PreconditionError } from '../../ui/preconditionError';
import { homedir } from 'node:os';
import { posix } from 'node:path';
import type { StandardExport } from '../../bench/comparison/answers';
import { commandLine } from '../../go/test/goTestArgs';
import { inBackground } from '../../ui/inBackground';
import { showInformationMessage, showQuickPick, showSaveDialog } from '../../ui/window';
import { BenchmarkName } from '../../bench/grammar/benchmarkName';
import { baseOf } from '../../captures/loaded/latestResults';
import { openFunction } from '../../ui/openLocation';
import { benchmarksNamed } from '../profile/pickTarget';
import { relativePath } from '../../ui/fileUri';

export interface CompareBenchmarksParts {
  readonly captures: LoadedCaptures;
  readonly engine: QueryEngine;
  readonly output: Output;
  readonly extensionUri: vscode.Uri;
}

type Take = (sources: readonly ResultSource[]) => void;

interface OpenComparison {
  readonly panel: BenchmarksPanel;
  readonly inputs: BenchmarkInputs;
}

let current: OpenComparison | undefined;

/**
 * Compares the results of captures, files and URLs in a panel. Throws an Error for the user.
 * @param chosen rows of the Profiles view, or files of the explorer; if empty, the user picks
 */
export async function compareBenchmarks(
  parts: CompareBenchmarksParts,
  chosen: readonly (ListNode | vscode.Uri)[],
): Promise<void> {
  const { panel, inputs } = comparisonOf(parts);
  const open: Take = (sources) => panel.open(sources);
  const files = chosen.filter((each) => each instanceof vscode.Uri);
  const rows = chosen.filter((each): each is ListNode => !(each instanceof vscode.Uri));
  const records = profilesOf(rows).flatMap((node) => (node.kind === 'file' ? [] : [node.record]));
  const ids = new Set(records.map(({ id }) => id));
  // A single capture can only be added to an open comparison.
  const mustPick = chosen.length === 0 || (ids.size === 1 && files.length === 0 && !panel.isOpen);
  const reads = mustPick
    ? await inputs.pick(await parts.captures.records(), withResults(records))
    : [...inputs.ofCaptures(withResults(records)), ...inputs.ofFiles(files)];
  await readAll(reads, open);
}

/** Restores the panel after a window reload. */
export async function restoreBenchmarks(
  parts: CompareBenchmarksParts,
  panel: vscode.WebviewPanel,
  state: unknown,
): Promise<void> {
  await comparisonOf(parts).panel.restore(panel, state);
}

/** The captures that have results. Throws an Error for the user if there are captures, but all are without results. */
function withResults(records: readonly CaptureRecord[]): CaptureRecord[] {
  const measured = records.filter(({ results }) => results.length > 0);
  if (measured.length > 0 || records.length === 0) return measured;
  throw new PreconditionError(`${records[0].title} has no benchmark results: compare captures of benchmarks.`);
}

function comparisonOf(parts: CompareBenchmarksParts): OpenComparison {
  if (current) return current;
  const inputs = new BenchmarkInputs(new ResultSources(parts.engine));
  const add: Take = (sources) => panel.add(sources);
  const panel = new BenchmarksPanel({
    extensionUri: parts.extensionUri,
    engine: parts.engine,
    showFailure: (error) => reportFailure(error, parts.output),
    pick: async () => readAll(await inputs.pick(await parts.captures.records()), add),
    fetch: async () => readAll(await inputs.fetched(), add),
    dropped: (texts, uris) => {
      return readAll([...inputs.ofTexts(texts), ...inputs.ofFiles(uris.map(fileOfDrop))], add);
    },
    restore: (memory) => readRemembered(parts, inputs, memory),
    openCode: (row, pkg, beside) => openComparedBenchmark(parts.captures, row, pkg, beside),
    export: exportResults,
    trends: () => {
      let records: Promise<readonly CaptureRecord[]> | undefined;
      return async (of, signal) => {
        const { earlierFigures } = await import('./earlierFigures');
        return earlierFigures(await (records ??= parts.captures.records()), of, signal);
      };
    },
  });
  current = { panel, inputs };
  return current;
}

/** A file dropped from a remote workspace has a vscode-remote URI, but is local for Linecost, which runs remotely. */
function fileOfDrop(uri: string): vscode.Uri {
  const dropped = vscode.Uri.parse(uri);
  return dropped.scheme === 'vscode-remote' ? vscode.Uri.file(dropped.path) : dropped;
}

/** Passes the sources that could be read to `take`; then throws an Error with the messages of the others, if any. */
async function readAll(reads: readonly ReadSource[], take: Take): Promise<void> {
  const { sources, failures } = await readEach(reads);
  if (sources.length > 0) take(sources);
  if (failures.length > 0) throw new Error(failures.join(' '));
}

async function readRemembered(
  { captures }: CompareBenchmarksParts,
  inputs: BenchmarkInputs,
  memory: BenchmarksMemory,
): Promise<RestoredSources> {
  const { reads, deletedCount } = inputs.ofIds(memory.captures, await captures.records());
  const files = memory.files.map((uri) => vscode.Uri.parse(uri));
  const { sources, failures } = await readEach([...reads, ...inputs.ofFiles(files)]);
  const deletedRemark = deletedCount === 0 ? [] : [`${deletedCount === 1 ? 'One capture was' : `${deletedCount} captures were`} deleted.`];
  return { sources, remarks: [...deletedRemark, ...failures] };
}

/** Writes compared results to a file of the user's choice, and says which command prints their tables. */
async function exportResults({ text, flags }: StandardExport): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
  const target = await showSaveDialog({
    title: 'Export Benchmark Results',
    saveLabel: 'Export',
    filters: { 'Benchmark results': ['txt'] },
    defaultUri: vscode.Uri.joinPath(folder, 'bench.txt'),
  });
  if (!target) return;
  await vscode.workspace.fs.writeFile(target, text);
  const name = posix.basename(target.path);
  const command = commandLine(['benchstat', ...flags, name]);
  const offer = async () => {
    const chosen = await showInformationMessage(`Exported to ${name}. This command prints the tables: ${command}`, 'Open');
    if (chosen) await vscode.commands.executeCommand('vscode.open', target);
  };
  inBackground(offer());
}

/**
 * Opens the benchmark of a row of the comparison. Prefers folders named like the package; if several files remain, the
 * user chooses.
 */
async function openComparedBenchmark(
  captures: LoadedCaptures,
  row: string,
  pkg: string,
  beside: vscode.ViewColumn | undefined,
): Promise<void> {
  const name = `Benchmark${new BenchmarkName(row).base}`;
  const named = await benchmarksNamed(name);
  const folder = posix.basename(pkg);
  const inPackage = named.filter(({ uri }) => posix.basename(posix.dirname(uri.path)) === folder);
  const candidates = inPackage.length > 0 ? inPackage : named;
  if (candidates.length === 0) {
    const capture = (await captures.records()).find(({ target }) => target && baseOf(target.name) === name);
    if (capture?.target) return openFunction(capture.target.file, name, { beside });
    throw new Error(`There is no ${name} in the test files of this workspace.`);
  }
  const items = candidates.map(({ uri }) => ({ label: relativePath(uri), uri }));
  const chosen = items.length === 1 ? items[0] : await showQuickPick(items, { title: name, placeHolder: 'Choose the file' });
  if (chosen) await openFunction(chosen.uri.fsPath, name, { beside });
}
