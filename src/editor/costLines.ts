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

/**
 * The lines to annotate, ascending: every line of the functions that have samples, zeros included, as `list` prints
 * them. Lines deleted since the capture are left out.
 *
 * `capturedLines` is the text as it was captured, `map` leads from there to the document as it is.
 */
export function costLines(costs: FileCosts, capturedLines: readonly string[], map: LineMap): CostLine[] {
  const byLine = new Map<number, CostLine>();
  const add = (captured: number, flat: number, cum: number, samples: number) => {
    const line = map.toCurrent(captured);
    if (line !== undefined) byLine.set(line, { line, captured, flat, cum, samples, changed: map.changed(line) });
  };
  for (const range of costs.functions) {
    const extent = functionExtent((line) => capturedLines[line - 1], range);
    for (let line = extent.start; line <= extent.end; line++) add(line, 0, 0, 0);
  }
  costs.lines.forEach((line, i) => {
    if (line <= capturedLines.length) add(line, costs.flat[i], costs.cum[i], costs.samples[i]);
  });
  return [...byLine.values()].sort((a, b) => a.line - b.line);
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
