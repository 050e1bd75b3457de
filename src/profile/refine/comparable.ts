import { areConvertible, scale } from '../text/measurement';
import type { Profile, ValueType } from '../model';
import { namedOrLast, sameTypeIn } from '../sampleType';
import { RefinementError } from '../errors';
import { functionNames } from './frameMatcher';
import { scaleValues } from './scaleValues';

/**
 * Reduces profiles to their common sample types, in the order of the first profile, and converts values and periods to
 * the smallest unit that one of the profiles uses.
 * Source: google/pprof internal/driver, combineProfiles.
 * @param field the option that an error names
 * @throws RefinementError if they have no common sample type, or if units or period types are not convertible
 */
export function madeComparable(profiles: readonly Profile[], field: string): readonly Profile[] {
  return withCommonUnits(withCommonTypes(profiles, field), field);
}

/** Sample types for error messages: `samples/count, cpu/nanoseconds`. */
export function labelsOf({ sampleTypes }: Pick<Profile, 'sampleTypes'>): string {
  return sampleTypes.map(labelOf).join(', ');
}

type Typed = Pick<Profile, 'sampleTypes' | 'periodType'>;

/** Whether the profiles have the same sample types and period type, including units. */
export function haveSameTypes(a: Typed, b: Typed): boolean {
  const period = ({ periodType }: Typed): string => (periodType === undefined ? '/' : labelOf(periodType));
  return labelsOf(a) === labelsOf(b) && period(a) === period(b);
}

const labelOf = ({ type, unit }: ValueType): string => `${type}/${unit}`;

function withCommonTypes(profiles: readonly Profile[], field: string): readonly Profile[] {
  const all = profiles[0].sampleTypes;
  const columns = profiles.map(({ sampleTypes }) => all.map((_, index) => sameTypeIn(sampleTypes, all, index)));
  const common = [...all.keys()].filter((index) => columns.every((column) => column[index] >= 0));
  if (common.length > 0) {
    return profiles.map((profile, i) => withTypes(profile, common.map((index) => columns[i][index])));
  }
  const other = profiles.find((profile) => labelsOf(profile) !== labelsOf(profiles[0]))!;
  throw new RefinementError(
    field,
    `the profiles have no sample type in common: one has ${labelsOf(profiles[0])}, another ${labelsOf(other)}; choose profiles of the same kind`,
  );
}

/**
 * Drops sample types as pprof does when it reads profiles: a type stays if the number of types with its name, in all
 * profiles together, equals the number of profiles. So if every profile has a type of some name and one profile has
 * two, all types of that name are dropped. If no type stays, or the profiles keep different numbers of types, nothing
 * is dropped, whereas pprof fails.
 * Source: google/pprof profile, commonSampleTypes.
 */
export function withCommonTypeNames(profiles: readonly Profile[]): readonly Profile[] {
  const names = profiles.flatMap(({ sampleTypes }) => sampleTypes.map(({ type }) => type));
  const isKept = ({ type }: ValueType): boolean => names.filter((name) => name === type).length === profiles.length;
  const keptColumns = profiles.map(({ sampleTypes }) => [...sampleTypes.keys()].filter((i) => isKept(sampleTypes[i])));
  const isAgreed = keptColumns.every((columns) => columns.length > 0 && columns.length === keptColumns[0].length);
  return isAgreed ? profiles.map((profile, i) => withTypes(profile, keptColumns[i])) : profiles;
}

/** @param columns the indexes of the sample types that stay, in their new order */
export function withTypes(profile: Profile, columns: readonly number[]): Profile {
  if (columns.length === profile.sampleTypes.length && columns.every((column, i) => column === i)) return profile;
  const sampleTypes = columns.map((column) => profile.sampleTypes[column]);
  const isNamed = sampleTypes.some(({ type }) => type === profile.namedSampleType);
  const namedSampleType = isNamed ? profile.namedSampleType : sampleTypes[0].type;
  const values = columns.map((column) => profile.values[column]);
  const defaultSampleType = namedOrLast(sampleTypes, namedSampleType);
  return { ...profile, sampleTypes, values, namedSampleType, defaultSampleType };
}

function withCommonUnits(profiles: readonly Profile[], field: string): readonly Profile[] {
  const periodTypes = profiles.map(({ periodType }) => periodType ?? { type: '', unit: '' });
  const periodUnit = smallestUnit(periodTypes, field, 'period');
  const units = profiles[0].sampleTypes.map((_, column) =>
    smallestUnit(profiles.map(({ sampleTypes }) => sampleTypes[column]), field, 'sample'),
  );
  return profiles.map((profile) => withUnits(withPeriodUnit(profile, periodUnit), units));
}

/**
 * The smallest of the types' units. Throws if the types differ in more than a convertible unit or a plural s.
 * Source: google/pprof internal/measurement, CommonValueType.
 */
function smallestUnit(types: readonly ValueType[], field: string, kind: string): string {
  let smallest = types[0];
  for (const type of types) {
    if (singular(type) !== singular(smallest) || !areConvertible(type.unit, smallest.unit)) {
      const both = `${labelOf(smallest)} and ${labelOf(type)}`;
      const problem = `the profiles have different ${kind} types, ${both}; choose profiles of the same kind`;
      throw new RefinementError(field, problem);
    }
    if (scale(1, type.unit, smallest.unit).value < 1) smallest = type;
  }
  return smallest.unit;
}

const singular = ({ type }: ValueType): string => type.replace(/s$/, '');

function withPeriodUnit(profile: Profile, unit: string): Profile {
  const { periodType, period } = profile;
  if (periodType === undefined || periodType.unit === unit) return profile;
  const scaled = Math.trunc(scale(period, periodType.unit, unit).value);
  return { ...profile, periodType: { ...periodType, unit }, period: scaled };
}

function withUnits(profile: Profile, units: readonly string[]): Profile {
  const { sampleTypes } = profile;
  if (sampleTypes.every(({ unit }, i) => unit === units[i])) return profile;
  const ratios = sampleTypes.map(({ unit }, i) => scale(1, unit, units[i]).value);
  return scaleValues({ ...profile, sampleTypes: sampleTypes.map((type, i) => ({ ...type, unit: units[i] })) }, ratios);
}

/**
 * Refuses a base that shares no function with the profile; pprof shows such a difference without a warning. Profiles
 * without functions are accepted.
 * @param field the option that the error names
 * @throws RefinementError
 */
export function checkCommonGround(profile: Profile, base: Profile, field: 'base' | 'diff_base'): void {
  const [names, baseNames] = [functionNamesOf(profile), functionNamesOf(base)];
  if (names.size === 0 || baseNames.size === 0) return;
  for (const name of baseNames) if (names.has(name)) return;
  throw new RefinementError(field, 'it shares no function with the profile; choose a profile of the same program');
}

function functionNamesOf(profile: Profile): Set<string> {
  const name = functionNames(profile);
  return new Set(Array.from({ length: profile.functions.count }, (_, index) => name(index)).filter((text) => text !== ''));
}
