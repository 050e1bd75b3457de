import type { BlockCost, FileCosts } from '../../profile/answers/lines';
import { firstKnownLine, functionExtent } from '../../sources/lineMatching/functionExtent';
import type { LineMap } from '../../sources/lineMatching/lineMap';

/** The cost of one line of the captured text. Lines are 1-based. */
export interface CapturedCost {
  readonly captured: number;
  readonly flat: number;
  readonly cum: number;
  readonly samples: number;
  /** Of folded lines: which figures rest on few samples. */
  readonly few?: BlockCost['few'];
  /** Of folded lines in a comparison: whether the figures changed firmly, moved or are noise. */
  readonly judgement?: BlockCost['judgement'];
}

/** The cost of one line of an open document. */
export interface CostLine extends CapturedCost {
  /** The current line number. */
  readonly line: number;
  /** Edited since the capture, so that the figures are those of the earlier text. */
  readonly changed: boolean;
}

/** Marks a line outside all functions with samples. */
const NONE = 0;
/** Marks a line without samples in a function with samples. */
const ZERO = 1;

/**
 * The costs of a file by line of its captured text. As in pprof's `list`, every line of a function with samples has
 * costs, which may be zero. Built once; a LineMap maps captured to current lines.
 */
export class CostsByLine {
  /** By captured line: NONE, ZERO, or the index of the line in `costs.lines` plus ZERO + 1. */
  private readonly places: Uint32Array;

  constructor(
    private readonly costs: FileCosts,
    capturedLines: readonly string[],
  ) {
    this.places = new Uint32Array(capturedLines.length + 1);
    let covered = { start: 1, end: 0 };
    // The ranges are sorted so that a function comes before the closures that it declares.
    for (const range of [...costs.functions].sort((a, b) => firstKnownLine(a) - firstKnownLine(b))) {
      if (firstKnownLine(range) >= covered.start && range.lastLine <= covered.end) continue;
      covered = functionExtent((line) => capturedLines[line - 1], range);
      this.places.fill(ZERO, covered.start, covered.end + 1);
    }
    costs.lines.forEach((line, i) => {
      if (line < this.places.length) this.places[line] = ZERO + 1 + i;
    });
  }

  /** undefined if the line is in no function with samples. */
  costOf(captured: number): CapturedCost | undefined {
    const place = this.places[captured] ?? NONE;
    if (place === NONE) return undefined;
    if (place === ZERO) return { captured, flat: 0, cum: 0, samples: 0 };
    const { flat, cum, samples } = this.costs;
    const i = place - ZERO - 1;
    return { captured, flat: flat[i], cum: cum[i], samples: samples[i] };
  }

  /** The costs of a current line. */
  costNow(line: number, map: LineMap): CostLine | undefined {
    const captured = map.toCaptured(line);
    const cost = captured === undefined ? undefined : this.costOf(captured);
    return cost && { ...cost, line, changed: map.changed(line) };
  }

  /** The first current line that has costs. */
  firstNow(map: LineMap): number | undefined {
    for (const { captured, current, length } of map.runsBetween(1, Infinity)) {
      const end = Math.min(captured + length, this.places.length);
      for (let line = captured; line < end; line++) {
        if (this.places[line] !== NONE) return current + line - captured;
      }
    }
    return undefined;
  }
}

/** Sums the costs of one file under all of its names in a profile, because a generated file may have two. */
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

/** The costs of a file that has none under a sample type. */
export function noCosts(file: string, unit: string): FileCosts {
  const none = new Float64Array();
  const samples = new Uint32Array();
  return { file, total: 0, unit, lines: samples, flat: none, cum: none, samples, functions: [] };
}

/** Adds the functions that earlier costs had, so that their lines have zeros. */
export function withFunctionsOf(earlier: FileCosts, costs: FileCosts): FileCosts {
  const known = new Set(costs.functions.map(firstKnownLine));
  const missing = earlier.functions.filter((range) => !known.has(firstKnownLine(range)));
  return missing.length === 0 ? costs : { ...costs, functions: [...costs.functions, ...missing] };
}
