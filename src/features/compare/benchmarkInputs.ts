import { posix } from 'node:path';
import * as vscode from 'vscode';
import type { CaptureRecord } from '../../captures/disk/captureStore';
import { fetchResults, validateUrl } from '../../live/resultsRequest';
import { plural } from '../../profile/text/counts';
import { type ResultSource, type ResultSources, capturesOf } from '../../captures/loaded/resultSources';
import { MAX_FILE_BYTES } from '../../bench/comparison/answers';
import { withProgress } from '../../ui/progress';
import { capturedText } from '../../captures/capturedText';
import { momentText } from '../../ui/whenText';
import { type PickItem, pickSeveral, showInputBox, showOpenDialog } from '../../ui/window';
import { requireTrust } from '../../ui/preconditionError';
import { captureGroups, placesOf } from '../../captures/captureGroups';
import { entry } from '../../profile/memo';

const COMPARE_TITLE = 'Compare Benchmark Results';

export type ReadSource = () => Promise<ResultSource>;

export interface ReadOutcome {
  readonly sources: readonly ResultSource[];
  /** An error message for each source that could not be read. */
  readonly failures: readonly string[];
}

/** Reads one source after the other, so that large files are not in memory together. */
export async function readEach(reads: readonly ReadSource[]): Promise<ReadOutcome> {
  const sources: ResultSource[] = [];
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

/** A capture that the user picked. */
interface PickedCapture {
  readonly record: CaptureRecord;
  /** Whether to take the results of the earlier program that ran in turns with the capture's program. */
  readonly isBefore: boolean;
}

/** Ways to get benchmark results. The functions that they return throw an Error for the user. */
export class BenchmarkInputs {
  constructor(private readonly sources: ResultSources) {}

  ofFiles(files: readonly vscode.Uri[]): ReadSource[] {
    return files.map((uri) => () => this.sources.ofFile(uri));
  }

  ofTexts(files: readonly { readonly name: string; readonly text: string }[]): ReadSource[] {
    return files.map(({ name, text }) => () => this.sources.ofText(name, text));
  }

  /** Groups captures into sources, oldest first, because the first is the baseline: see columnsOf. */
  ofCaptures(records: readonly CaptureRecord[]): ReadSource[] {
    return this.ofPicked(records.map((record) => ({ record, isBefore: false })));
  }

  /** Finds sources by id, after a window reload; `deletedCount` counts those with a deleted capture. */
  ofIds(
    ids: readonly string[],
    all: readonly CaptureRecord[],
  ): { readonly reads: ReadSource[]; readonly deletedCount: number } {
    const reads = ids.flatMap((id): ReadSource[] => {
      const { captures, isBefore } = capturesOf(id);
      const records = captures.flatMap((each) => all.find((record) => record.id === each) ?? []);
      if (records.length < captures.length) return [];
      return [() => (isBefore ? this.sources.ofEarlierProgram(records[0]) : this.sources.ofCaptures(records))];
    });
    return { reads, deletedCount: ids.length - reads.length };
  }

  /** Lets the user pick captures, files and a URL. @param chosen captures that are picked at first, above the others */
  async pick(all: readonly CaptureRecord[], chosen: readonly CaptureRecord[] = []): Promise<ReadSource[]> {
    const candidates = all.filter(({ results }) => results.length > 0);
    const isChosen = (record: CaptureRecord) => chosen.some(({ id }) => id === record.id);
    const placeOf = placesOf(candidates);
    const itemsOf = (records: readonly CaptureRecord[]) => {
      return records.flatMap((record) => captureItems(record, isChosen(record), placeOf.get(record.id)));
    };
    const otherItems = itemsOf(candidates.filter((record) => !isChosen(record)));
    const items = [...itemsOf(candidates.filter(isChosen)), ...suiteItems(candidates), ...otherItems];
    const places = placeItems();
    const options = {
      title: COMPARE_TITLE,
      placeHolder: 'Choose captures, files or both: the oldest capture is the baseline',
      matchOnDescription: true,
    };
    const inOrder = chosen.length > 0 ? [...items, ...places] : [...places, ...items];
    const picked = await pickSeveral<SourceItem>(inOrder, options);
    const reads = this.ofPicked(picked?.flatMap((item) => item.captures ?? []) ?? []);
    if (picked?.some(({ place }) => place === 'files')) reads.push(...this.ofFiles(await askFiles()));
    if (picked?.some(({ place }) => place === 'url')) reads.push(...(await this.fetched()));
    return reads;
  }

  /** Asks for a URL to fetch results from; empty if the user cancelled. */
  async fetched(): Promise<ReadSource[]> {
    const url = await askUrl();
    return url === undefined ? [] : [() => this.fetch(url)];
  }

  private ofPicked(picked: readonly PickedCapture[]): ReadSource[] {
    const current = picked.filter(({ isBefore }) => !isBefore).map(({ record }) => record);
    const records = [...new Map(current.map((record) => [record.id, record])).values()];
    const columns = columnsOf(records).map((captures) => ({
      time: Math.min(...captures.map(({ capturedAt }) => capturedAt)),
      isBefore: false,
      read: () => this.sources.ofCaptures(captures),
    }));
    const before = picked.filter(({ isBefore }) => isBefore).map(({ record }) => ({
      time: record.capturedAt,
      isBefore: true,
      read: () => this.sources.ofEarlierProgram(record),
    }));
    const inOrder = [...before, ...columns].sort((a, b) => a.time - b.time || Number(b.isBefore) - Number(a.isBefore));
    return inOrder.map(({ read }) => read);
  }

  private async fetch(url: URL): Promise<ResultSource> {
    requireTrust('Linecost fetches nothing in an untrusted workspace');
    const title = `Fetching ${posix.basename(url.pathname) || url.host}`;
    const bytes = await withProgress(title, (_, signal) => fetchResults(url, MAX_FILE_BYTES, signal));
    return this.sources.ofAnswer(url, bytes);
  }
}

interface SourceItem extends PickItem {
  readonly captures?: readonly PickedCapture[];
  readonly place?: 'files' | 'url';
}

function placeItems(): SourceItem[] {
  const files = { icon: 'folder-opened', label: 'Files…', description: 'with the output of go test -bench', place: 'files' } as const;
  const description = 'of a file, such as a CI artifact';
  const url = { icon: 'cloud-download', label: 'URL…', description, place: 'url' } as const;
  return vscode.workspace.isTrusted ? [files, url] : [files];
}

/** An item for each suite of several captures, which picks them all. */
function suiteItems(records: readonly CaptureRecord[]): SourceItem[] {
  const several = [...suitesOf(records).values()].filter(({ length }) => length > 1);
  return several.map((suite): SourceItem => {
    const { name, startedAt } = suite[0].suite!;
    const captures = suite.map((record) => ({ record, isBefore: false }));
    const detail = `all ${suite.length} benchmarks that were measured together`;
    return { icon: 'checklist', label: name, description: momentText(startedAt, Date.now()), detail, captures };
  });
}

/** An item for a capture and, if an earlier program ran in turns with its program, one for the earlier results. */
function captureItems(record: CaptureRecord, isChosen: boolean, place?: string): SourceItem[] {
  const { title, results, turns } = record;
  const now = Date.now();
  const when = [place, capturedText(record, now)].filter(Boolean).join(', ');
  const captures = [{ record, isBefore: false }];
  const item = { label: title, description: when, detail: countText(results.length), captures, picked: isChosen };
  if (!turns || turns.before.length === 0) return [item];
  const program = turns.sides?.before ?? turns.base.revision ?? `the program of ${momentText(turns.base.capturedAt, now)}`;
  const detail = `${countText(turns.before.length)} of ${program}, measured in turns with the capture above`;
  return [item, { label: title, description: `${when}, earlier program`, detail, captures: [{ record, isBefore: true }], picked: isChosen }];
}

const countText = (count: number): string => `${count} ${plural('result', count)}`;

async function askFiles(): Promise<readonly vscode.Uri[]> {
  const filters = { 'Benchmark results': ['txt', 'bench', 'log', 'out', 'json', 'zip', 'gz'], 'All files': ['*'] };
  return (await showOpenDialog({ title: COMPARE_TITLE, canSelectMany: true, openLabel: 'Compare', filters })) ?? [];
}

async function askUrl(): Promise<URL | undefined> {
  const text = await showInputBox({
    title: COMPARE_TITLE,
    prompt: 'URL of a file with the output of go test -bench',
    placeHolder: 'https://ci.example.com/artifacts/bench.txt',
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === '' ? undefined : validateUrl(text)),
  });
  return text === undefined || text.trim() === '' ? undefined : new URL(text.trim());
}

