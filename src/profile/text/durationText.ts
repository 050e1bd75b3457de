import { isPerOperation } from './relativeUnits';
import { scale } from './measurement';
import { plural } from './counts';
import { countText, MOST_DIGITS } from './screen/digits';
import { figureText } from './screen/figure';
import { sharePart } from './screen/share';

interface Measured {
  /** 0 if not known. */
  readonly durationNanos: number;
  /** Under one sample type. */
  readonly total: number;
  readonly unit: string;
  /** See sampleWeight. */
  readonly weight?: number | undefined;
}

/**
 * For how long a profile was measured, and what share of that time its total is, as in pprof's reports: `Duration: 5 s,
 * Total samples = 3.62 s (72.4 %)`. A share above 100 % is of several processors. Empty if the duration is not known.
 */
export function durationText({ durationNanos, total, unit, weight }: Measured): string {
  if (!(durationNanos > 0)) return '';
  const share = shareOfTime({ durationNanos, total, unit, weight });
  const samples = isPerOperation(unit) ? '' : `, Total samples = ${figureText(total, unit, { weight })}${share && ` (${share})`}`;
  return `Duration: ${figureText(durationNanos, 'nanoseconds')}${samples}`;
}

/**
 * The same in few words: `72.4 % of 5 s`, `4.33 goroutines on average in 5 s` for a wall profile, or `in 5 s` for a
 * total that is not a time. Empty if it is not known.
 */
export function shortDurationText(measured: Measured, isOfGoroutines = false): string {
  const { durationNanos, total, unit } = measured;
  if (!(durationNanos > 0)) return '';
  const time = figureText(durationNanos, 'nanoseconds');
  const share = shareOfTime(measured);
  if (share === '') return `in ${time}`;
  if (!isOfGoroutines) return `${share} of ${time}`;
  const goroutines = Number((scale(total, unit, 'nanoseconds').value / durationNanos).toPrecision(MOST_DIGITS));
  return `${countText(goroutines)} ${plural('goroutine', goroutines)} on average in ${time}`;
}

/** `72.4 %`; empty if the total is not a time. */
function shareOfTime({ durationNanos, total, unit, weight }: Measured): string {
  const inTime = scale(total, unit, 'nanoseconds');
  return isPerOperation(unit) || inTime.unit !== 'ns' || inTime.value === 0 ? '' : sharePart(inTime.value, durationNanos, weight && (weight * inTime.value) / total);
}
