/** The answers of Parca's gateway: protobuf as JSON, in which an int64 is a text. */
import { isFlag, isText, listOf, optional, shape } from '../../profile/common/shapes';
import type { FleetSeries, FleetType } from '../fleetStore';

const isTypes = shape({
  types: optional(listOf(shape({
    name: isText, sampleType: isText, sampleUnit: isText,
    periodType: optional(isText), periodUnit: optional(isText), delta: optional(isFlag),
  }))),
});

/** The profile types, by id; undefined if this is another answer. */
export function readTypes(answer: unknown): FleetType[] | undefined {
  if (!isTypes(answer)) return undefined;
  const types = (answer.types ?? []).map((each): FleetType => {
    const { name, sampleType, sampleUnit, periodType = '', periodUnit = '', delta } = each;
    const id = [name, sampleType, sampleUnit, periodType, periodUnit, ...(delta ? ['delta'] : [])].join(':');
    const unit = isSamples(sampleType, sampleUnit) ? periodUnit : sampleUnit;
    return { id, name, sampleType, unit, isDelta: delta ?? false };
  });
  return types.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Parca multiplies samples by their period. */
const isSamples = (type: string, unit: string): boolean => type === 'samples' && unit === 'count';

/** Whether Parca answers samples of this type as time. */
export function isMultiplied(typeId: string): boolean {
  const [, type = '', unit = ''] = typeId.split(':');
  return isSamples(type, unit);
}

/** The sample type of the answer for a profile type: `cpu/nanoseconds`. */
export function answeredType(typeId: string): string {
  const [, type = '', unit = '', periodType = '', periodUnit = ''] = typeId.split(':');
  return isSamples(type, unit) ? `${periodType}/${periodUnit}` : `${type}/${unit}`;
}

/** The names or values of an answer; undefined if this is another answer. */
export function readTexts(answer: unknown, field: 'labelNames' | 'labelValues'): readonly string[] | undefined {
  const isTexts = shape({ [field]: optional(listOf(isText)) });
  return isTexts(answer) ? answer[field] ?? [] : undefined;
}

const isInteger = (value: unknown): value is string => isText(value) && /^-?\d{1,19}$/.test(value);

const isSeries = shape({
  series: optional(listOf(shape({
    labelset: optional(shape({ labels: optional(listOf(shape({ name: isText, value: isText }))) })),
    samples: optional(listOf(shape({ timestamp: isText, value: optional(isInteger) }))),
  }))),
});

/** The series of an answer, with the times of the server; undefined if this is another answer. */
export function readSeries(answer: unknown): FleetSeries[] | undefined {
  if (!isSeries(answer)) return undefined;
  return (answer.series ?? []).map(({ labelset, samples = [] }) => ({
    labels: Object.fromEntries((labelset?.labels ?? []).map(({ name, value }) => [name, value])),
    points: samples.map(({ timestamp, value = '0' }) => ({ at: Date.parse(timestamp), value: Number(value) })),
  }));
}

/** The gzipped profile of an answer; undefined if this is another answer. */
export function readPprofText(answer: unknown): Uint8Array | undefined {
  return shape({ pprof: isText })(answer) ? Buffer.from(answer.pprof, 'base64') : undefined;
}
