/** A change of a figure in words and signs, with the same digits everywhere. */
import { factorText, MIN_FACTOR } from '../profile/text/screen/change';
import { MINUS, THIN_SPACE } from '../profile/text/screen/digits';

export const TIME = 'ns/op';

/** From this factor on, a decrease of the time is: `88 % faster` reads like twice the speed, `8.3× faster` does not. */
export const MIN_FASTER = 3;

/**
 * `12.3 % faster`; `72× slower` if the time is at least twice as long, `72× faster` if it is at most a third. For other
 * units than time: `12.3 % less p99-ns`, `72× as much p99-ns`.
 * @param delta the change as a share of the earlier figure
 */
export function directionText(delta: number, unit: string): string {
  const isTime = unit === TIME;
  const slower = 1 + delta;
  if (slower >= MIN_FACTOR) return `${factorText(slower)} ${isTime ? 'slower' : `as much ${unit}`}`;
  const faster = 1 / slower;
  if (isTime && faster >= MIN_FASTER && Number.isFinite(faster)) return `${factorText(faster)} faster`;
  const text = shareText(delta);
  if (isTime) return `${text} ${delta < 0 ? 'faster' : 'slower'}`;
  return `${text} ${delta < 0 ? 'less' : 'more'} ${unit}`;
}

/**
 * The change after a figure in its unit: for the time as in directionText, `12.3 % faster`; for other units `+10.2 %`,
 * `−99.7 %`, `72×`.
 * @param delta the change as a share of the earlier figure
 */
export function changeText(delta: number, unit: string): string {
  if (unit === TIME) return directionText(delta, unit);
  if (1 + delta >= MIN_FACTOR) return factorText(1 + delta);
  if (isAlmostAll(delta)) return `${shareText(delta)} less`;
  return `${delta < 0 ? MINUS : '+'}${shareText(delta)}`;
}

/** The size of a change as a percentage: `12.3 %`, `0.34 %`, `150 %`; never `100.0 %` for a decrease to more than 0. */
export function shareText(delta: number): string {
  if (isAlmostAll(delta)) return `more than 99.9${THIN_SPACE}%`;
  const percent = Math.abs(delta) * 100;
  return `${percent.toFixed(percent >= 100 ? 0 : percent >= 0.95 ? 1 : 2)}${THIN_SPACE}%`;
}

function isAlmostAll(delta: number): boolean {
  return delta > -1 && delta <= -0.9995;
}
