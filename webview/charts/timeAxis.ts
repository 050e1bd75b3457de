import { figureText } from '../../src/profile/text/screen/figure';

const NANOSECONDS = 1e9;

/** Distances between the ticks of a time axis, in seconds. */
export const TIME_STEPS: readonly number[] = [
  ...[-9, -8, -7, -6, -5, -4, -3, -2, -1, 0].flatMap((power) => [1, 2, 5].map((factor) => Number(`${factor}e${power}`))),
  10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400,
  ...[2, 5, 10, 20, 50, 100, 200, 500, 1000].map((days) => days * 86_400),
];

/** How the moments of a time axis are written. */
export interface TimeWords {
  /** The ticks, `step` seconds apart. */
  ticks(seconds: readonly number[], step: number): string[];
  /** A moment, to be read with others that are `precision` seconds apart. */
  moment(seconds: number, precision: number): string;
  /** Two moments, like `moment`. */
  range(from: number, to: number, precision: number): string;
}

/** The ticks of a time axis: `0:10`, `1:02:00`; `1.25 s` for distances below a second. */
export function timeTicks(seconds: readonly number[], step: number): string[] {
  return seconds.map((moment) => (step < 1 ? figureText(moment * NANOSECONDS, 'nanoseconds') : clockText(moment)));
}

/** A moment, to be read with others that are `precision` seconds apart: `1:02.35`. */
export function momentText(seconds: number, precision: number): string {
  const decimals = Math.min(6, Math.max(0, Math.ceil(-Math.log10(precision || 1))));
  return clockText(seconds, decimals);
}

/** Times since the start of a run. */
export const RUN_TIME: TimeWords = {
  ticks: timeTicks,
  moment: momentText,
  range: (from, to, precision) => `${momentText(from, precision)}–${momentText(to, precision)}`,
};

function clockText(seconds: number, decimals = 0): string {
  const rounded = Number(Math.abs(seconds).toFixed(decimals));
  const [hours, minutes] = [Math.floor(rounded / 3600), Math.floor(rounded / 60) % 60];
  const rest = (rounded % 60).toFixed(decimals).padStart(decimals === 0 ? 2 : decimals + 3, '0');
  const sign = seconds < 0 ? '−' : '';
  return hours > 0 ? `${sign}${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${sign}${minutes}:${rest}`;
}
