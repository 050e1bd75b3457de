import { countText, MINUS, MOST_DIGITS, numberText } from './digits';
import { cellText, figureText, figureTexts, isNothing, type Reading } from './figure';
import { percentText, withSign } from './share';

/** The change of a figure with its sign: `+1.20 s`, `−340 ms`, `0`. `unitName` as in the profile. */
export function changeText(change: number, unitName: string, reading?: Reading): string {
  return signed(change, figureText(change, unitName, reading));
}

/** The change of a figure in a column: `.` for zero. */
export function changeCell(change: number, unitName: string, reading?: Reading): string {
  return signed(change, cellText(change, unitName, reading));
}

/** Changes that are read together, in one unit. */
export function changeTexts(changes: readonly number[], unitName: string, reading?: Reading): string[] {
  return figureTexts(changes, unitName, reading).map((text, i) => signed(changes[i], text));
}

function signed(change: number, text: string): string {
  return change > 0 && text !== '.' && text !== '0' ? `+${text}` : text;
}

/**
 * From this factor on, an increase is written as a factor: `72×` is clearer than `+7100 %`. A little less than 2, so
 * that twice the time is a factor whatever the noise.
 */
export const MIN_FACTOR = 1.95;

/** A factor, with one decimal below ten, and no more digits than are sure: `3.5×`, `72×`, `7 200×`. */
export function factorText(factor: number, digits = MOST_DIGITS): string {
  if (factor < 9.95) return `${factor.toFixed(1)}×`;
  return `${digits < MOST_DIGITS ? numberText(factor, { digits, mostDecimals: 0 }) : countText(Math.round(factor))}×`;
}

/**
 * The change of a figure as a share of `before`, or as a factor of it, as in verdicts: `+12.5 %`, `3.5×`; `−99.9 %` for
 * a figure that is not quite gone; `new` if `before` is 0; empty for no change.
 */
export function changePercent(change: number, before: number, digits = MOST_DIGITS): string {
  if (change === 0) return '';
  if (before === 0) return 'new';
  const share = change / Math.abs(before);
  const isNotQuiteGone = share > -1 && share <= -0.9995;
  if (isNotQuiteGone) return percentText(-99.9);
  if (before > 0 && 1 + share >= MIN_FACTOR) return factorText(1 + share, digits);
  const text = percentText(100 * share, digits);
  return share > 0 ? withSign(text, '+') : text;
}

/** Shows the direction of a change without color; empty if it is written as zero. */
export function changeArrow(change: number, unitName: string): string {
  if (isNothing(change, unitName)) return '';
  return change > 0 ? '▲' : '▼';
}

/** `+`, `−`, or `±` for 0. */
export function signOf(value: number): string {
  return value > 0 ? '+' : value < 0 ? MINUS : '±';
}
