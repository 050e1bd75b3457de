import type { Profile } from '../model';
import { unitOfShare } from '../sampleType';
import { profileTotal } from '../sums/profileTotal';
import { isShare } from '../text/shareUnit';

/** Shares are multiples of this part of a percent, so that sums of the shares of two profiles are exact. */
const PARTS = 2 ** 45;

/**
 * Replaces costs by their shares of the total, in percent: two profiles of different amounts of work can then be
 * compared. Numbers of samples are kept (unitOfShare tells which sample types are not shares).
 *
 *     main.parse 30ms, main.print 10ms: 75 and 25
 */
export function sharesOfTotal(profile: Profile): Profile {
  const sampleTypes = profile.sampleTypes.map((valueType) => ({ ...valueType, unit: unitOfShare(valueType) }));
  const values = profile.values.map((column, type) => {
    const total = profileTotal(profile, type);
    if (!isShare(sampleTypes[type].unit) || total === 0) return column;
    return column.map((value) => Math.round((value / total) * 100 * PARTS) / PARTS);
  });
  return { ...profile, sampleTypes, values, totals: undefined, meanTotals: undefined };
}

/** Formats that allow only whole numbers get shares in parts per million. */
const PER_PERCENT = 10_000;

/** Converts shares to whole parts per million of the total. */
export function inPartsPerMillion(profile: Profile): Profile {
  const isOfTotal = profile.sampleTypes.map(({ unit }) => isShare(unit));
  if (!isOfTotal.includes(true)) return profile;
  const sampleTypes = profile.sampleTypes.map(({ type, unit }, i) => ({ type, unit: isOfTotal[i] ? 'ppm' : unit }));
  const whole = (value: number, i: number): number => (isOfTotal[i] ? Math.round(value * PER_PERCENT) + 0 : value);
  const values = profile.values.map((column, i) => (isOfTotal[i] ? column.map((value) => whole(value, i)) : column));
  const totals = profile.totals?.map(whole);
  const comments = [...profile.comments, 'Costs are parts per million of the total of each profile (Linecost).'];
  return { ...profile, sampleTypes, values, totals, meanTotals: undefined, comments };
}
