import { countInterval, type Interval, isFew, Z } from './interval';

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
 * A change has the interval of a difference, which is that of all samples on both sides: with 400 and 250 samples, 150
 * is 100 to 200.
 *
 * @param costs their sizes count
 */
export function heatBounds(
  costs: Iterable<number>,
  { total, shares = SHARES, ...noise }: HeatOptions,
): readonly number[] {
  const bounds = shares.map((share) => (total > 0 ? share * total : Infinity));
  for (const { least, most, average } of overlapping(costs, noise)) {
    bounds.forEach((bound, level) => {
      if (!(least < bound && bound <= most)) return;
      bounds[level] = average >= bound ? least : above(most);
    });
  }
  return bounds;
}

interface HeatOptions extends Noise {
  readonly total: number;
  /** If unset, those of the colors in the editor. */
  readonly shares?: readonly number[];
}

/** How much the costs vary by chance. */
interface Noise {
  /** The value of one sample: see sampleWeight. Without one, nothing overlaps. */
  readonly weight?: number | undefined;
  /** If the costs are changes: for each of them, the number of samples now and before together, 0 if it is exact. */
  readonly bothSides?: readonly number[];
}

interface Overlap {
  readonly least: number;
  readonly most: number;
  readonly average: number;
}

/** The size of a cost or a change, in its unit and in samples. */
interface Size {
  readonly cost: number;
  readonly count: number;
  /** The number of samples that vary by chance: those of the cost itself, or of both sides of a change. */
  readonly varying: number;
}

/** Groups of costs, from the largest down to the least that overlaps with it. */
function overlapping(costs: Iterable<number>, { weight, bothSides }: Noise): Overlap[] {
  if (!weight) return [];
  const intervalOf = bothSides ? changeInterval : ({ count }: Size) => countInterval(count);
  const sizes: Size[] = [];
  let i = 0;
  for (const signed of costs) {
    const cost = Math.abs(signed);
    const count = cost / weight;
    if (!isFew(count)) sizes.push({ cost, count, varying: bothSides?.[i] ?? count });
    i++;
  }
  sizes.sort((a, b) => b.cost - a.cost);
  const groups: Overlap[] = [];
  for (let from = 0, end = 0; from < sizes.length; from = end) {
    const largest = sizes[from];
    const [lowest] = intervalOf(largest);
    for (let next = from; next < sizes.length && sizes[next].count >= lowest; next++) {
      if (intervalOf(sizes[next])[1] >= largest.count) end = next + 1;
    }
    let [sum, squares] = [0, 0];
    for (const { cost } of sizes.slice(from, end)) {
      sum += cost;
      squares += cost ** 2;
    }
    groups.push({ least: sizes[end - 1].cost, most: largest.cost, average: squares / sum });
  }
  return groups;
}

function changeInterval({ count, varying }: Size): Interval {
  const reach = Z * Math.sqrt(varying);
  return [count - reach, count + reach];
}

function above(cost: number): number {
  return cost * (1 + 2 * Number.EPSILON);
}
