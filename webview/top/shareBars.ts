import type { TableWindow } from '../../src/profile/answers/table';
import { element } from '../controls/dom';

/**
 * The value whose bar is as wide as its column: the total, or the largest change if that exceeds the total. Flat and
 * cum have one scale, because readers compare their bars.
 */
export function fullBar({ total, maxFlat, maxCum }: TableWindow): number {
  return Math.max(Math.abs(total), maxFlat, maxCum);
}

/** The length of the bar below a figure, from -1 to 1. @param full see fullBar */
export const barLength = (value: number, full: number): number => (full === 0 ? 0 : value / full);

/** The bar, in an array; empty if it is too short to be seen. @param length see barLength */
export function drawBar(length: number, isFirm: boolean): HTMLElement[] {
  const width = Math.round(Math.min(1, Math.abs(length)) * 100);
  if (width === 0) return [];
  const bar = element('span', { class: `bar${length < 0 ? ' fell' : ''}${isFirm ? '' : ' unsure'}`, 'aria-hidden': 'true' });
  bar.style.width = `${width}%`;
  return [bar];
}
