import type { Profile } from '../model';
import { isEventCount, unitOfShare, unitPerOperation } from '../sampleType';
import { isPerOperation, isShare, PER_OPERATION, PER_REQUEST, PER_SECOND, perWork, type PerWork, withoutOperation } from '../text/relativeUnits';
import { profileTotal } from '../sums/profileTotal';

interface DivisionOptions {
  /** Factors by sample type: see allocationCorrections. */
  readonly corrections?: readonly number[] | undefined;
  /** That of requests or seconds if these are the operations. */
  readonly suffix?: PerWork;
}

/**
 * Divides costs by the number of operations of the benchmark; their units then end in the suffix (unitPerOperation
 * tells which sample types are not divided). Quotients are rounded to about a millionth, or to larger parts if their
 * total is 2^32 or more, so that sums are exact and equal costs have a difference of 0. Numbers of lock events are
 * rounded to smaller parts, so that multiplying by the operations returns them.
 * @param operations 1 or more; seconds may be less
 */
export function perOperation(
  profile: Profile,
  operations: number,
  { corrections, suffix = PER_OPERATION }: DivisionOptions = {},
): Profile {
  const sampleTypes = profile.sampleTypes.map((valueType) => {
    return { ...valueType, unit: unitPerOperation(valueType, suffix) };
  });
  const values = profile.values.map((column, type) => {
    if (!isPerOperation(sampleTypes[type].unit)) return column;
    const total = column.reduce((sum, value) => sum + Math.abs(value), 0) / operations;
    const parts = isEventCount(sampleTypes[type]) && total < 2 ** 20 ? 2 ** 32 : partsOfOne(total);
    const factor = corrections?.[type] ?? 1;
    return column.map((value) => Math.round(((value * factor) / operations) * parts) / parts);
  });
  const divided = { ...profile, operations, sampleTypes, values, totals: undefined, meanTotals: undefined };
  return corrections ? { ...divided, corrections } : divided;
}

/** The number of fractions per unit (a power of 2) for which sums up to `total` stay below 2^53 fractions. */
function partsOfOne(total: number): number {
  if (total < 2 ** 32) return 2 ** 20;
  return total < 2 ** 44 ? 2 ** 8 : 1;
}

/** Formats that allow only whole numbers get the costs of this many operations. */
const MILLION = 1_000_000;

const WORK_NAMES: Readonly<Record<PerWork, string>> = {
  [PER_OPERATION]: 'operations of the benchmark',
  [PER_REQUEST]: 'requests to the service',
  [PER_SECOND]: 'seconds of the service',
};

/** Converts costs per operation to whole costs of a million operations, in units that other tools support. */
export function perMillion(profile: Profile): Profile {
  const factors = profile.sampleTypes.map(({ unit }) => (isPerOperation(unit) ? MILLION : 1));
  const sampleTypes = profile.sampleTypes.map(({ type, unit }) => ({ type, unit: withoutOperation(unit) }));
  const whole = (value: number, factor: number): number => Math.round(value * factor) + 0;
  const values = profile.values.map((column, i) => column.map((value) => whole(value, factors[i])));
  const totals = profile.totals?.map((total, i) => whole(total, factors[i]));
  const per = profile.sampleTypes.map(({ unit }) => perWork(unit)).find((suffix) => suffix !== '') || PER_OPERATION;
  const comments = [...profile.comments, `Costs of 1000000 ${WORK_NAMES[per]} each (Linecost).`];
  return { ...profile, sampleTypes, values, totals, meanTotals: undefined, comments };
}

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
