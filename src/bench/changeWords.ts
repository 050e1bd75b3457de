/** A change of a figure in words and signs, with the same digits everywhere. */
import { withThousands } from '../profile/text/counts';

export const TIME = 'ns/op';

/**
 * From this factor on, a change is written as a factor: `72×` is clearer than `+7100 %`, `2.9× faster` than `65 %`. A
 * little less than 2, so that half the time is a factor whatever the noise.
 */
export const MIN_FACTOR = 1.95;

/**
 * `12.3 % faster`; `72× slower` if the time is at least twice as long, `72× faster` if it is at most half as long,
 * because `88 % faster` reads like twice the speed. For other units than time: `12.3 % less p99-ns`,
 * `72× as much p99-ns`.
 * @param delta the change as a share of the earlier figure
 */
export function directionText(delta: number, unit: string): string {
  const isTime = unit === TIME;
  const slower = 1 + delta;
  if (slower >= MIN_FACTOR) return `${factorText(slower)} ${isTime ? 'slower' : `as much ${unit}`}`;
  const faster = 1 / slower;
  if (isTime && faster >= MIN_FACTOR && Number.isFinite(faster)) return `${factorText(faster)} faster`;
  const text = shareText(delta);
  if (isTime) return `${text} ${delta < 0 ? 'faster' : 'slower'}`;
  return `${text} ${delta < 0 ? 'less' : 'more'} ${unit}`;
}

/**
 * The change after a figure in its unit: for the time as in directionText, `12.3 % faster`; for other units `+10.2 %`,
 * `-99.7 %`, `72×`.
 * @param delta the change as a share of the earlier figure
 */
export function changeText(delta: number, unit: string): string {
  if (unit === TIME) return directionText(delta, unit);
  if (1 + delta >= MIN_FACTOR) return factorText(1 + delta);
  if (isAlmostAll(delta)) return `${shareText(delta)} less`;
  return `${delta < 0 ? '-' : '+'}${shareText(delta)}`;
}

/** A factor, with one decimal below ten: `3.5×`, `72×`, `7,200×`. */
export function factorText(factor: number): string {
  return `${factor < 9.95 ? factor.toFixed(1) : withThousands(Math.round(factor))}×`;
}

/** The size of a change as a percentage: `12.3 %`, `0.34 %`, `150 %`; never `100.0 %` for a decrease to more than 0. */
export function shareText(delta: number): string {
  if (isAlmostAll(delta)) return 'more than 99.9 %';
  const percent = Math.abs(delta) * 100;
  return `${percent.toFixed(percent >= 100 ? 0 : percent >= 0.95 ? 1 : 2)} %`;
}

function isAlmostAll(delta: number): boolean {
  return delta > -1 && delta <= -0.9995;
}
