import { homedir } from 'node:os';
import { posix } from 'node:path';
import * as vscode from 'vscode';
import { benchmarkName } from '../bench/benchstat/benchmarkName';
import type { CaptureRecord } from '../bench/captures/captureStore';
import { fetchResults, problemOfAddress } from '../capture/http/resultsRequest';
import { plural } from '../profile/text/counts';
import type { BenchmarksMemory, DroppedFile } from '../protocol/benchmarks';
import { isBenchmarksMemory } from '../protocol/benchmarksShape';
import { BenchmarksPanel, type Recalled } from '../views/benchmarksPanel';
import { type ListNode, profilesOf } from '../views/profilesNodes';
import {
  type BenchmarkSource,
  MOST_BYTES,
  sourceOfAnswer,
  sourceOfCapture,
  sourceOfFile,
  sourceOfText,
} from '../workbench/benchmarkSources';
import { reportFailure } from '../workbench/failureMessage';
import { inBackground } from '../workbench/inBackground';
import { openFunction } from '../workbench/openLocation';
import type { Output } from '../workbench/output';
import { withProgress } from '../workbench/progress';
import type { LoadedCaptures } from '../workbench/loadedCaptures';
import { baseOf } from '../workbench/resultBook';
import { whenText } from '../workbench/whenText';
import { type PickItem, pickSeveral, showInformationMessage, showInputBox, showOpenDialog, showQuickPick, showSaveDialog } from '../workbench/window';
import { benchmarksNamed } from './pickTarget';

export interface CompareBenchmarksParts {
  readonly captures: LoadedCaptures;
  readonly output: Output;
  readonly extensionUri: vscode.Uri;
}

const TITLE = 'Compare Benchmark Results';

let panel: BenchmarksPanel | undefined;

/**
 * Compares the results of captures and files in a panel. Throws an Error for the user.
 * @param chosen rows of the list of profiles, or files of the explorer; without any, the user picks
 */
export async function compareBenchmarks(
  parts: CompareBenchmarksParts,
  chosen: readonly (ListNode | vscode.Uri)[],
): Promise<void> {
  const shown = panelOf(parts);
  if (chosen.length === 0) return pickMore(parts, (sources) => shown.open(sources));
  const files = chosen.filter((each) => each instanceof vscode.Uri);
  const rows = chosen.filter((each): each is ListNode => !(each instanceof vscode.Uri));
  const records = profilesOf(rows).flatMap((node) => (node.kind === 'file' ? [] : [node.record]));
  await readAll([...ofCaptures(records), ...ofFiles(files)], (sources) => shown.open(sources));
}

/** Restores the panel after a window reload. */
export async function restoreBenchmarks(
  parts: CompareBenchmarksParts,
  restored: vscode.WebviewPanel,
  state: unknown,
): Promise<void> {
  if (!isBenchmarksMemory(state)) return restored.dispose();
  await panelOf(parts).restore(restored, state);
}

function panelOf(parts: CompareBenchmarksParts): BenchmarksPanel {
  const add = (sources: readonly BenchmarkSource[]) => panel?.add(sources);
  panel ??= new BenchmarksPanel({
    extensionUri: parts.extensionUri,
    told: async (act) => {
      try {
        await act();
      } catch (error) {
        await reportFailure(error, parts.output);
      }
    },
    ask: () => pickMore(parts, add),
    fetch: () => fetchMore(add),
    dropped: (files, uris) => readAll([...ofTexts(files), ...ofFiles(uris.map((uri) => vscode.Uri.parse(uri)))], add),
    recall: (memory) => recalled(parts, memory),
    openCode: (row, pkg, beside) => openBenchmark(parts, row, pkg, beside),
    export: exportText,
  });
  return panel;
}

type ReadSource = () => Promise<BenchmarkSource>;
type Take = (sources: readonly BenchmarkSource[]) => void;

/** The oldest first: it is the base. */
function ofCaptures(records: readonly CaptureRecord[]): ReadSource[] {
  const oldestFirst = [...new Map(records.map((record) => [record.id, record])).values()].reverse();
  oldestFirst.sort((a, b) => a.capturedAt - b.capturedAt);
  return oldestFirst.map((record) => () => sourceOfCapture(record));
}

const ofFiles = (files: readonly vscode.Uri[]): ReadSource[] => files.map((uri) => () => sourceOfFile(uri));

const ofTexts = (files: readonly DroppedFile[]): ReadSource[] =>
  files.map(({ name, text }) => () => sourceOfText(name, text));

/** Takes what can be read; throws what is wrong with the rest, in one sentence each. */
async function readAll(reads: readonly ReadSource[], take: Take): Promise<void> {
  const { sources, failures } = await settled(reads);
  if (sources.length > 0) take(sources);
  if (failures.length > 0) throw new Error(failures.join(' '));
}

interface Settled {
  readonly sources: readonly BenchmarkSource[];
  readonly failures: readonly string[];
}

/** One after the other, so that large files are not in memory together. */
async function settled(reads: readonly ReadSource[]): Promise<Settled> {
  const sources: BenchmarkSource[] = [];
  const failures: string[] = [];
  for (const read of reads) {
    try {
      sources.push(await read());
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
    }
  }
  return { sources, failures };
}

