const DAY_MS = 24 * 60 * 60_000;

/** A time for lists: `14:05` (today), `yesterday 14:05`, `19 Nov, 14:05`. Times are milliseconds since the epoch. */
export function whenText(time: number, now: number, locale?: string): string {
  const clock = new Date(time).toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit' });
  const days = Math.round((startOfDay(now) - startOfDay(time)) / DAY_MS);
  if (days === 0) return clock;
  if (days === 1) return `yesterday ${clock}`;
  const isThisYear = new Date(time).getFullYear() === new Date(now).getFullYear();
  const year = isThisYear ? undefined : 'numeric';
  return `${new Date(time).toLocaleDateString(locale, { day: 'numeric', month: 'short', year })}, ${clock}`;
}

/** From this many days on, the date says more than the number of days. */
const MANY_DAYS = 60;

/** A time in a sentence: `today 14:05`, `yesterday 14:05`, `3 days ago`, `on 19 Nov 2025`. It changes once a day. */
export function agoText(time: number, now: number, locale?: string): string {
  const days = Math.round((startOfDay(now) - startOfDay(time)) / DAY_MS);
  if (days === 0) return `today ${whenText(time, now, locale)}`;
  if (days === 1) return whenText(time, now, locale);
  if (days > 1 && days < MANY_DAYS) return `${days} days ago`;
  return `on ${new Date(time).toLocaleDateString(locale, { day: 'numeric', month: 'short', year: 'numeric' })}`;
}

function startOfDay(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}
