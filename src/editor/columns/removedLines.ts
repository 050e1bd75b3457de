import type { LineMap } from '../../source/lineMatching/lineMap';
import type { CapturedCost, CostsByLine } from './costsByLine';

/** Lines with costs that were removed at one place since the capture. */
export interface RemovedLines {
  /** The current line above them, 1-based. */
  readonly below: number;
  readonly costs: readonly CapturedCost[];
  /** The sum over the lines, limited to the profile's total, because recursive calls count on each line. */
  readonly cum: number;
}

/**
 * Finds the places where lines with costs were removed.
 * @param gone captured lines that are no longer in the text, ascending
 */
export function removedLines(
  gone: readonly number[],
  byLine: CostsByLine,
  map: LineMap,
  total: number,
): RemovedLines[] {
  const places = new Map<number, CapturedCost[]>();
  for (const line of gone) {
    const cost = byLine.costOf(line);
    if (!cost || (cost.flat === 0 && cost.cum === 0)) continue;
    const below = map.nearestCurrent(line);
    places.set(below, [...(places.get(below) ?? []), cost]);
  }
  return [...places].map(([below, costs]) => {
    const sum = costs.reduce((sum, { cum }) => sum + cum, 0);
    return { below, costs, cum: Math.min(sum, Math.max(Math.abs(total), ...costs.map(({ cum }) => cum))) };
  });
}
