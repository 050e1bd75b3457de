const DAY_MS = 24 * 60 * 60_000;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * A time for lists: `14:05` (today), `yesterday 14:05`, `19 Nov, 14:05`, `19 Nov 2025, 14:05`. Times are milliseconds
 * since the epoch. Does not use Date.prototype.toLocaleTimeString, whose first call blocks the thread for 10 to 30 ms.
 */
export function whenText(time: number, now: number): string {
  return dayBefore(time, now) + clockText(time);
}

/** Like whenText, but with seconds, since several captures may be taken in a minute: `14:05:09`. */
export function momentText(time: number, now: number): string {
  return dayBefore(time, now) + clockWithSeconds(time);
}

/** What stands before a time of the clock: nothing for today, `yesterday `, `19 Nov, `. */
function dayBefore(time: number, now: number): string {
  const days = Math.round((startOfDay(now) - startOfDay(time)) / DAY_MS);
  if (days === 0) return '';
  if (days === 1) return 'yesterday ';
  const isThisYear = new Date(time).getFullYear() === new Date(now).getFullYear();
  return `${isThisYear ? dayText(time) : dateText(time)}, `;
}

/** From this many days on, the date says more than the number of days. */
const MANY_DAYS = 60;

/** A time in a sentence: `today 14:05`, `yesterday 14:05`, `3 days ago`, `on 19 Nov 2025`. Changes only at midnight. */
export function agoText(time: number, now: number): string {
  const days = Math.round((startOfDay(now) - startOfDay(time)) / DAY_MS);
  if (days === 0) return `today ${whenText(time, now)}`;
  if (days === 1) return whenText(time, now);
  return days > 1 && days < MANY_DAYS ? `${days} days ago` : `on ${dateText(time)}`;
}

/** `19 Nov 2025, 14:05:09` */
export function timeInFull(time: number): string {
  return `${dateText(time)}, ${clockWithSeconds(time)}`;
}

function clockWithSeconds(time: number): string {
  return `${clockText(time)}:${twoDigits(new Date(time).getSeconds())}`;
}

function clockText(time: number): string {
  const date = new Date(time);
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

function twoDigits(part: number): string {
  return String(part).padStart(2, '0');
}

function dateText(time: number): string {
  return `${dayText(time)} ${new Date(time).getFullYear()}`;
}

function dayText(time: number): string {
  const date = new Date(time);
  return `${date.getDate()} ${MONTHS[date.getMonth()]}`;
}

function startOfDay(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}
