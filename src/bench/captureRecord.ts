import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BenchmarkLoop } from '../profile/lines/benchmarkLoop';
import type { SetupLines } from '../profile/answers/flame';
import type { BenchmarkResult } from './parse';
import { type Check, isFlag, isNumber, isObject, isPair, isText, listOf, optional, type Shape, shaped } from './shape';

/** A run as it is kept on disk, without its profiles' bytes. */
export interface CaptureRecord {
  /** Sortable by time; also the folder's name. */
  readonly id: string;
  readonly title: string;
  /** What was measured, where `target` does not say it all: an endpoint, or one case of a benchmark. */
  readonly subject?: string;
  /** Milliseconds since the epoch. */
  readonly capturedAt: number;
  readonly profiles: readonly StoredProfile[];
  readonly results: readonly BenchmarkResult[];
  readonly target?: { readonly file: string; readonly name: string };
  readonly module?: { readonly modulePath: string; readonly moduleDir: string };
  /** Functions under which the measured code runs; the flame graph starts below them. */
  readonly startBelow?: readonly string[];
  /** Where a benchmark prepares what it measures, as its text said then. */
  readonly setup?: SetupLines;
  /** How the benchmark repeats what it measures, where its text tells. */
  readonly loop?: BenchmarkLoop;
  /** The sources changed while they were built: lines of the profiles may be those of another text. */
  readonly linesMayBeOff?: boolean;
}

export interface StoredProfile {
  readonly label: string;
  readonly fileName: string;
  /** The total of its default sample type, once it has been read. */
  readonly total?: { readonly type: string; readonly unit: string; readonly value: number };
  /** All of its sample types, likewise. */
  readonly sampleTypes?: readonly { readonly type: string; readonly unit: string }[];
  /** Iterations of each result of a benchmark that ran a fixed number of them. */
  readonly iterations?: readonly number[];
}

const isRange: Check = (value) => listOf(isNumber)(value) && (value as unknown[]).length === 2;
const isResult = shaped({
  name: isText,
  baseName: isText,
  subName: isText,
  procs: isNumber,
  iterations: isNumber,
  values: listOf(shaped({ value: isNumber, unit: isText })),
  config: (value) => isObject(value) && Object.values(value).every(isText),
  line: isNumber,
} satisfies Shape<BenchmarkResult>);
/** A name in the run's own folder, never a path out of it. */
const isFileName: Check = (value) => typeof value === 'string' && /^[^/\\:\0]+$/.test(value) && !/^\.+$/.test(value);
const isProfile = shaped({
  label: isText,
  fileName: isFileName,
  total: optional(shaped({ type: isText, unit: isText, value: isNumber })),
  sampleTypes: optional(listOf(shaped({ type: isText, unit: isText }))),
  iterations: optional(listOf(isNumber)),
} satisfies Shape<StoredProfile>);
const isRecord = shaped({
  id: isText,
  title: isText,
  subject: optional(isText),
  // Later dates than this cannot be shown.
  capturedAt: (value) => isNumber(value) && Math.abs(value) <= 8.64e15,
  profiles: (value) => listOf(isProfile)(value) && (value as unknown[]).length > 0,
  results: listOf(isResult),
  target: optional(shaped({ file: isText, name: isText })),
  module: optional(shaped({ modulePath: isText, moduleDir: isText })),
  startBelow: optional(listOf(isText)),
  setup: optional(shaped({ function: isText, file: isText, lines: listOf(isRange) })),
  loop: optional((value) => value === 'b.N' || value === 'b.Loop'),
  linesMayBeOff: optional(isFlag),
} satisfies Shape<CaptureRecord>);

/** The text of `run.json` in the folder of a run; undefined: it is not the record of that run. */
export function parseRecord(text: string, id: string): CaptureRecord | undefined {
  const value = parseJson(text);
  return isRecord(value) && (value as CaptureRecord).id === id ? (value as CaptureRecord) : undefined;
}

/** The text of `sources.json`, as far as it can be read: profiles are worth having without. */
export function parseSources(text: string): Map<string, string> {
  const value = parseJson(text);
  return new Map(Array.isArray(value) ? value.filter(isPair) : []);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** undefined: there is no such run, or its record cannot be read. */
export async function readRecord(folder: string, id: string): Promise<CaptureRecord | undefined> {
  const text = await readFile(join(folder, id, 'run.json'), 'utf8').catch(() => '');
  return parseRecord(text, id);
}

/** Ids of runs come from folders, and from what the editor remembers: none leads out of the folder. */
export function isId(name: string): boolean {
  return !name.startsWith('.') && !/[/\\\0]/.test(name);
}
