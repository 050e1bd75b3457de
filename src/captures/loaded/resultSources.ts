import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import * as vscode from 'vscode';
import { MAX_FILE_BYTES, type ResultsSummary } from '../../bench/comparison/answers';
import type { CaptureRecord } from '../disk/captureStore';
import { standardText } from '../../bench/standardFormat';
import { originOf } from '../../http/addressSecrets';
import type { ResultsBytes } from '../../engine/benchmarkQueries';
import type { QueryEngine } from '../../engine/client';
import { sharedBytes } from './sharedBytes';
import { nameOfCapture, nameOfCaptures, nameOfEarlierProgram } from './resultSourceNames';

/** Benchmark results to be compared with others: of one or several captures, a file, a server's answer or a text. */
export interface ResultSource extends ResultsBytes, Pick<ResultsSummary, 'count' | 'skipped' | 'skippedCount'> {
  /** Equal for the same captures, file, URL or name of a text. */
  readonly id: string;
  readonly kind: 'capture' | 'file' | 'text';
  /** A short name, for a column. */
  readonly name: string;
  /** The path, the URL without its parameters, the titles of the captures, or the name of the text. */
  readonly origin: string;
  /** The time of the commit if the results name it, else of the measurement or the file; ms since the epoch. */
  readonly time?: number;
  readonly commit?: string;
}

/** The part of a capture that this module reads. */
export type RecordedResults =
  Pick<CaptureRecord, 'id' | 'title' | 'capturedAt' | 'results' | 'output' | 'conditions' | 'turns' | 'suite'>;

type Place = Pick<ResultSource, 'id' | 'kind' | 'name' | 'origin' | 'time'>;

/** Ends the id of a source that has the results of a capture's earlier program. */
const BEFORE_SUFFIX = '/before';
/** Separates the ids of captures that are one source. */
const SEPARATOR = '|';

let lastNumber = 0;

/** Reads benchmark results in the worker. */
export class ResultSources {
  constructor(private readonly engine: QueryEngine) {}

  /** @throws Error for the user if the capture has no results */
  ofCapture(record: RecordedResults): Promise<ResultSource> {
    const { id, capturedAt } = record;
    const place = { id, kind: 'capture', ...nameOfCapture(record, Date.now()), time: capturedAt } as const;
    return this.read(place, textOf(record), commitOf(record));
  }

  /**
   * The results of the earlier program that ran in turns with a capture's program.
   * @throws Error for the user if there are none
   */
  ofEarlierProgram(record: RecordedResults): Promise<ResultSource> {
    const { id, capturedAt, turns } = record;
    const names = nameOfEarlierProgram(record, Date.now());
    const place = { id: id + BEFORE_SUFFIX, kind: 'capture', ...names, time: capturedAt } as const;
    return this.read(place, standardText(turns?.before ?? []));
  }

  /**
   * Captures of different benchmarks as one source, named after their suite if they share one.
   * @throws Error for the user if there are no results
   */
  ofCaptures(records: readonly RecordedResults[]): Promise<ResultSource> {
    const [first] = records;
    if (records.length === 1) return this.ofCapture(first);
    const time = Math.min(...records.map(({ capturedAt }) => capturedAt));
    const commits = new Set(records.map(commitOf));
    const id = records.map((record) => record.id).join(SEPARATOR);
    const place = { id, kind: 'capture', ...nameOfCaptures(records, time, Date.now()), time } as const;
    return this.read(place, joined(records.map(textOf)), commits.size === 1 ? commitOf(first) : undefined);
  }

  /** @throws Error for the user if the file cannot be read or holds no results */
  async ofFile(uri: vscode.Uri): Promise<ResultSource> {
    const name = posix.basename(uri.path);
    const { size, mtime } = await vscode.workspace.fs.stat(uri);
    if (size > MAX_FILE_BYTES) throw new Error(`${name} is larger than ${MAX_FILE_BYTES >> 20} MB, too large to compare.`);
    const bytes = await vscode.workspace.fs.readFile(uri);
    return this.read({ id: uri.toString(), kind: 'file', name, origin: vscode.workspace.asRelativePath(uri), time: mtime }, bytes);
  }

  /** @throws Error for the user if the bytes hold no results */
  ofAnswer(url: URL, bytes: Uint8Array): Promise<ResultSource> {
    const name = posix.basename(url.pathname) || url.host;
    const origin = `${originOf(url)}${url.pathname}`;
    // The parameters identify the artifact, but may be secrets, so they are hashed.
    const id = `${origin}#${createHash('sha256').update(url.href).digest('hex').slice(0, 12)}`;
    return this.read({ id, kind: 'text', name, origin }, bytes);
  }

  /** @throws Error for the user if the text holds no results */
  ofText(name: string, text: string): Promise<ResultSource> {
    return this.read({ id: `text:${name}`, kind: 'text', name, origin: name }, text);
  }

  private async read(place: Place, content: string | Uint8Array, commit?: string): Promise<ResultSource> {
    const { name } = place;
    const query = { results: ++lastNumber, bytes: sharedBytes(content) };
    const answer = await this.engine.ask('readBenchmarks', query);
    if ('problem' in answer) throw new Error(`${name} ${answer.problem}.`);
    const { count, skipped, skippedCount, commitTime = place.time } = answer;
    if (count === 0 && query.bytes.byteLength === 0) throw new Error(`${name} is empty.`);
    if (count === 0) throw new Error(`${name} has no benchmark results: ${EXAMPLE}.`);
    return { ...place, ...query, count, skipped, skippedCount, time: commitTime, commit: commit ?? answer.commit };
  }
}

const EXAMPLE = 'lines such as "BenchmarkSum-8  1000  1234 ns/op", as go test -bench prints them';

/** The ids of a source's captures, from the source's id. `isBefore`: whether its results are the earlier program's. */
export function capturesOf(id: string): { readonly captures: readonly string[]; readonly isBefore: boolean } {
  const isBefore = id.endsWith(BEFORE_SUFFIX);
  return { captures: (isBefore ? id.slice(0, -BEFORE_SUFFIX.length) : id).split(SEPARATOR), isBefore };
}

/** Captures of earlier versions of Linecost have no text. */
function textOf({ output, results }: RecordedResults): string {
  return output || standardText(results);
}

const commitOf = ({ conditions }: RecordedResults): string | undefined => conditions?.git?.commit;

/** Joins texts. The `key: value` lines of one text do not apply to the next: each key is cleared in between. */
function joined(texts: readonly string[]): string {
  const keys = new Set<string>();
  return texts.map((text) => {
    const ends = [...keys].map((key) => `${key}:\n`).join('');
    for (const [, key] of text.matchAll(/^(\p{Ll}[^\s:\p{Lu}]*):[ \t]/gmu)) keys.add(key);
    return `${ends}${text.endsWith('\n') ? text : `${text}\n`}`;
  }).join('');
}
