import { type FigureOptions, figuresOf } from './figures';
import { framesOf, type ProfileFrames } from './frames';
import { oncePer } from '../memo';
import { NONE, type Profile } from '../model';
import { profileTotal } from '../sums/profileTotal';
import type { FileCosts, FunctionRange } from '../answers/lines';
import type { KeySums } from '../sums/keySums';
import type { Steps } from '../common/guard';
import { sumViewInSteps } from '../sums/sumViews';

/** The costs of all lines for each sample type, in the same order. Pairs (see pairsOf) are summed together. */
export function* lineCostsInSteps(profile: Profile, sampleTypes: readonly number[]): Steps<LineCosts[]> {
  const frames = framesOf(profile);
  const columns = sampleTypes.map((sampleType) => profile.values[sampleType]);
  const sums = yield* sumViewInSteps(profile.stacks, columns, lineKeys(frames));
  yield;
  const ranges = new Map<Uint8Array, FunctionRange[][]>();
  for (const { seenLocation } of sums) {
    if (!ranges.has(seenLocation)) ranges.set(seenLocation, functionRanges(frames, seenLocation));
  }
  return sampleTypes.map((sampleType, i) => {
    return new LineCosts(profile, sampleType, sums[i], ranges.get(sums[i].seenLocation)!);
  });
}

/**
 * The costs of every line of every file under one sample type.
 *
 *     main.go:5     main.go:5           a.go:1   flat 5, cum 5   (the line recurs in the first sample)
 *     a.go:1        b.go:2              a.go:2   flat 0, cum 3
 *     a.go:2        a.go:1 [inlined]    b.go:2   flat 0, cum 2
 *     a.go:1        2                   main.go:5 flat 0, cum 5
 *     3
 *
 * Flat goes to the innermost frame of the leaf location, inlined or not. Under recursion, a sample counts once in a
 * line's cum. In `go tool pprof -list`, a function's cum is the sum over its lines, which can exceed 100 %
 * (google/pprof#707).
 * Unknown lines (0) have no costs.
 */
export class LineCosts {
  /** See profileTotal. */
  readonly total: number;
  private readonly unit: string;
  readonly frames: ProfileFrames;
  private readonly fileIndex: ReadonlyMap<string, number>;

  /**
   * @param sums by source line
   * @param ranges by file
   * @param divisors one per sample; makes the total a mean
   */
  constructor(
    private readonly profile: Profile,
    private readonly sampleType: number,
    readonly sums: KeySums,
    readonly ranges: readonly FunctionRange[][],
    divisors?: Float64Array,
  ) {
    this.total = profileTotal(profile, sampleType, divisors);
    this.unit = profile.sampleTypes[sampleType].unit;
    this.frames = framesOf(profile);
    this.fileIndex = fileIndexOf(this.frames);
  }

  /** The costs with these options applied. @param mean for means: the costs under the first sample type */
  presented({ mean, ...options }: Omit<FigureOptions, 'divisors'> & { readonly mean: LineCosts | undefined }): LineCosts {
    const { profile, sampleType, ranges } = this;
    const sums = figuresOf(this.sums, { ...options, divisors: mean?.sums });
    return new LineCosts(profile, sampleType, sums, ranges, mean && profile.values[0]);
  }

  /** The costs of a file, by its name in the profile; empty columns if it has no samples. */
  fileCosts(file: string): FileCosts {
    return this.costsOfFiles([file])[0];
  }

  /** The costs of each file, in the same order. They share four arrays, because allocating many arrays is slow. */
  costsOfFiles(files: readonly string[]): FileCosts[] {
    const { total, unit } = this;
    const indexes = files.map((file) => (file === '' ? undefined : this.fileIndex.get(file)));
    const counts = indexes.map((index) => (index === undefined ? 0 : this.rowsWithSamples(index)));
    const all = new CostColumns(counts.reduce((sum, count) => sum + count, 0));
    let from = 0;
    return files.map((file, i): FileCosts => {
      const index = indexes[i];
      if (index !== undefined) this.copyRows(index, all, from);
      const columns = all.part(from, (from += counts[i]));
      return { file, total, unit, ...columns, functions: index === undefined ? [] : this.ranges[index] };
    });
  }

  private rowsWithSamples(file: number): number {
    const { samples } = this.sums;
    const { offsets } = this.frames.sourceLines;
    let count = 0;
    for (let row = offsets[file]; row < offsets[file + 1]; row++) if (samples[row] !== 0) count++;
    return count;
  }

  private copyRows(file: number, { lines, flat, cum, samples }: CostColumns, from: number): void {
    const { sums, frames: { sourceLines: { offsets, line } } } = this;
    let at = from;
    for (let row = offsets[file]; row < offsets[file + 1]; row++) {
      if (sums.samples[row] === 0) continue;
      lines[at] = line[row];
      flat[at] = sums.flat[row];
      cum[at] = sums.cum[row];
      samples[at++] = sums.samples[row];
    }
  }
}

/** Columns that several files share: each file has a part. */
class CostColumns {
  readonly lines: Uint32Array;
  readonly flat: Float64Array;
  readonly cum: Float64Array;
  readonly samples: Uint32Array;

  constructor(count: number) {
    this.lines = new Uint32Array(count);
    this.flat = new Float64Array(count);
    this.cum = new Float64Array(count);
    this.samples = new Uint32Array(count);
  }

  part(from: number, to: number): Pick<FileCosts, 'lines' | 'flat' | 'cum' | 'samples'> {
    return {
      lines: this.lines.subarray(from, to),
      flat: this.flat.subarray(from, to),
      cum: this.cum.subarray(from, to),
      samples: this.samples.subarray(from, to),
    };
  }
}

/** The keys of source lines. */
export const lineKeys = oncePer(({ offsets, sourceLine, sourceLines }: ProfileFrames) => {
  return { offsets, keys: sourceLine, count: sourceLines.count };
});

const fileIndexOf = oncePer(({ functions }: ProfileFrames): ReadonlyMap<string, number> => {
  return new Map(functions.files.map((file, index) => [file, index]));
});

/** For each file: its functions with their ranges of lines with samples; ascending by first line, then by name. */
function functionRanges(frames: ProfileFrames, seenLocation: Uint8Array): FunctionRange[][] {
  const { functions, offsets, line, function: functionOf } = frames;
  const first = new Uint32Array(functions.count).fill(NONE);
  const last = new Uint32Array(functions.count);
  for (let at = 0; at < seenLocation.length; at++) {
    if (seenLocation[at] === 0) continue;
    for (let frame = offsets[at]; frame < offsets[at + 1]; frame++) {
      if (line[frame] === 0) continue;
      const id = functionOf[frame];
      first[id] = Math.min(first[id], line[frame]);
      last[id] = Math.max(last[id], line[frame]);
    }
  }
  const none: FunctionRange[] = [];
  const ranges = functions.files.map(() => none);
  for (let id = 0; id < functions.count; id++) {
    if (last[id] === 0) continue;
    const file = functions.file[id];
    const range = {
      name: functions.names[id], startLine: functions.startLine[id], firstLine: first[id], lastLine: last[id],
    };
    // Most files have one function, and pushing to an array reserves room for sixteen more.
    if (ranges[file] === none) ranges[file] = [range];
    else ranges[file].push(range);
  }
  const byFirstLine = (a: FunctionRange, b: FunctionRange) => a.firstLine - b.firstLine || (a.name < b.name ? -1 : 1);
  for (const range of ranges) if (range.length > 1) range.sort(byFirstLine);
  return ranges;
}
