import { compareBytes } from '../profile/common/utf8';
import { exactOf, exactText } from '../profile/wideNumbers';
import { type Mapping, NONE, type Profile } from '../profile/model';
import { sampleLabels } from '../profile/labels/labelSets';
import { formatExactTime, shortDuration } from './time';
import type { SampleIndex } from '../profile/indexes';

/** The indent of label lines. */
const INDENT = ' '.repeat(16);
/** The indent of a location's further lines. */
const BELOW_ADDRESS = ' '.repeat(13);

/** The text of `go tool pprof -raw`: the whole profile. Source: google/pprof profile, Profile.String. */
export function rawReport(profile: Profile): string {
  const rows = <T>(count: number, write: (profile: Profile, row: number) => T): T[] =>
    Array.from({ length: count }, (_, row) => write(profile, row));
  return [
    ...header(profile),
    'Samples:',
    sampleTypes(profile),
    ...rows(profile.sampleCount, sampleLines).flat(),
    'Locations',
    ...rows(profile.locations.count, locationLines).flat(),
    'Mappings',
    ...profile.mappings.map((mapping, row) => mappingLine(mapping, mappingId(profile, row))),
    '',
  ].join('\n');
}

function header(profile: Profile): string[] {
  const { comments, docUrl, periodType, period, exactPeriod, exactTimeNanos } = profile;
  const duration = exactOf(profile.durationNanos, profile.exactDurationNanos);
  return [
    ...comments.map((comment) => `Comment: ${comment}`),
    ...(docUrl === '' ? [] : [`Doc: ${docUrl}`]),
    `PeriodType: ${periodType?.type ?? ''} ${periodType?.unit ?? ''}`,
    `Period: ${exactOf(period, exactPeriod)}`,
    ...(exactTimeNanos === 0n ? [] : [`Time: ${formatExactTime(exactTimeNanos)}`]),
    ...(duration === 0n ? [] : [`Duration: ${shortDuration(duration)}`]),
  ];
}

function sampleTypes({ sampleTypes: types, namedSampleType }: Profile): string {
  return types.map(({ type, unit }) => `${type}/${unit}${type === namedSampleType ? '[dflt]' : ''}`).join(' ').trim();
}

function sampleLines(profile: Profile, sample: SampleIndex): string[] {
  const { values, stacks } = profile;
  const numbers = values.map((column) => ` ${exactText(column, sample).padStart(10)}`).join('');
  const stack = stacks.locations.subarray(stacks.offsets[sample], stacks.offsets[sample + 1]);
  const ids = Array.from(stack, (location) => `${locationId(profile, location)} `).join('');
  return [`${numbers}: ${ids}`, ...labelLines(profile, sample)];
}

function labelLines(profile: Profile, sample: SampleIndex): string[] {
  const { texts, numbers } = sampleLabels(profile, sample);
  const words = [...texts].map(([key, values]) => `${key}:[${values.join(' ')}]`);
  const numberWords = [...numbers].map(([key, { digits, units }]) => {
    const values = digits.map((value, i) => [value, ...(units.length === 0 ? [] : [units[i]])].join(' '));
    return `${key}:[${values.join(' ')}]`;
  });
  return [words, numberWords]
    .filter((line) => line.length > 0)
    .map((line) => `${INDENT}${line.sort(compareBytes).join(' ')}`);
}

function locationLines(profile: Profile, row: number): string[] {
  const { locations } = profile;
  const mapping = locations.mapping[row];
  const start = [
    `${String(locationId(profile, row)).padStart(6)}: 0x${locations.address[row].toString(16)} `,
    mapping === NONE ? '' : `M=${mappingId(profile, mapping)} `,
    locations.folded[row] === 1 ? '[F] ' : '',
  ].join('');
  const first = locations.lineOffsets[row];
  const end = locations.lineOffsets[row + 1];
  if (first === end) return [start];
  return Array.from({ length: end - first }, (_, i) => `${i === 0 ? start : BELOW_ADDRESS}${frame(profile, first + i)}`);
}

function frame({ lines, functions, strings }: Profile, line: number): string {
  const index = lines.function[line];
  const [name, systemName, file] = [functions.name, functions.systemName, functions.filename].map((column) =>
    strings.get(column[index]),
  );
  const position = [exactText(lines.line, line), exactText(lines.column, line)].join(':');
  return `${name} ${file}:${position} s=${exactText(functions.startLine, index)}${name === systemName ? '' : `(${systemName})`}`;
}

function mappingLine(mapping: Mapping, id: bigint): string {
  const { start, limit, offset, file, buildId } = mapping;
  const range = [start, limit, offset].map((address) => `0x${address.toString(16)}`).join('/');
  const bits = [
    mapping.hasFunctions ? '[FN]' : '',
    mapping.hasFilenames ? '[FL]' : '',
    mapping.hasLineNumbers ? '[LN]' : '',
    mapping.hasInlineFrames ? '[IN]' : '',
  ];
  return `${id}: ${range} ${file} ${buildId} ${bits.join('')}`;
}

const locationId = ({ locations: { wireIds } }: Profile, row: number): bigint => idOf(wireIds?.locations, row);
const mappingId = ({ locations: { wireIds } }: Profile, row: number): bigint => idOf(wireIds?.mappings, row);

/**
 * The id of a row. Rows that are not in the file get ids above the largest id in the file; if no ids are known, the ids
 * count the rows from 1.
 */
function idOf(ids: BigUint64Array | undefined, row: number): bigint {
  if (ids === undefined) return BigInt(row + 1);
  return ids[row] ?? ids.reduce((largest, id) => (id > largest ? id : largest), 0n) + BigInt(row - ids.length + 1);
}
