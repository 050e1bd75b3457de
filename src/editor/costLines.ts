import type { FileCosts } from '../profile/reports';
import { functionExtent, type LineMap } from '../source/movedLines';

/** What one line of an open document costs. Lines are 1-based. */
export interface CostLine {
  /** Where the line stands now. */
  readonly line: number;
  /** Where it stood when the profile was captured. */
  readonly captured: number;
  readonly flat: number;
  readonly cum: number;
  readonly samples: number;
  /** Edited since the capture: the figures are those of the text as it was. */
  readonly changed: boolean;
}

/** What one line cost where it stood when the profile was captured. */
export type CapturedCost = Pick<CostLine, 'captured' | 'flat' | 'cum' | 'samples'>;

/**
 * The lines to annotate in the text as it was captured, ascending: every line of the functions that have samples,
 * zeros included, as `list` prints them.
 */
export function capturedCosts(costs: FileCosts, capturedLines: readonly string[]): CapturedCost[] {
  const byLine = new Map<number, CapturedCost>();
  for (const range of costs.functions) {
    const { start, end } = functionExtent((line) => capturedLines[line - 1], range);
    const last = Math.min(end, capturedLines.length);
    for (let line = start; line <= last; line++) byLine.set(line, { captured: line, flat: 0, cum: 0, samples: 0 });
  }
  costs.lines.forEach((line, i) => {
    if (line > capturedLines.length) return;
    byLine.set(line, { captured: line, flat: costs.flat[i], cum: costs.cum[i], samples: costs.samples[i] });
  });
  return [...byLine.values()].sort((a, b) => a.captured - b.captured);
}

/** The same lines where they stand now, ascending; those deleted since the capture are left out. */
export function costLines(captured: readonly CapturedCost[], map: LineMap): CostLine[] {
  return captured.flatMap((cost) => {
    const line = map.toCurrent(cost.captured);
    return line === undefined ? [] : [{ ...cost, line, changed: map.changed(line) }];
  });
}

/** Whether both are drawn the same, given that they come from the same costs. */
export function isDrawnAlike(a: readonly CostLine[], b: readonly CostLine[]): boolean {
  return a.length === b.length && a.every(({ line, changed }, i) => line === b[i].line && changed === b[i].changed);
}

/** Sums the costs of several names of one file (a generated file may stand under two names in a profile). */
export function mergeCosts(parts: readonly FileCosts[]): FileCosts {
  if (parts.length === 1) return parts[0];
  const sums = new Map<number, [flat: number, cum: number, samples: number]>();
  for (const part of parts) {
    part.lines.forEach((line, i) => {
      const [flat, cum, samples] = sums.get(line) ?? [0, 0, 0];
      sums.set(line, [flat + part.flat[i], cum + part.cum[i], samples + part.samples[i]]);
    });
  }
  const lines = [...sums.keys()].sort((a, b) => a - b);
  const column = (at: 0 | 1 | 2) => lines.map((line) => sums.get(line)![at]);
  return {
    ...parts[0],
    lines: Uint32Array.from(lines),
    flat: Float64Array.from(column(0)),
    cum: Float64Array.from(column(1)),
    samples: Uint32Array.from(column(2)),
    functions: parts.flatMap(({ functions }) => functions),
  };
}
