import type { LineDetail } from '../../profile/answers/lines';
import { isCounting } from './hoverNoise';

type Values = LineDetail['values'];

/**
 * Indexes of the sample types whose figures the hover shows: the active one first, then the others that have costs. Of
 * the others, the number of samples is left out, because the first row of the hover shows it.
 * @param before the values of the baseline, in a comparison
 */
export function shownTypes(values: Values, shownType: number, before?: Values): number[] {
  const hasCosts = ({ flat, cum }: Values[number]) => flat !== 0 || cum !== 0;
  const otherTypes = values.flatMap((value, i) => {
    if (i === shownType || isCounting(value)) return [];
    return [value, before?.[i]].some((each) => each && hasCosts(each)) ? [i] : [];
  });
  return [shownType, ...otherTypes];
}
