import { CHECK_MASK, checkpoint, claim } from '../common/guard';
import { filledFloat64, filledUint32 } from '../common/columns';
import type { Decoding, LocationRows, RawMapping, RawValueType } from './decodeState';
import { IdTable } from '../common/idTable';
import {
  type FunctionColumns, type LabelColumns, type LineColumns, type LocationColumns, type Mapping, NONE, type Profile,
  type StackColumns, type StringTable, type ValueType,
} from '../model';
import { noteSeen, noteSizes, noteZeros } from '../sums/notedColumns';
import { namedOrLast } from '../sampleType';
import { checkIds, checkSampleTypes, checkStrings, danglingFunction, danglingLocation, ownerOf } from './validate';

/**
 * Validates the decoded messages, turns ids into indexes and builds the profile. Do not use `decoding` afterwards.
 * @throws ProfileError of stage `validate`
 */
export function finishDecoding(decoding: Decoding): Profile {
  checkStrings(decoding);
  checkSampleTypes(decoding);
  const wireIds = resolveReferences(decoding);
  const strings = decoding.strings.table();
  const sampleTypes = decoding.sampleTypes.map((type) => valueType(type, strings));
  const { samples } = decoding;
  return {
    sampleTypes,
    defaultSampleType: namedOrLast(sampleTypes, strings.get(decoding.defaultSampleType)),
    namedSampleType: strings.get(decoding.defaultSampleType),
    sampleCount: samples.count,
    values: valueColumns(decoding),
    stacks: stackColumns(decoding, wireIds === undefined),
    labels: labelColumns(decoding),
    locations: locationColumns(decoding, wireIds),
    lines: lineColumns(decoding),
    functions: functionColumns(decoding),
    mappings: decoding.mappings.map((mapping) => mappingOf(mapping, strings)),
    strings,
    dropFrames: strings.get(decoding.dropFrames),
    keepFrames: strings.get(decoding.keepFrames),
    timeNanos: Number(decoding.timeNanos),
    exactTimeNanos: decoding.timeNanos,
    durationNanos: Number(decoding.durationNanos),
    exactDurationNanos: decoding.durationNanos,
    periodType: decoding.periodType && valueType(decoding.periodType, strings),
    period: Number(decoding.period),
    exactPeriod: decoding.period,
    comments: decoding.comments.map((comment) => strings.get(comment)),
    docUrl: strings.get(decoding.docUrl),
  };
}

/** The bits of `unlikeZeros`. */
const BITS = 32;

/** Notes the sizes of columns and, unless there are more types than bits, which adjacent ones have the same zeros. */
function valueColumns(decoding: Decoding): Float64Array[] {
  const { samples, sampleTypes } = decoding;
  if (samples.count === 0) return sampleTypes.map(() => new Float64Array(0));
  const columns = sampleTypes.map((_, type) => valueColumn(decoding, type));
  columns.forEach((column, type) => noteSizes(column, samples.sizes[type]));
  if (columns.length > BITS) return columns;
  for (let type = 1; type < columns.length; type++) {
    noteZeros(columns[type - 1], columns[type], (samples.unlikeZeros & (1 << (type - 1))) === 0);
  }
  return columns;
}

function valueColumn({ samples }: Decoding, type: number): Float64Array {
  const column = filledFloat64(samples.values[type]);
  return samples.rests[type]?.of(column) ?? column;
}

function stackColumns({ samples }: Decoding, isCounted: boolean): StackColumns {
  const stacks = { offsets: filledUint32(samples.stackOffsets), locations: filledUint32(samples.locations) };
  if (isCounted && samples.rowsAreInOrder) noteSeen(stacks, samples.rowCount);
  return stacks;
}

