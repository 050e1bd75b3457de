import type { ProfileFrames } from './frames';
import { CumSums, figureOf, type FigureRefinement } from './figures';
import type { LineDetail, Neighbor } from '../answers/lines';
import { CHECK_MASK, checkpoint } from '../common/guard';
import { WideNumbers } from '../common/idTable';
import { oncePer } from '../memo';
import type {
  FrameIndex, IndexColumn, LocationIndex, MergedFunctionIndex, SampleIndex, SourceLineIndex,
} from '../indexes';

/** A sample with its value and, for a mean, its divisor. Its stack is `locations[leaf … end)`, leaf first. */
export interface SampleStack {
  readonly sample: SampleIndex;
  readonly value: number;
  readonly divisor: number;
  readonly locations: IndexColumn<number, LocationIndex>;
  readonly leaf: number;
  readonly end: number;
}

export type NeighborReport = Omit<LineDetail, 'file' | 'line' | 'values' | 'sums' | 'flatSamples' | 'cumSamples'>;

/** The callers and callees of a line, and the functions inlined with it; lineDetail.ts has an example. */
export class LineNeighbors {
  /** Callers, by site. */
  private readonly callers: CumSums;
  /** Callees, by function. */
  private readonly callees: CumSums;
  /** Callees, by site. */
  private readonly calleeSites: CumSums;
  /** Functions inlined into the line. */
  private readonly inlinedHere: CumSums;
  /** Functions into which the line is inlined. */
  private readonly inlinedInto: CumSums;
  /** For each site: 1 if at least one call of the line from there was not inlined. */
  private readonly calledFrom: Uint8Array;
  /** For each function: 1 if at least one call of it by the line was not inlined. */
  private readonly called: Uint8Array;

  private readonly sites: Sites;

  constructor(
    private readonly frames: ProfileFrames,
    private readonly sourceLine: SourceLineIndex,
    private readonly figures: FigureRefinement,
  ) {
    this.sites = sitesOf(frames);
    const functionCount = frames.functions.count;
    const sums = (keyCount: number) => new CumSums(keyCount, figures.mean);
    this.callers = sums(this.sites.count);
    this.callees = sums(functionCount);
    this.calleeSites = sums(this.sites.count);
    this.inlinedHere = sums(functionCount);
    this.inlinedInto = sums(functionCount);
    this.calledFrom = new Uint8Array(this.sites.count);
    this.called = new Uint8Array(functionCount);
  }

  /** Adds the neighbors of each occurrence of the line in the location `stack.locations[at]`. */
  addOccurrences(stack: SampleStack, at: number): void {
    const { offsets, sourceLine } = this.frames;
    const location = stack.locations[at];
    const first = offsets[location];
    const end = offsets[location + 1];
    for (let frame = first; frame < end; frame++) {
      if (sourceLine[frame] !== this.sourceLine) continue;
      if (frame > first) this.addCallee(frame - 1, stack);
      else if (at > stack.leaf) this.addCalledLocation(stack.locations[at - 1], stack);
      if (frame + 1 < end) this.addCaller(this.sites.of[frame + 1], stack);
      else if (at + 1 < stack.end) this.addCallingLocation(stack.locations[at + 1], stack);
      for (let inner = first; inner < frame; inner++) this.addFunction(this.inlinedHere, inner, stack);
      for (let outer = frame + 1; outer < end; outer++) this.addFunction(this.inlinedInto, outer, stack);
    }
  }

  /** For a line at the innermost frame of its location: adds its callee, the outermost frame of `location`. */
  private addCalledLocation(location: LocationIndex, stack: SampleStack): void {
    const outermost = this.frames.offsets[location + 1] - 1;
    this.addCallee(outermost, stack);
    this.called[this.frames.function[outermost]] = 1;
  }

  /** For a line at the outermost frame of its location: adds its caller, the innermost frame of `location`. */
  private addCallingLocation(location: LocationIndex, stack: SampleStack): void {
    const site = this.sites.of[this.frames.offsets[location]];
    this.addCaller(site, stack);
    this.calledFrom[site] = 1;
  }