interface SourceItem extends PickItem {
  readonly record?: CaptureRecord;
  readonly place?: 'files' | 'address';
}

/** Lets the user pick captures, files and an address. */
async function pickMore({ captures }: CompareBenchmarksParts, take: Take): Promise<void> {
  const records = (await captures.records()).filter(({ results }) => results.length > 0);
  const items: SourceItem[] = [
    { icon: 'folder-opened', label: 'Files…', description: 'with the output of go test -bench', place: 'files' },
    ...(vscode.workspace.isTrusted
      ? [{ icon: 'cloud-download', label: 'Address…', description: 'of a file, such as an artifact of a CI', place: 'address' } as const]
      : []),
    ...records.map((record) => ({
      label: record.title,
      description: whenText(record.capturedAt, Date.now()),
      detail: `${record.results.length} ${plural('result', record.results.length)}`,
      record,
    })),
  ];
  const options = { title: TITLE, placeHolder: 'Choose captures, files or both: the oldest capture is the base' };
  const picked = await pickSeveral(items, options);
  if (!picked || picked.length === 0) return;
  const reads = ofCaptures(picked.flatMap(({ record }) => record ?? []));
  if (picked.some(({ place }) => place === 'files')) reads.push(...ofFiles(await askFiles()));
  if (picked.some(({ place }) => place === 'address')) {
    const url = await askAddress();
    if (url) reads.push(() => fetchSource(url));
  }
  await readAll(reads, take);
}

async function askFiles(): Promise<readonly vscode.Uri[]> {
  const filters = { 'Benchmark results': ['txt', 'bench', 'log', 'out', 'json'], 'All files': ['*'] };
  return (await showOpenDialog({ title: TITLE, canSelectMany: true, openLabel: 'Compare', filters })) ?? [];
}

async function askAddress(): Promise<URL | undefined> {
  const address = await showInputBox({
    title: TITLE,
    prompt: 'Address of a file with the output of go test -bench',
    placeHolder: 'https://ci.example.com/artifacts/bench.txt',
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === '' ? undefined : problemOfAddress(text)),
  });
  return address === undefined || address.trim() === '' ? undefined : new URL(address.trim());
}

async function fetchMore(take: Take): Promise<void> {
  const url = await askAddress();
  if (url) take([await fetchSource(url)]);
}

async function fetchSource(url: URL): Promise<BenchmarkSource> {
  if (!vscode.workspace.isTrusted) throw new Error('Trust this workspace first: a fetch sends requests for it.');
  const title = `Fetching ${posix.basename(url.pathname) || url.host}`;
  const bytes = await withProgress(title, (_, signal) => fetchResults(url, MOST_BYTES, signal));
  return sourceOfAnswer(url, bytes);
}

async function recalled(
  { captures }: CompareBenchmarksParts,
  { captures: ids, files }: BenchmarksMemory,
): Promise<Recalled> {
  const records = await captures.records();
  const kept = ids.flatMap((id) => records.find((record) => record.id === id) ?? []);
  const ofKept = kept.map((record) => () => sourceOfCapture(record));
  const reads = [...ofKept, ...ofFiles(files.map((uri) => vscode.Uri.parse(uri)))];
  const { sources, failures } = await settled(reads);
  const gone = ids.length - kept.length;
  const deleted = gone === 0 ? [] : [`${gone === 1 ? 'One capture was' : `${gone} captures were`} deleted.`];
  return { sources, remarks: [...deleted, ...failures] };
}

/** Opens the benchmark of a row; if several have its name and none is known to be the one, the user chooses. */
async function openBenchmark(
  { captures }: CompareBenchmarksParts,
  row: string,
  pkg: string,
  beside: vscode.ViewColumn | undefined,
): Promise<void> {
  const name = `Benchmark${benchmarkName(row).base}`;
  const found = await benchmarksNamed(name);
  const folder = posix.basename(pkg);
  const inPackage = found.filter(({ uri }) => posix.basename(posix.dirname(uri.path)) === folder);
  const candidates = inPackage.length > 0 ? inPackage : found;
  if (candidates.length === 0) {
    const captured = (await captures.records()).find(({ target }) => target && baseOf(target.name) === name);
    if (captured?.target) return openFunction(captured.target.file, name, beside);
    throw new Error(`There is no ${name} in the test files of this workspace.`);
  }
  const items = candidates.map(({ uri }) => ({ label: vscode.workspace.asRelativePath(uri), uri }));
  const chosen = items.length === 1 ? items[0] : await showQuickPick(items, { title: name, placeHolder: 'Choose the file' });
  if (chosen) await openFunction(chosen.uri.fsPath, name, beside);
}

async function exportText(text: string): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
  const target = await showSaveDialog({
    title: 'Export Benchmark Results',
    saveLabel: 'Export',
    filters: { 'Benchmark results': ['txt'] },
    defaultUri: vscode.Uri.joinPath(folder, 'bench.txt'),
  });
  if (!target) return;
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
  const name = posix.basename(target.path);
  inBackground(showInformationMessage(`Exported to ${name}. benchstat -col input ${name} compares its inputs.`));
}
