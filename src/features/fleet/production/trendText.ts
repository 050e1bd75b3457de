import { DAY_MS } from '../../../fleet/timePieces';
import { shareText } from '../../../profile/text/screen/share';

const BARS = '▁▂▃▄▅▆▇█';
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** A share of a profile of 24 hours; undefined for hours without data. */
export interface DayShare {
  /** When the 24 hours ended, in milliseconds since the epoch. */
  readonly to: number;
  readonly share: { readonly cum: number; readonly total: number; readonly weight?: number | undefined } | undefined;
}

/** Shares of the same function over days. */
export interface Trend {
  /** `▂▃▅█`: bars of equal scale from 0; a space for a day without data. */
  readonly chart: string;
  /** `9.8 % → 12.4 % over 8 days`; `the same` if both are written alike. */
  readonly change: string;
  /** `Mon 23: 9.8 % · Tue 24: no data · … · last 24 h: 12.4 %` */
  readonly days: string;
}

/**
 * undefined if fewer than two days have data.
 * @param shares the oldest first; the last one is of the last 24 hours
 */
export function trendOf(shares: readonly DayShare[]): Trend | undefined {
  const known = shares.flatMap(({ share }, day) => (share ? [{ day, ...share }] : []));
  if (known.length < 2) return undefined;
  const largest = Math.max(...known.map(({ cum, total }) => partOf(cum, total)));
  const chart = shares.map(({ share }) => (share ? barOf(partOf(share.cum, share.total), largest) : ' ')).join('');
  const [first, last] = [known[0], known.at(-1)!];
  const [before, now] = [first, last].map(({ cum, total, weight }) => shareText(cum, total, false, weight));
  const count = last.day - first.day + 1;
  const change = `${before === now ? `${now} throughout` : `${before} → ${now}`} over ${count} days`;
  const days = shares.map(({ to, share }, day) => {
    const text = share ? shareText(share.cum, share.total, false, share.weight) : 'no data';
    return `${day === shares.length - 1 ? 'last 24 h' : dayText(to)}: ${text}`;
  });
  return { chart, change, days: days.join(' · ') };
}

function partOf(cum: number, total: number): number {
  return total > 0 ? cum / total : 0;
}

function barOf(part: number, largest: number): string {
  const level = largest > 0 ? Math.ceil((part / largest) * BARS.length) - 1 : 0;
  return BARS[Math.max(0, level)];
}

/** The day that most of the 24 hours are of. */
function dayText(to: number): string {
  const date = new Date(to - DAY_MS / 2);
  return `${DAYS[date.getDay()]} ${date.getDate()}`;
}