  private addCaller(site: number, { sample, value, divisor }: SampleStack): void {
    this.callers.add(site, sample, value, divisor);
  }

  private addCallee(frame: number, stack: SampleStack): void {
    this.addFunction(this.callees, frame, stack);
    this.calleeSites.add(this.sites.of[frame], stack.sample, stack.value, stack.divisor);
  }

  private addFunction(sums: CumSums, frame: number, { sample, value, divisor }: SampleStack): void {
    sums.add(this.frames.function[frame], sample, value, divisor);
  }

  report(limit: number): NeighborReport {
    const { functions } = this.frames;
    const { sites } = this;
    const bySite = (a: number, b: number) =>
      byText(functions.names[sites.function[a]], functions.names[sites.function[b]])
      || byText(this.fileOf(sites.function[a]), this.fileOf(sites.function[b]))
      || sites.line[a] - sites.line[b];
    const byFunction = (a: number, b: number) =>
      byText(functions.names[a], functions.names[b]) || byText(this.fileOf(a), this.fileOf(b));
    const callers = this.callers.heaviest(bySite);
    const callees = this.callees.heaviest(byFunction);
    const calleeLines = this.heaviestLines(this.calleeSites.heaviest(bySite), sites);
    const names = (sums: CumSums) => [...new Set(sums.heaviest(byFunction).map((id) => functions.names[id]))];
    return {
      callers: callers.slice(0, limit).map((site) => {
        const value = this.valueOf(this.callers, site);
        return this.neighbor(sites.function[site], sites.line[site], value, this.calledFrom[site]);
      }),
      moreCallers: Math.max(0, callers.length - limit),
      callees: callees.slice(0, limit).map((id) =>
        this.neighbor(id, calleeLines.get(id)!, this.valueOf(this.callees, id), this.called[id])),
      moreCallees: Math.max(0, callees.length - limit),
      inlinedHere: names(this.inlinedHere),
      inlinedInto: names(this.inlinedInto),
    };
  }

  private valueOf({ sums, divisors }: CumSums, key: number): number {
    return figureOf(sums[key], divisors?.[key], this.figures.divide_by ?? 1);
  }

  private neighbor(id: number, line: number, value: number, called: number): Neighbor {
    const { names } = this.frames.functions;
    return { function: names[id], file: this.fileOf(id), line, value, inlined: called === 0 };
  }

  private fileOf(id: number): string {
    const { functions } = this.frames;
    return functions.files[functions.file[id]];
  }

  private heaviestLines(heaviestSites: readonly number[], sites: Sites): Map<number, number> {
    const lines = new Map<number, number>();
    for (const site of heaviestSites) {
      if (!lines.has(sites.function[site])) lines.set(sites.function[site], sites.line[site]);
    }
    return lines;
  }
}

function byText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** The distinct (function, line) pairs of frames, in order of first appearance. */
interface Sites {
  readonly count: number;
  readonly of: IndexColumn<FrameIndex, number>;
  readonly function: IndexColumn<number, MergedFunctionIndex>;
  /** For each site: its line, 1-based; 0 if unknown. */
  readonly line: Uint32Array;
}

export const sitesOf = oncePer(({ function: functionOf, line }: ProfileFrames): Sites => {
  const sites = new WideNumbers();
  const of = new Uint32Array(functionOf.length);
  for (let frame = 0; frame < of.length; frame++) {
    if ((frame & CHECK_MASK) === 0) checkpoint();
    of[frame] = sites.intern(line[frame], functionOf[frame]);
  }
  const columns = { function: new Uint32Array(sites.length), line: new Uint32Array(sites.length) };
  of.forEach((site, frame) => {
    columns.function[site] = functionOf[frame];
    columns.line[site] = line[frame];
  });
  return { count: sites.length, of, ...columns };
});
