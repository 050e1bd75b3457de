import { framesOf, type ProfileFrames } from './frames';
import { figureOf, type FigureOptions } from './figures';
import { NONE, type Profile, type StackColumns } from '../model';
import { JoinedStacks, PickedStacks, ShownStacks } from '../sums/sampleViews';
import { CHECK_MASK, checkpoint, type Steps } from '../common/guard';
import { STEP_LOCATIONS, STEP_SAMPLES } from '../sums/sumStacks';
import { spread } from '../sums/sumViews';
import { WideNumbers } from '../common/idTable';
import type { LineCall } from '../answers/lines';

/** The values of samples, each charged to one line: see chargedLines. */
export interface ChargedLines {
  /** For each source line (`framesOf(profile).sourceLines`): the sum of the samples charged to it. */
  readonly values: Float64Array;
  /** For each source line: the number of nonzero samples charged to it. */
  readonly samples: Uint32Array;
  /**
   * The sum of the samples with no line to charge. Together with `values`, it is the sum of all samples, unless
   * chargedFigures has changed `values`.
   */
  readonly elsewhere: number;
  /** The number of nonzero samples with no line to charge. */
  readonly samplesElsewhere: number;
}

/**
 * Charges each sample to the innermost line of its stack that is in one of the files: the line of the user's code that
 * causes the cost, even if the time is spent in a library. If own.go is one of the files and lib.go is not, these three
 * stacks (caller first, value last)
 *
 *     own.go:3   own.go:3   lib.go:9
 *     own.go:7   lib.go:9   4
 *     lib.go:8   own.go:7
 *     1          lib.go:8 [inlined]
 *                2
 *
 * charge 3 to own.go:7, and 4 to no line (`elsewhere`). Each sample counts once, even with recursion. A frame with an
 * unknown line is skipped: the cost goes to the nearest caller in one of the files that has a line.
 * @param isIncluded for each file (`framesOf(profile).functions.files`): whether its lines are charged
 * @param isUncharged for each file: whether its unknown lines are lines that no longer exist. They are not skipped, but
 * their samples are charged to no line, because their caller does not cause the cost.
 */
export function* chargedLinesInSteps(
  profile: Profile,
  sampleType: number,
  isIncluded: readonly boolean[],
  isUncharged: readonly boolean[] = [],
): Steps<ChargedLines> {
  return yield* chargedColumnInSteps(profile, profile.values[sampleType], isIncluded, isUncharged);
}

/** Like chargedLinesInSteps, for a column with a value for each sample of the profile. */
export function* chargedColumnInSteps(
  profile: Profile,
  column: Float64Array,
  isIncluded: readonly boolean[],
  isUncharged: readonly boolean[] = [],
): Steps<ChargedLines> {
  const frames = framesOf(profile);
  const charges = new Charges(frames.sourceLines.count);
  yield* charges.add(profile.stacks, column, innermostLines(frames, isIncluded, isUncharged));
  return charges;
}

/** Instead of a line: the samples of these stacks are charged to no line. */
const UNCHARGED = NONE - 1;

/** For each location: its innermost line in an included file, NONE, or UNCHARGED. */
function innermostLines(
  frames: ProfileFrames,
  isIncluded: readonly boolean[],
  isUncharged: readonly boolean[],
): Uint32Array {
  const { functions, offsets, function: functionOf, sourceLine } = frames;
  const innermost = new Uint32Array(offsets.length - 1).fill(NONE);
  for (let location = 0; location < innermost.length; location++) {
    const end = offsets[location + 1];
    for (let frame = offsets[location]; frame < end; frame++) {
      const file = functions.file[functionOf[frame]];
      if (!isIncluded[file] || (sourceLine[frame] === NONE && !isUncharged[file])) continue;
      innermost[location] = sourceLine[frame] === NONE ? UNCHARGED : sourceLine[frame];
      break;
    }
  }
  return innermost;
}

/** For each file of the profile: whether it has a name and is one of `files` (any, if `files` is undefined). */
export function includedFiles(profile: Profile, files: readonly string[] | undefined): boolean[] {
  const names = files && new Set(files);
  return framesOf(profile).functions.files.map((file) => file !== '' && (names?.has(file) ?? true));
}

/**
 * Applies `mean` and `dropNegative` to charges, as figuresOf does to flat and cum: divides the charge of each line by
 * the line's charge in `mean`, and replaces negative charges by 0.
 * @param mean the divisors of a mean: charges by the first sample type; undefined for sums
 */
