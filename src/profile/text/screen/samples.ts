import type { HottestCertainty } from '../../answers/lines';
import { isFew, Z } from '../../noise/interval';
import { plural } from '../counts';
import { countText } from './digits';
import { percentText } from './share';

/**
 * How large a difference between the costs of two lines, as a part of the total, may be due to chance alone.
 *
 * Of n samples, k₁ and k₂ at two lines differ by chance with the variance n (p₁ + p₂ − (p₁ − p₂)²), which is at most
 * n (p₁ + p₂) for shares p₁ and p₂. Two lines as hot as the hottest, with a share p each, are the worst case that the
 * profile has: p₁ + p₂ = 2p, or 1 where p is more than a half. So 95 % of the differences are below
 *
 *     1.96 √(min(2p, 1) / n)
 *
 * where n = k / p for k samples at the hottest line, which also holds for a heap profile, in which samples have
 * different sizes. With 71 samples, 14 of them at the hottest line, this is 15 % of the total.
 */
export function chanceDifference({ share, hottest }: Pick<HottestCertainty, 'share' | 'hottest'>): number {
  return hottest > 0 ? Math.min(1, Z * Math.sqrt((Math.min(2 * share, 1) * share) / hottest)) : 1;
}

/**
 * How sure a profile is, for its heading: `71 samples: differences below 15 % of the total may be chance`; `3 samples:
 * too few to tell lines apart`; empty without samples.
 */
export function samplesText(certainty: HottestCertainty): string {
  const { samples, hottest } = certainty;
  if (samples === 0) return '';
  const counted = `${countText(samples)} ${plural('sample', samples)}`;
  if (isFew(hottest)) return `${counted}: too few to tell lines apart`;
  const difference = percentText(100 * chanceDifference(certainty), 2);
  return `${counted}: differences below ${difference} of the total may be chance`;
}
