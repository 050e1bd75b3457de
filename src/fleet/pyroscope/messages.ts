/**
 * The messages of Pyroscope's querier.v1 and types.v1: requests are written, answers read. Times are milliseconds since
 * the epoch. What reads throws an Error if the bytes are damaged.
 */
import { Writer } from 'protobufjs/minimal';
import type { TimeRange } from '../fleetQuery';
import type { FleetSeries, FleetType, SeriesOptions } from '../fleetStore';
import { fieldsOf, textOf } from '../fields';

/** Profiles of what lasts while it is measured; of others only these sample types. */
const DELTA_NAMES = ['process_cpu', 'wall', 'mutex', 'block', 'exceptions'];
const DELTA_SAMPLES = /^alloc_/;

/** PROFILE_FORMAT_PPROF. */
const FORMAT_PPROF = 4;

/** Ends a millisecond early: some versions of the server include the end of a range. */
function writeRange(writer: Writer, field: number, { from, to }: TimeRange): Writer {
  return writer.uint32(field << 3).int64(Math.floor(from)).uint32((field + 1) << 3).int64(Math.ceil(to) - 1);
}

function writeTexts(writer: Writer, field: number, texts: readonly string[]): Writer {
  for (const text of texts) writer.uint32((field << 3) | 2).string(text);
  return writer;
}

export function typesRequest(range: TimeRange): Uint8Array {
  return writeRange(Writer.create(), 1, range).finish();
}

export function namesRequest(matchers: readonly string[], range: TimeRange): Uint8Array {
  return writeRange(writeTexts(Writer.create(), 1, matchers), 2, range).finish();
}

export function valuesRequest(name: string, matchers: readonly string[], range: TimeRange): Uint8Array {
  return writeRange(writeTexts(writeTexts(Writer.create(), 1, [name]), 2, matchers), 3, range).finish();
}

/** Asks for the combinations of values that these labels have. */
export function labelsRequest(names: readonly string[], range: TimeRange): Uint8Array {
  return writeRange(writeTexts(Writer.create(), 2, names), 3, range).finish();
}

interface Selection {
  readonly type: string;
  readonly selector: string;
  readonly range: TimeRange;
}

function selection({ type, selector, range }: Selection): Writer {
  return writeRange(writeTexts(writeTexts(Writer.create(), 1, [type]), 2, [selector]), 3, range);
}

export const mergeRequest = (asked: Selection): Uint8Array => selection(asked).finish();

export function stacktracesRequest(asked: Selection): Uint8Array {
  return selection(asked).uint32(6 << 3).int32(FORMAT_PPROF).finish();
}

export function seriesRequest(asked: Selection, { stepSeconds, groupBy, limit }: SeriesOptions): Uint8Array {
  const writer = writeTexts(selection(asked), 5, groupBy === undefined ? [] : [groupBy]);
  writer.uint32((6 << 3) | 1).double(stepSeconds);
  const [name = '', sampleType = ''] = asked.type.split(':');
  // What is in use at a moment has a mean, and no sum, over time: TIME_SERIES_AGGREGATION_TYPE_AVERAGE.
  if (!isDeltaType(name, sampleType)) writer.uint32(7 << 3).uint32(1);
  return (limit === undefined ? writer : writer.uint32(9 << 3).int64(limit)).finish();
}

/** The answer of LabelNames or LabelValues. */
export function readNames(bytes: Uint8Array): string[] {
  const names: string[] = [];
  for (const field of fieldsOf(bytes)) if (field.id === 1) names.push(textOf(field));
  return names;
}

/** The answer of ProfileTypes. */
export function readTypes(bytes: Uint8Array): FleetType[] {
  const types: FleetType[] = [];
  for (const { id, bytes: message } of fieldsOf(bytes)) if (id === 1 && message) types.push(readType(message));
  return types;
}

function readType(bytes: Uint8Array): FleetType {
  let [id, name, sampleType, unit] = ['', '', '', ''];
  for (const field of fieldsOf(bytes)) {
    if (field.id === 1) id = textOf(field);
    else if (field.id === 2) name = textOf(field);
    else if (field.id === 4) sampleType = textOf(field);
    else if (field.id === 5) unit = textOf(field);
  }
  return { id, name, sampleType, unit, isDelta: isDeltaType(name, sampleType) };
}

function isDeltaType(name: string, sampleType: string): boolean {
  return DELTA_NAMES.includes(name) || DELTA_SAMPLES.test(sampleType);
}

/** The answer of Series: sets of labels. */
export function readLabelSets(bytes: Uint8Array): Record<string, string>[] {
  const sets: Record<string, string>[] = [];
  for (const { id, bytes: set } of fieldsOf(bytes)) if (id === 2 && set) sets.push(readLabels(set));
  return sets;
}

function readLabels(bytes: Uint8Array): Record<string, string> {
  const pairs: [string, string][] = [];
  for (const { id, bytes: pair } of fieldsOf(bytes)) if (id === 1 && pair) pairs.push(readPair(pair));
  return Object.fromEntries(pairs);
}

function readPair(bytes: Uint8Array): [name: string, value: string] {
  let [name, value] = ['', ''];
  for (const field of fieldsOf(bytes)) {
    if (field.id === 1) name = textOf(field);
    else if (field.id === 2) value = textOf(field);
  }
  return [name, value];
}

/** The answer of SelectSeries. */
export function readSeries(bytes: Uint8Array): FleetSeries[] {
  const all: FleetSeries[] = [];
  for (const { id, bytes: message } of fieldsOf(bytes)) if (id === 1 && message) all.push(readOneSeries(message));
  return all;
}

function readOneSeries(bytes: Uint8Array): FleetSeries {
  const pairs: [string, string][] = [];
  const points: { at: number; value: number }[] = [];
  for (const { id, bytes: part } of fieldsOf(bytes)) {
    if (id === 1 && part) pairs.push(readPair(part));
    else if (id === 2 && part) points.push(readPoint(part));
  }
  return { labels: Object.fromEntries(pairs), points };
}

function readPoint(bytes: Uint8Array): { at: number; value: number } {
  let [at, value] = [0, 0];
  for (const { id, number = 0 } of fieldsOf(bytes)) {
    if (id === 1) value = number;
    else if (id === 2) at = number;
  }
  return { at, value };
}

/** The profile in an answer of SelectMergeStacktraces; undefined if it has none. */
export function readPprof(bytes: Uint8Array): Uint8Array | undefined {
  const pprof = lastMessage(bytes, 5);
  return pprof && lastMessage(pprof, 1);
}

function lastMessage(bytes: Uint8Array, wanted: number): Uint8Array | undefined {
  let found: Uint8Array | undefined;
  for (const { id, bytes: message } of fieldsOf(bytes)) if (id === wanted && message) found = message;
  return found;
}
