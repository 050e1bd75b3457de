import type { HottestCertainty } from '../profile/answers/lines';
import { isFew, Z } from '../profile/noise/interval';
import { plural } from '../profile/text/counts';
import { countText } from '../profile/text/screen/digits';
import { percentText } from '../profile/text/screen/share';

/**
 * How large a difference between the costs of two lines, as a part of the total, may be due to chance alone.
 *
 * Of n samples, k₁ and k₂ at two lines that are not in the same stacks differ by chance with the variance
 * n (p₁ + p₂ − (p₁ − p₂)²) for shares p₁ and p₂, which is at most n. So 95 % of the differences are below
 *
 *     1.96 / √n
 *
 * whatever the two lines are: those with the largest cum, such as two calls with half of the total each, are the worst
 * case. n = k / p for k samples at the hottest line with the share p, which also holds for a heap profile, in which
 * samples have different sizes. With 71 samples, this is 23 % of the total.
 */
export function chanceDifference({ share, hottest }: Pick<HottestCertainty, 'share' | 'hottest'>): number {
  return hottest > 0 ? Math.min(1, Z * Math.sqrt(share / hottest)) : 1;
}

/**
 * How sure a profile is, for its heading: `71 samples: differences below 23 % of the total may be chance`; `3 samples:
 * too few to tell lines apart`; empty without samples.
 */
export function samplesText(certainty: HottestCertainty): string {
  return textOf(certainty, ' of the total');
}

/** The same where the total stands beside it: `71 samples: differences below 23 % may be chance`. */
export function shortSamplesText(certainty: HottestCertainty): string {
  return textOf(certainty, '');
}

function textOf(certainty: HottestCertainty, ofWhat: string): string {
  const { samples, hottest } = certainty;
  if (samples === 0) return '';
  const counted = `${countText(samples)} ${plural('sample', samples)}`;
  if (isFew(hottest)) return `${counted}: too few to tell lines apart`;
  const difference = percentText(100 * chanceDifference(certainty), 2);
  return `${counted}: differences below ${difference}${ofWhat} may be chance`;
}