/** Turns ids into indexes. @returns the ids of locations and mappings; undefined if each id is its row + 1 */
function resolveReferences(decoding: Decoding): LocationColumns['wireIds'] {
  const { locations, samples } = decoding;
  const mappingIds = Uint32Array.from(decoding.mappings, (m) => m.id);
  const mappingTable = new IdTable(mappingIds, decoding.mappingIds);
  checkIds(mappingTable, 'mapping');
  const functionTable = new IdTable(filledUint32(decoding.functions.id), decoding.functionIds);
  checkIds(functionTable, 'function');
  const ids = filledUint32(locations.id);
  const locationTable = new IdTable(ids, decoding.locationIds);
  checkIds(locationTable, 'location');

  mappingTable.resolveOptional(locations.mapping.array.subarray(0, locations.mapping.length));
  const functionIds = locations.lineFunction.array.subarray(0, locations.lineFunction.length);
  const badLine = functionTable.resolve(functionIds);
  if (badLine !== NONE) {
    const location = locations.id.array[ownerOf(locations.lineOffsets, badLine)];
    const id = functionTable.text(functionIds[badLine]);
    throw danglingFunction(decoding, badLine, id, locationTable.text(location));
  }
  if (!locationTable.isCounted || samples.rowCount > ids.length) resolveLocations(decoding, locationTable);
  if (locationTable.isCounted && mappingTable.isCounted) return undefined;
  return { locations: wholeIds(ids, locationTable), mappings: wholeIds(mappingIds, mappingTable) };
}

/** Turns location ids into rows. The decoder stored them minus 1, as if each were its row + 1. @throws ProfileError */
function resolveLocations(decoding: Decoding, table: IdTable): void {
  const { array, length } = decoding.samples.locations;
  const ids = array.subarray(0, length);
  for (let i = 0; i < length; i++) {
    if ((i & CHECK_MASK) === 0) checkpoint();
    ids[i]++;
  }
  const bad = table.resolve(ids);
  if (bad !== NONE) throw danglingLocation(decoding, bad, table.text(ids[bad]));
}

const wholeIds = (ids: Uint32Array, table: IdTable): BigUint64Array =>
  BigUint64Array.from(ids, (id) => BigInt(table.text(id)));

function labelColumns({ samples }: Decoding): LabelColumns {
  return {
    offsets: filledUint32(samples.labelOffsets),
    key: filledUint32(samples.labelKey),
    str: filledUint32(samples.labelStr),
    num: samples.labelRests.of(filledFloat64(samples.labelNum)),
    numUnit: filledUint32(samples.labelUnit),
  };
}

function locationColumns({ locations }: Decoding, wireIds: LocationColumns['wireIds']): LocationColumns {
  const count = locations.id.length;
  const columns = {
    count,
    mapping: filledUint32(locations.mapping),
    lineOffsets: filledUint32(locations.lineOffsets),
    address: addresses(locations),
    folded: new Uint8Array(filledUint32(locations.folded)),
  };
  return wireIds ? { ...columns, wireIds } : columns;
}

/** Writes the halves of each address, low half first, as processors do; making a BigInt of them is slower. */
function addresses({ id: { length }, addressLow, addressHigh }: LocationRows): BigUint64Array {
  claim(8 * length);
  const joined = new BigUint64Array(length);
  const halves = new Uint32Array(joined.buffer);
  for (let i = 0; i < length; i++) {
    if ((i & CHECK_MASK) === 0) checkpoint();
    halves[2 * i] = addressLow.array[i];
    halves[2 * i + 1] = addressHigh.array[i];
  }
  return joined;
}

function lineColumns({ locations }: Decoding): LineColumns {
  return {
    count: locations.line.length,
    function: filledUint32(locations.lineFunction),
    line: locations.line.filled(),
    column: locations.column.filled(),
  };
}

function functionColumns({ functions }: Decoding): FunctionColumns {
  return {
    count: functions.id.length,
    name: filledUint32(functions.name),
    systemName: filledUint32(functions.systemName),
    filename: filledUint32(functions.filename),
    startLine: functions.startLine.filled(),
  };
}

function mappingOf(raw: RawMapping, strings: StringTable): Mapping {
  const { start, limit, offset, hasFunctions, hasFilenames, hasLineNumbers, hasInlineFrames } = raw;
  return {
    start,
    limit,
    offset,
    file: strings.get(raw.file),
    buildId: strings.get(raw.buildId),
    hasFunctions,
    hasFilenames,
    hasLineNumbers,
    hasInlineFrames,
  };
}

function valueType(raw: RawValueType, strings: StringTable): ValueType {
  return { type: strings.get(raw.type), unit: strings.get(raw.unit) };
}
