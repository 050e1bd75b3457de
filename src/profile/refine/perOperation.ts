import type { Profile } from '../model';
import { isEventCount, unitPerOperation } from '../sampleType';
import { isPerOperation, withoutOperation } from '../text/operationUnits';

/**
 * Divides costs by the number of operations of the benchmark; their units then end in `/op` (unitPerOperation tells
 * which sample types are not divided). Quotients are rounded to about a millionth, or to larger parts if their total is
 * 2^32 or more, so that sums are exact and equal costs have a difference of 0. Numbers of lock events are rounded to
 * smaller parts, so that multiplying by the operations returns them.
 * @param operations 1 or more
 */
export function perOperation(profile: Profile, operations: number): Profile {
  const sampleTypes = profile.sampleTypes.map((valueType) => ({ ...valueType, unit: unitPerOperation(valueType) }));
  const values = profile.values.map((column, type) => {
    if (!isPerOperation(sampleTypes[type].unit)) return column;
    const total = column.reduce((sum, value) => sum + Math.abs(value), 0) / operations;
    const parts = isEventCount(sampleTypes[type]) && total < 2 ** 20 ? 2 ** 32 : partsOfOne(total);
    return column.map((value) => Math.round((value / operations) * parts) / parts);
  });
  return { ...profile, operations, sampleTypes, values, totals: undefined, meanTotals: undefined };
}

/** The number of fractions per unit (a power of 2) for which sums up to `total` stay below 2^53 fractions. */
function partsOfOne(total: number): number {
  if (total < 2 ** 32) return 2 ** 20;
  return total < 2 ** 44 ? 2 ** 8 : 1;
}

/** Formats that allow only whole numbers get the costs of this many operations. */
const MILLION = 1_000_000;

/** Converts costs per operation to whole costs of a million operations, in units that other tools support. */
export function perMillion(profile: Profile): Profile {
  const factors = profile.sampleTypes.map(({ unit }) => (isPerOperation(unit) ? MILLION : 1));
  const sampleTypes = profile.sampleTypes.map(({ type, unit }) => ({ type, unit: withoutOperation(unit) }));
  const whole = (value: number, factor: number): number => Math.round(value * factor) + 0;
  const values = profile.values.map((column, i) => column.map((value) => whole(value, factors[i])));
  const totals = profile.totals?.map((total, i) => whole(total, factors[i]));
  const comments = [...profile.comments, 'Costs of 1000000 operations of the benchmark each (Linecost).'];
  return { ...profile, sampleTypes, values, totals, meanTotals: undefined, comments };
}
