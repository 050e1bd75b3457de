import { PER_OPERATION } from './text/measurement';
import type { Profile, ValueType } from './model';

/** A sample type was asked for that the profile does not have. */
export class SampleTypeError extends Error {
  override readonly name = 'SampleTypeError';
  constructor(
    message: string,
    /** The names that can be asked for. */
    readonly valid: readonly string[],
  ) {
    super(message);
  }
}

/**
 * The index of a sample type by what `go tool pprof -sample_index` takes: a name, a name with the old `inuse_` in
 * front, an index, or `""` for the profile's default. Source: google/pprof profile.SampleIndexByName.
 * @throws SampleTypeError
 */
export function findSampleType(profile: Profile, nameOrIndex: string): number {
  const names = profile.sampleTypes.map((sampleType) => sampleType.type);
  if (nameOrIndex === '') return profile.defaultSampleType;
  if (/^[+-]?\d+$/.test(nameOrIndex)) return checkedIndex(Number(nameOrIndex), names);
  const withoutInuse = nameOrIndex.replace(/^inuse_/, '');
  const found = names.findIndex((name) => name === nameOrIndex || name === withoutInuse);
  if (found < 0) throw new SampleTypeError(`There is no sample type "${nameOrIndex}"; ${listed(names)}.`, names);
  return found;
}

function checkedIndex(index: number, names: readonly string[]): number {
  if (index >= 0 && index < names.length) return index + 0;
  throw new SampleTypeError(`There is no sample type number ${index}; ${listed(names)}.`, names);
}

function listed(names: readonly string[]): string {
  return `the profile has ${names.map((name, index) => `${name} (${index})`).join(', ')}`;
}

/**
 * Where `others` has the sample type `types[index]`: by its name or, where several have it, by unit and order among
 * those of the unit; -1 where it is not there.
 */
export function sameTypeIn(others: readonly ValueType[], types: readonly ValueType[], index: number): number {
  const { type, unit } = types[index];
  const named = [...others.keys()].filter((other) => others[other].type === type);
  if (named.length === 1 && types.filter((other) => other.type === type).length === 1) return named[0];
  const isAlike = (other: ValueType): boolean => other.type === type && other.unit === unit;
  return named.filter((other) => isAlike(others[other]))[types.slice(0, index).filter(isAlike).length] ?? -1;
}

/** The index of the type that default_sample_type names, else of the last. Source: as findSampleType. */
export function namedOrLast(sampleTypes: readonly ValueType[], name: string): number {
  const named = name === '' ? -1 : sampleTypes.findIndex((type) => type.type === name);
  return named >= 0 ? named : sampleTypes.length - 1;
}

/**
 * The unit of a sample type's cost per operation of a benchmark: `nanoseconds/op`. What is in use when a run ends is no
 * cost of an operation: its unit stays.
 */
export function unitPerOperation({ type, unit }: ValueType): string {
  return type.startsWith('inuse_') ? unit : `${unit}${PER_OPERATION}`;
}
