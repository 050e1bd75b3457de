import type { LineDetail } from '../../profile/answers/lines';
import { isCounting } from './hoverNoise';

type Values = LineDetail['values'];

/**
 * The sample types whose figures the hover has, as indexes: the shown one first; the others if they have costs, but not
 * the number of samples, which is in the first row.
 * @param before of the baseline, in a comparison
 */
export function shownTypes(values: Values, shownType: number, before?: Values): number[] {
  const hasCosts = ({ flat, cum }: Values[number]) => flat !== 0 || cum !== 0;
  const others = values.flatMap((value, i) => {
    if (i === shownType || isCounting(value)) return [];
    return [value, before?.[i]].some((each) => each && hasCosts(each)) ? [i] : [];
  });
  return [shownType, ...others];
}
