import { goExp, goLog } from './goMath';

/** The geometric mean, computed as in go-moremath; NaN if there are no values, or if one is not above 0. */
export function geomean(values: Iterable<number>): number {
  let mean = NaN;
  let count = 0;
  for (const value of values) {
    if (value <= 0) return NaN;
    count++;
    mean = count === 1 ? goLog(value) : mean + (goLog(value) - mean) / count;
  }
  return goExp(mean);
}
