import type { LineMap } from '../../sources/lineMatching/lineMap';
import type { CapturedCost, CostsByLine } from './costsByLine';

/** Lines with costs that were removed at one place since the capture. */
export interface RemovedLines {
  /** The current line above them, 1-based. */
  readonly lineAbove: number;
  readonly costs: readonly CapturedCost[];
  /** What the lines cost together; at most this if `isAtMost`. */
  readonly cum: number;
  /** Whether a sample may count on several of the lines, such as a call and the lines of the called function. */
  readonly isAtMost: boolean;
  /** The first and last captured line, if all lines with costs between them were removed at this place. */
  readonly block: readonly [first: number, last: number] | undefined;
}

/** A line that was removed, and its costs. */
export interface RemovedLine extends CapturedCost {
  readonly text: string;
  readonly unit: string;
  /** See sampleWeight. */
  readonly weight?: number | undefined;
  /** Set if the line is one of the baseline. */
  readonly isOfBaseline?: true;
}

/**
 * Finds the places where lines with costs were removed.
 * @param removed captured lines that are no longer in the text, ascending
 */
export function removedLines(
  removed: readonly number[],
  byLine: CostsByLine,
  map: LineMap,
  total: number,
): RemovedLines[] {
  const places = new Map<number, CapturedCost[]>();
  for (const line of removed) {
    const cost = byLine.costOf(line);
    if (!cost || (cost.flat === 0 && cost.cum === 0)) continue;
    const lineAbove = map.nearestCurrent(line);
    places.set(lineAbove, [...(places.get(lineAbove) ?? []), cost]);
  }
  return [...places].map(([lineAbove, costs]) => {
    const sum = costs.reduce((sum, { cum }) => sum + cum, 0);
    const cum = Math.min(sum, Math.max(Math.abs(total), ...costs.map(({ cum }) => cum)));
    return { lineAbove, costs, cum, isAtMost: costs.length > 1, block: blockOf(costs, byLine) };
  });
}

function blockOf(costs: readonly CapturedCost[], byLine: CostsByLine): RemovedLines['block'] {
  const [first, last] = [costs[0].captured, costs.at(-1)!.captured];
  const removed = new Set(costs.map(({ captured }) => captured));
  for (let line = first; line <= last; line++) if (!removed.has(line) && byLine.costOf(line)?.cum) return undefined;
  return [first, last];
}
