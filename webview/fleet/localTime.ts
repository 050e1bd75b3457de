import type { TimeRange } from '../../src/fleet/fleetQuery';
import type { TimeWords } from '../charts/timeAxis';

/** Times as they are in this place: milliseconds since the epoch, in words and in fields. */

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const MINUTE = 60;
const DAY = 86_400;

/** `29 Nov, 14:05`; with seconds, if moments are closer than a minute. */
export function localText(time: number, precisionSeconds = MINUTE): string {
  return `${dayText(time)}, ${clockText(time, precisionSeconds)}`;
}

/** `29 Nov, 14:05–15:20`, `28 Nov, 14:05–29 Nov, 15:20` */
export function localRange({ from, to }: TimeRange, precisionSeconds = MINUTE): string {
  const end = dayText(from) === dayText(to) ? clockText(to, precisionSeconds) : localText(to, precisionSeconds);
  return `${localText(from, precisionSeconds)}–${end}`;
}

/** As in a field for date and time: `2026-11-29T14:05`. */
export function fieldText(time: number): string {
  const date = new Date(time);
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part, i) => String(part).padStart(i === 0 ? 4 : 2, '0'));
  return `${day.join('-')}T${clockText(time, MINUTE)}`;
}

/** The time of such a field; undefined if it is not filled in. */
export function fieldTime(text: string): number | undefined {
  const time = /^\d{4,6}-\d\d-\d\dT\d\d:\d\d/.test(text) ? new Date(text).getTime() : NaN;
  return Number.isNaN(time) ? undefined : time;
}

/** The zone of local times: `Europe/Berlin, UTC+1`. */
export function zoneText(time: number): string {
  const minutes = -new Date(time).getTimezoneOffset();
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const offset = `UTC${minutes < 0 ? '−' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return timeZone ? `${timeZone}, ${offset}` : offset;
}

function dayText(time: number): string {
  const date = new Date(time);
  return `${date.getDate()} ${MONTHS[date.getMonth()]}`;
}

function clockText(time: number, precisionSeconds: number): string {
  const date = new Date(time);
  const parts = [date.getHours(), date.getMinutes(), ...(precisionSeconds < MINUTE ? [date.getSeconds()] : [])];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/**
 * A chart's axis of local time. Its seconds are those of a clock on the wall at the beginning, so that ticks are at
 * whole hours and days.
 */
export class LocalAxis implements TimeWords {
  private readonly shift: number;

  constructor(beginning: number) {
    this.shift = -new Date(beginning).getTimezoneOffset() * MINUTE;
  }

  secondsOf(time: number): number {
    return time / 1000 + this.shift;
  }

  timeOf(seconds: number): number {
    return (seconds - this.shift) * 1000;
  }

  /** Midnight has the date. */
  ticks(seconds: readonly number[], step: number): string[] {
    return seconds.map((second) => {
      const time = Math.round(this.timeOf(second));
      const text = clockText(time, step);
      return step >= DAY || text === '00:00' || text === '00:00:00' ? dayText(time) : text;
    });
  }

  moment(seconds: number, precision: number): string {
    return localText(this.timeOf(seconds), precision);
  }

  range(from: number, to: number, precision: number): string {
    return localRange({ from: this.timeOf(from), to: this.timeOf(to) }, precision);
  }
}