/**
 * Groups captures into the columns of a comparison. The captures of a suite share a column. The others are grouped by
 * age.
 */
export function columnsOf(records: readonly CaptureRecord[]): CaptureRecord[][] {
  const others = records.filter(({ suite }) => !suite);
  return [...suitesOf(records).values(), ...namesakesApart(others).flatMap(columnsByAge)];
}

/** Splits captures so that no two modules of one name are together, because their results would become one row. */
function namesakesApart(records: readonly CaptureRecord[]): readonly (readonly CaptureRecord[])[] {
  const foldersOf = new Map<string, Set<string>>();
  for (const { module } of records) {
    if (module) entry(foldersOf, module.modulePath, () => new Set<string>()).add(module.moduleDir);
  }
  const parts = new Map<string, CaptureRecord[]>();
  for (const record of records) {
    const { modulePath = '', moduleDir = '' } = record.module ?? {};
    const part = [...(foldersOf.get(modulePath) ?? [])].indexOf(moduleDir);
    entry(parts, `${Math.max(0, part)}`, (): CaptureRecord[] => []).push(record);
  }
  return [...parts.values()];
}

/** The captures of each suite, by its start time and name. */
function suitesOf(records: readonly CaptureRecord[]): Map<string, CaptureRecord[]> {
  const suites = new Map<string, CaptureRecord[]>();
  for (const record of records) {
    if (record.suite) entry(suites, `${record.suite.startedAt} ${record.suite.name}`, (): CaptureRecord[] => []).push(record);
  }
  return suites;
}

/** The last column has the newest capture of each benchmark, the one before it the second newest of each, and so on. */
function columnsByAge(records: readonly CaptureRecord[]): CaptureRecord[][] {
  const newestFirst = [...records].sort((a, b) => b.capturedAt - a.capturedAt);
  const groups = captureGroups(newestFirst);
  const longest = Math.max(0, ...groups.map((group) => group.records.length));
  const ages = Array.from({ length: longest }, (_, age) => longest - 1 - age);
  return ages.map((age) => groups.flatMap((group) => group.records[age] ?? []));
}