export function chargedFigures(
  { values, ...counts }: ChargedLines,
  { mean, dropNegative, divideBy }: { readonly mean: ChargedLines | undefined } & Omit<FigureOptions, 'divisors'>,
): ChargedLines {
  const figure = (value: number, line: number): number =>
    dropNegative && value < 0 ? 0 : figureOf(value, mean?.values[line], divideBy);
  return { ...counts, values: values.map(figure) };
}

class Charges implements ChargedLines {
  readonly values: Float64Array;
  readonly samples: Uint32Array;
  elsewhere = 0;
  samplesElsewhere = 0;

  constructor(count: number) {
    this.values = new Float64Array(count);
    this.samples = new Uint32Array(count);
  }

  /**
   * Adds samples. Reads views of stacks through their sources, to avoid a copy.
   * @param innermost for each location: its innermost line in an included file, NONE, or UNCHARGED
   */
  *add(stacks: StackColumns, values: Float64Array, innermost: Uint32Array): Steps<void> {
    if (stacks instanceof JoinedStacks) {
      let first = 0;
      for (const { stacks: part, sampleCount, firstLocation, locationCount } of stacks.parts) {
        const partLines = innermost.subarray(firstLocation, firstLocation + locationCount);
        yield* this.add(part, values.subarray(first, (first += sampleCount)), partLines);
      }
    } else if (stacks instanceof ShownStacks) {
      const { source, shown } = stacks;
      yield* this.add(source, values, innermost.map((line, location) => (shown[location] === 0 ? NONE : line)));
    } else if (stacks instanceof PickedStacks) {
      yield* this.add(stacks.source, spread(values, stacks.isPicked), innermost);
    } else yield* this.addPlain(stacks, values, innermost);
  }

  private *addPlain(stacks: StackColumns, values: Float64Array, innermost: Uint32Array): Steps<void> {
    for (let from = 0; from < values.length; yield) from = this.addSome(stacks, values, innermost, from);
  }

  /** Adds samples up to the limits of a step, a few milliseconds. @returns the first sample of the next step */
  private addSome({ offsets, locations }: StackColumns, values: Float64Array, innermost: Uint32Array, from: number) {
    const endSample = Math.min(values.length, from + STEP_SAMPLES);
    const endLocation = offsets[from] + STEP_LOCATIONS;
    let sample = from;
    do {
      const value = values[sample];
      if (value === 0) continue;
      const end = offsets[sample + 1];
      let at = offsets[sample];
      while (at < end && innermost[locations[at]] === NONE) at++;
      if (at === end || innermost[locations[at]] === UNCHARGED) {
        this.elsewhere += value;
        this.samplesElsewhere++;
      } else {
        const line = innermost[locations[at]];
        this.values[line] += value;
        this.samples[line]++;
      }
    } while (++sample < endSample && offsets[sample] < endLocation);
    return sample;
  }
}

/** The calls in stacks from lines of these files, each once: a line with a function that it calls. */
export function lineCalls(profile: Profile, files: readonly string[]): LineCall[] {
  const { functions, offsets, function: functionOf, line } = framesOf(profile);
  const isIncluded = includedFiles(profile, files);
  const isCaller = functionOf.map((id, frame) => (isIncluded[functions.file[id]] && line[frame] > 0 ? 1 : 0));
  const calls: LineCall[] = [];
  const nameOf = (frame: number) => functions.names[functionOf[frame]];
  const pairs = new WideNumbers();
  const callers = new WideNumbers();
  const add = (caller: number, callee: number) => {
    if (isCaller[caller] === 0) return;
    const site = callers.intern(functionOf[caller], line[caller]);
    if (pairs.intern(site, functionOf[callee]) < calls.length) return;
    calls.push({ line: line[caller], function: nameOf(caller), callee: nameOf(callee) });
  };
  for (let location = 0; location + 1 < offsets.length; location++) {
    for (let frame = offsets[location] + 1; frame < offsets[location + 1]; frame++) add(frame, frame - 1);
  }
  const { stacks: { offsets: samples, locations }, sampleCount } = profile;
  for (let sample = 0; sample < sampleCount; sample++) {
    if ((sample & CHECK_MASK) === 0) checkpoint();
    for (let at = samples[sample] + 1; at < samples[sample + 1]; at++) {
      add(offsets[locations[at]], offsets[locations[at - 1] + 1] - 1);
    }
  }
  return calls;
}
