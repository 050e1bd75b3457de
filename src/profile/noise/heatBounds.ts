import { countInterval, isFew } from './interval';

/** The shares of the total at which the levels of heat begin. Below the first, a line has no heat. */
const SHARES = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5] as const;

/**
 * The smallest cost of each level of heat, the lowest level first. Levels begin at fixed shares of the total, but never
 * between a cost and the smaller ones that chance may have ordered: each is within the other's 95 % interval. These
 * have the level of their cost-weighted average. They do not overlap further with those below, so that 5 samples are
 * not shaded as 28. Costs of fewer than five samples do not count, because they are not shaded.
 *
 *     100 samples: 30, 11, 9, 1: 11 and 9 overlap and average 10.1, so that the level from 10 on begins at 9
 *
 * @param costs their sizes count
 * @param weight the value of one sample: see sampleWeight. Without one, nothing overlaps
 */
export function heatBounds(
  costs: Iterable<number>,
  { total, weight, shares = SHARES }: HeatOptions,
): readonly number[] {
  const bounds = shares.map((share) => (total > 0 ? share * total : Infinity));
  for (const { least, most, average } of overlapping(costs, weight)) {
    bounds.forEach((bound, level) => {
      if (!(least < bound && bound <= most)) return;
      bounds[level] = average >= bound ? least : above(most);
    });
  }
  return bounds;
}

interface HeatOptions {
  readonly total: number;
  readonly weight?: number | undefined;
  /** If unset, those of the colors in the editor. */
  readonly shares?: readonly number[];
}

interface Overlap {
  readonly least: number;
  readonly most: number;
  readonly average: number;
}

/** Groups of costs, from the largest down: each overlaps with the largest of its group. */
function overlapping(costs: Iterable<number>, weight: number | undefined): Overlap[] {
  if (!weight) return [];
  const sizes = Float64Array.from(costs, Math.abs).filter((size) => !isFew(size / weight)).sort().reverse();
  const groups: Overlap[] = [];
  for (let from = 0, end = 0; from < sizes.length; from = end) {
    let [sum, squares] = [0, 0];
    do {
      sum += sizes[end];
      squares += sizes[end] ** 2;
      end++;
    } while (end < sizes.length && areWithin(sizes[end] / weight, sizes[from] / weight));
    groups.push({ least: sizes[end - 1], most: sizes[from], average: squares / sum });
  }
  return groups;
}

/** Whether each of two numbers of samples is within the other's 95 % interval. */
function areWithin(fewer: number, more: number): boolean {
  return countInterval(fewer)[1] >= more && countInterval(more)[0] <= fewer;
}

function above(cost: number): number {
  return cost * (1 + 2 * Number.EPSILON);
}
