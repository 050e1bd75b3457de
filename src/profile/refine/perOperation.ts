import { isPerOperation, withoutOperation } from '../text/measurement';
import type { Profile } from '../model';
import { unitPerOperation } from '../sampleType';

/**
 * The profile with its values divided by the operations that a benchmark ran for it; units end in `/op` then, see
 * unitPerOperation. Values are cut to a millionth or so: sums of such numbers are exact, and what did not change
 * differs by 0.
 * @param operations 1 or more
 */
export function perOperation(profile: Profile, operations: number): Profile {
  const sampleTypes = profile.sampleTypes.map((valueType) => ({ ...valueType, unit: unitPerOperation(valueType) }));
  const values = profile.values.map((column, type) => {
    if (!isPerOperation(sampleTypes[type].unit)) return column;
    const parts = partsOfOne(column.reduce((sum, value) => sum + Math.abs(value), 0) / operations);
    return column.map((value) => Math.round((value / operations) * parts) / parts);
  });
  return { ...profile, sampleTypes, values, totals: undefined, meanTotals: undefined };
}

/** Into how many parts a unit can be cut so that sums up to `total` stay below 2^53 of them. */
function partsOfOne(total: number): number {
  if (total < 2 ** 32) return 2 ** 20;
  return total < 2 ** 44 ? 2 ** 8 : 1;
}

/** Operations that a profile per operation is written for where a format knows whole numbers only. */
const MILLION = 1_000_000;

/** The same with costs of a million operations instead, in whole numbers and in units that other tools know. */
export function perMillion(profile: Profile): Profile {
  const factors = profile.sampleTypes.map(({ unit }) => (isPerOperation(unit) ? MILLION : 1));
  const sampleTypes = profile.sampleTypes.map(({ type, unit }) => ({ type, unit: withoutOperation(unit) }));
  const whole = (value: number, factor: number): number => Math.round(value * factor) + 0;
  const values = profile.values.map((column, i) => column.map((value) => whole(value, factors[i])));
  const totals = profile.totals?.map((total, i) => whole(total, factors[i]));
  const comments = [...profile.comments, 'Costs of 1000000 operations of the benchmark each (Linecost).'];
  return { ...profile, sampleTypes, values, totals, meanTotals: undefined, comments };
}
