import type { Profile, ValueType } from './model';
import { allocationsPer, PER_OPERATION, type PerWork, SHARE_UNIT } from './text/relativeUnits';

/** Thrown if the profile does not have the sample type. */
export class SampleTypeError extends Error {
  override readonly name = 'SampleTypeError';
  constructor(
    message: string,
    /** The names that the profile does have. */
    readonly valid: readonly string[],
  ) {
    super(message);
  }
}

/**
 * The index of a sample type, given as for `go tool pprof -sample_index`: a name, a name with the old prefix `inuse_`,
 * an index, or `""` for the profile's default. Source: google/pprof profile.SampleIndexByName.
 * @throws SampleTypeError
 */
export function findSampleType(profile: Profile, nameOrIndex: string): number {
  const names = profile.sampleTypes.map((sampleType) => sampleType.type);
  if (nameOrIndex === '') return profile.defaultSampleType;
  if (/^[+-]?\d+$/.test(nameOrIndex)) return checkedIndex(Number(nameOrIndex), names);
  const withoutInuse = nameOrIndex.replace(/^inuse_/, '');
  const index = names.findIndex((name) => name === nameOrIndex || name === withoutInuse);
  if (index < 0) throw new SampleTypeError(`There is no sample type "${nameOrIndex}"; ${typesText(names)}.`, names);
  return index;
}

function checkedIndex(index: number, names: readonly string[]): number {
  if (index >= 0 && index < names.length) return index + 0;
  throw new SampleTypeError(`There is no sample type number ${index}; ${typesText(names)}.`, names);
}

function typesText(names: readonly string[]): string {
  return `the profile has ${names.map((name, index) => `${name} (${index})`).join(', ')}`;
}

/**
 * The index in `others` of the sample type `types[index]`, or -1. Types are the same if their names are. If `others` or
 * `types` has several types with this name, their units must be the same too, and so must their positions among the
 * types with this name and unit.
 */
export function sameTypeIn(others: readonly ValueType[], types: readonly ValueType[], index: number): number {
  const { type, unit } = types[index];
  const indexes = [...others.keys()].filter((candidate) => others[candidate].type === type);
  if (indexes.length === 1 && types.filter((other) => other.type === type).length === 1) return indexes[0];
  const isAlike = (other: ValueType): boolean => other.type === type && other.unit === unit;
  return indexes.filter((candidate) => isAlike(others[candidate]))[types.slice(0, index).filter(isAlike).length] ?? -1;
}

/** The index of the type with this name, or else of the last type. Source: google/pprof profile.SampleIndexByName. */
export function namedOrLast(sampleTypes: readonly ValueType[], name: string): number {
  const index = name === '' ? -1 : sampleTypes.findIndex((type) => type.type === name);
  return index >= 0 ? index : sampleTypes.length - 1;
}

/** Whether the sample type counts events, as in Go's mutex and block profiles; also per operation. */
export function isEventCount({ type }: ValueType): boolean {
  return type === 'contentions';
}

/** Whether `samples/count` counts the samples of the type: in a wall profile, it has none of idle goroutines. */
export function isCountedBySamples({ type }: ValueType): boolean {
  return type !== 'wall_all';
}

/**
 * The unit of a sample type per operation of a benchmark: `nanoseconds/op`, `allocs/op`. `inuse_` types and counts of
 * samples keep their unit: memory in use at the end of a run is not a cost per operation, and neither is a sample.
 * @param suffix that of costs per request or second: `nanoseconds/req`, `allocs/s`
 */
export function unitPerOperation({ type, unit }: ValueType, suffix: PerWork = PER_OPERATION): string {
  if (type.startsWith('inuse_') || isSampleCount({ type, unit })) return unit;
  return type === 'alloc_objects' && unit === 'count' ? allocationsPer(suffix) : `${unit}${suffix}`;
}

/** The unit of a sample type as shares of the total: percent, but numbers of samples keep their unit. */
export function unitOfShare(valueType: ValueType): string {
  return isSampleCount(valueType) ? valueType.unit : SHARE_UNIT;
}

function isSampleCount({ type, unit }: ValueType): boolean {
  return type === 'samples' && unit === 'count';
}
