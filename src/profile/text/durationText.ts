import { isPerOperation } from './relativeUnits';
import { label, scale } from './measurement';
import { percentage } from './delta';

interface Measured {
  /** 0 if not known. */
  readonly durationNanos: number;
  /** Under one sample type. */
  readonly total: number;
  readonly unit: string;
}

/**
 * For how long a profile was measured, and what share of that time its total is, as pprof says it: `Duration: 5s, Total
 * samples = 3.62s (72.40%)`. A share above 100 % is of several processors. Empty if the duration is not known.
 */
export function durationText({ durationNanos, total, unit }: Measured): string {
  if (!(durationNanos > 0)) return '';
  const share = shareOfTime({ durationNanos, total, unit });
  const samples = isPerOperation(unit) ? '' : `, Total samples = ${label(total, unit)}${share && ` (${share})`}`;
  return `Duration: ${label(durationNanos, 'nanoseconds')}${samples}`;
}

/** The same in few words: `72.40% of 5s`, or `in 5s` for a total that is not a time. Empty if it is not known. */
export function shortDurationText(measured: Measured): string {
  const { durationNanos } = measured;
  if (!(durationNanos > 0)) return '';
  const share = shareOfTime(measured);
  return `${share === '' ? 'in' : `${share} of`} ${label(durationNanos, 'nanoseconds')}`;
}

/** `72.40%`; empty if the total is not a time. */
function shareOfTime({ durationNanos, total, unit }: Measured): string {
  const inTime = scale(total, unit, 'nanoseconds');
  return isPerOperation(unit) || inTime.unit !== 'ns' || inTime.value === 0 ? '' : percentage(inTime.value, durationNanos);
}
