import type { Decoding, RawMapping, RawValueType } from './decodeState';
import { CHECK_MASK, checkpoint } from '../common/guard';
import type { Uint32Column } from '../common/columns';
import type { IdTable } from '../common/idTable';
import { ProfileError } from '../errors';
import { NONE } from '../model';
import { plural } from '../text/counts';

/**
 * The checks of google/pprof's profile package (CheckValid and getString), made once, over whole columns, before ids
 * become indexes. They are no stricter than pprof, except that a profile without samples must have sample types too: a
 * location may refer to a mapping that does not exist, and the unit of a string label is not checked.
 */

function invalid(problem: string): ProfileError {
  return new ProfileError('validate', `The profile is malformed: ${problem}.`);
}

/** There must be sample types, and every sample must have one value per sample type. */
export function checkSampleTypes(decoding: Decoding): void {
  const { samples, sampleTypes } = decoding;
  if (sampleTypes.length === 0) throw invalid('it has no sample types');
  const width = sampleTypes.length;
  if (samples.count > 0 && samples.width !== width) throw wrongWidth(0, samples.width, width);
  if (samples.oddSample >= 0) throw wrongWidth(samples.oddSample, samples.oddWidth, width);
}

function wrongWidth(sample: number, width: number, types: number): ProfileError {
  return invalid(`sample ${sample + 1} has ${counted(width, 'value')} but the profile has ${counted(types, 'sample type')}`);
}

function counted(count: number, noun: string): string {
  return `${count} ${plural(noun, count)}`;
}

/** Ids must be unique and not 0. */
export function checkIds(table: IdTable, name: string): void {
  const { problem } = table;
  if (problem?.kind === 'zero') throw invalid(`${name} ${problem.row + 1} has the reserved id 0`);
  if (problem?.kind === 'duplicate') throw invalid(`two ${name}s have the id ${problem.id}`);
}

/** The error for a sample's location id without a Location. @param index index into the column of location ids */
export function danglingLocation(decoding: Decoding, index: number, id: string): ProfileError {
  const sample = ownerOf(decoding.samples.stackOffsets, index);
  return invalid(`sample ${sample + 1} refers to location ${id}, which does not exist`);
}

/** The error for a line's function id without a Function. @param index index into the column of function ids */
export function danglingFunction(decoding: Decoding, index: number, id: string, locationId: string): ProfileError {
  const reference = decoding.locations.lineFunction.array[index] === 0
    ? 'has a line without a function'
    : `refers to function ${id}, which does not exist`;
  return invalid(`location ${locationId} ${reference}`);
}

/** The row that contains the element at `index` in compressed rows. */
export function ownerOf(offsets: Uint32Column, index: number): number {
  let low = 0;
  let high = offsets.length - 1;
  while (low < high - 1) {
    const middle = (low + high) >> 1;
    if (offsets.array[middle] <= index) low = middle;
    else high = middle;
  }
  return low;
}

/** Every string index must be in the string table. */
export function checkStrings(decoding: Decoding): void {
  const count = decoding.strings.length;
  if (count === 0) throw invalid('it has no string table');
  const { functions, samples } = decoding;
  checkColumn(functions.name, count, 'name of function');
  checkColumn(functions.systemName, count, 'system name of function');
  checkColumn(functions.filename, count, 'file name of function');
  if (samples.largestLabelString >= count) checkLabels(decoding, count);
  decoding.mappings.forEach((mapping, i) => checkMapping(mapping, i, count));
  decoding.sampleTypes.forEach((type, i) => checkValueType(type, `sample type ${i + 1}`, count));
  if (decoding.periodType !== undefined) checkValueType(decoding.periodType, 'period type', count);
  decoding.comments.forEach((comment, i) => checkString(comment, `comment ${i + 1}`, count));
  checkString(decoding.dropFrames, 'drop_frames', count);
  checkString(decoding.keepFrames, 'keep_frames', count);
  checkString(decoding.defaultSampleType, 'default sample type', count);
  checkString(decoding.docUrl, 'documentation link', count);
}

function checkColumn(column: Uint32Column, count: number, name: string): void {
  const { array, length } = column;
  for (let i = 0; i < length; i++) {
    if ((i & CHECK_MASK) === 0) checkpoint();
    if (array[i] >= count) checkString(array[i], `${name} ${i + 1}`, count);
  }
}

function checkLabels({ samples }: Decoding, count: number): void {
  checkColumn(samples.labelKey, count, 'key of label');
  checkColumn(samples.labelStr, count, 'string of label');
  const { labelStr: { array: texts }, labelUnit: { array: units, length } } = samples;
  for (let i = 0; i < length; i++) {
    if (units[i] >= count && texts[i] === 0) checkString(units[i], `unit of label ${i + 1}`, count);
  }
}

function checkMapping(mapping: RawMapping, row: number, count: number): void {
  checkString(mapping.file, `file name of mapping ${row + 1}`, count);
  checkString(mapping.buildId, `build id of mapping ${row + 1}`, count);
}

function checkValueType(valueType: RawValueType, name: string, count: number): void {
  checkString(valueType.type, name, count);
  checkString(valueType.unit, `unit of ${name}`, count);
}

function checkString(index: number, name: string, count: number): void {
  if (index < count) return;
  const target = index === NONE ? 'a string' : `string ${index}`;
  throw invalid(`the ${name} refers to ${target} outside of the string table of ${count}`);
}
