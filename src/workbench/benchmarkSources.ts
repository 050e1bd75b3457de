import { posix } from 'node:path';
import * as vscode from 'vscode';
import { readResults, type ReadResults } from '../bench/comparison/readResults';
import { valueIn } from '../bench/comparison/inputKeys';
import { NotTextError, textOfBytes } from '../bench/comparison/textOfBytes';
import type { CaptureRecord } from '../bench/captures/captureStore';
import { standardText } from '../bench/standardFormat';
import { originOf } from '../capture/http/addressSecrets';
import { inSlices } from '../capture/timeSlices';
import { whenText } from './whenText';

/** Limit for a file of results, in bytes. */
export const MOST_BYTES = 64 << 20;

/** Benchmark results from one place, to be compared with others. */
export interface BenchmarkSource extends ReadResults {
  /** The same place has the same id. */
  readonly id: string;
  readonly kind: 'capture' | 'file' | 'text';
  /** Short, for a column. */
  readonly name: string;
  /** The path, the address or the title of the capture. */
  readonly origin: string;
  /** When it was measured, in milliseconds since the epoch. */
  readonly time?: number;
  readonly commit?: string;
}

type RecordedResults = Pick<CaptureRecord, 'id' | 'title' | 'capturedAt' | 'results' | 'output' | 'conditions'>;

/** @throws Error for the user if the capture has no results */
export async function sourceOfCapture(record: RecordedResults): Promise<BenchmarkSource> {
  const { id, title, capturedAt, results, output, conditions } = record;
  // Captures of earlier versions have no text.
  const text = output || standardText(results);
  const commit = conditions?.git?.commit;
  const name = `${title} ${whenText(capturedAt, Date.now())}`;
  const place = { id, kind: 'capture', name, origin: title, time: capturedAt } as const;
  return { ...(await sourceOf(place, text)), ...(commit && { commit }) };
}

/** @throws Error for the user if the file cannot be read or holds no results */
export async function sourceOfFile(uri: vscode.Uri): Promise<BenchmarkSource> {
  const name = posix.basename(uri.path);
  const { size, mtime } = await vscode.workspace.fs.stat(uri);
  if (size > MOST_BYTES) throw new Error(`${name} is larger than ${MOST_BYTES >> 20} MB, too large to compare.`);
  const bytes = await vscode.workspace.fs.readFile(uri);
  const place = { id: uri.toString(), kind: 'file', name, origin: vscode.workspace.asRelativePath(uri), time: mtime } as const;
  return sourceOf(place, decoded(name, bytes));
}

/** @throws Error for the user if the bytes hold no results */
export function sourceOfAnswer(url: URL, bytes: Uint8Array): Promise<BenchmarkSource> {
  const name = posix.basename(url.pathname) || url.host;
  const origin = `${originOf(url)}${url.pathname}`;
  return sourceOf({ id: origin, kind: 'text', name, origin }, decoded(name, bytes));
}

/** @throws Error for the user if the text holds no results */
export function sourceOfText(name: string, text: string): Promise<BenchmarkSource> {
  return sourceOf({ id: `text:${name}`, kind: 'text', name, origin: name }, text);
}

function decoded(name: string, bytes: Uint8Array): string {
  try {
    return textOfBytes(bytes);
  } catch (cause) {
    throw cause instanceof NotTextError ? new Error(`${name} ${cause.message}.`) : cause;
  }
}

type Place = Pick<BenchmarkSource, 'id' | 'kind' | 'name' | 'origin' | 'time'>;

async function sourceOf(place: Place, text: string): Promise<BenchmarkSource> {
  const read = await inSlices(readResults(text));
  if (read.count === 0) {
    const example = '"BenchmarkSum-8  1000  1234 ns/op"';
    throw new Error(`${place.name} has no benchmark results: lines such as ${example}, as go test -bench prints them.`);
  }
  const commit = valueIn(read, 'commit') || undefined;
  const measured = Date.parse(valueIn(read, 'commit-time') ?? '');
  return { ...place, ...read, commit, time: Number.isNaN(measured) ? place.time : measured };
}
