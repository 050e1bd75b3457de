import type { TimeRange } from './fleetQuery';

const SEPARATOR = /\s+(?:to|until|–|—|-)\s+|\s*\.\.+\s*|–/;
const MOMENT = /^(?:(\d{4})-(\d{1,2})-(\d{1,2}))?(?:(?:\s+|T)?(\d{1,2}):(\d{2}))?$/;

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/**
 * Reads two times of this machine's time zone: `2026-11-28 12:00 to 2026-11-28 13:00`, `12:00 to 13:00` for today,
 * `2026-11-28 23:00 to now`. A second time without a day is on the day of the first; a day without a time is its
 * beginning, and as the second one its end. undefined for other texts, and if the first is not before the second.
 */
export function typedRange(text: string, now: number): TimeRange | undefined {
  const [first, second, ...more] = text.trim().split(SEPARATOR);
  if (first === undefined || second === undefined || more.length > 0) return undefined;
  const today = new Date(now);
  const from = momentIn(first, { year: today.getFullYear(), month: today.getMonth(), day: today.getDate() }, false);
  const to = second === 'now' ? { at: now } : from && momentIn(second, from.day, true);
  return from && to && from.at < Math.min(to.at, now) ? { from: from.at, to: to.at } : undefined;
}

function momentIn(text: string, usual: Day, isEnd: boolean): { readonly at: number; readonly day: Day } | undefined {
  const [all, year, month, date, hours, minutes] = MOMENT.exec(text.trim()) ?? [];
  if (!all || Number(hours ?? 0) > 24 || Number(minutes ?? 0) > 59) return undefined;
  const day = year === undefined ? usual : { year: Number(year), month: Number(month) - 1, day: Number(date) };
  if (day.month < 0 || day.month > 11 || day.day < 1 || day.day > 31) return undefined;
  const endOfDay = hours === undefined && isEnd ? 1 : 0;
  const at = new Date(day.year, day.month, day.day + endOfDay, Number(hours ?? 0), Number(minutes ?? 0)).getTime();
  return { at, day };
}
