import { framesOf } from './frames';
import type { ProfileFrames } from './frames';
import { figureOf, type FigureOptions } from './figures';
import { NONE } from '../model';
import type { Profile, StackColumns } from '../model';
import { JoinedStacks, PickedStacks, ShownStacks } from '../sums/sampleViews';
import { finish, type Steps } from '../work/guard';
import { STEP_LOCATIONS, STEP_SAMPLES } from '../sums/sumStacks';
import { spread } from '../sums/sumViews';

/** The values of samples, each charged to one line: see chargedLines. */
export interface ChargedLines {
  /** For each source line (`framesOf(profile).sourceLines`): the sum of the samples charged to it. */
  readonly values: Float64Array;
  /** For each source line: the number of samples charged to it, without those of value 0. */
  readonly samples: Uint32Array;
  /** The sum of the samples without a line to charge: with `values`, it adds up to the sum of all samples. */
  readonly elsewhere: number;
  /** The number of samples without a line to charge, without those of value 0. */
  readonly samplesElsewhere: number;
}

/**
 * Charges each sample to the innermost line of its stack that is in one of the files: the line of your own code that
 * causes the cost, even if the time is spent in a library. If own.go is one of the files and lib.go is not,
 *
 *     own.go:3   own.go:3   lib.go:9
 *     own.go:7   lib.go:9   4
 *     lib.go:8   own.go:7
 *     1          lib.go:8 [inlined]
 *                2
 *
 * gives own.go:7 3 and elsewhere 4. Each sample counts once, under recursion too. A frame with an unknown line cannot
 * be charged: the cost goes to its caller.
 * @param isWanted for each file (`framesOf(profile).functions.files`): whether its lines are charged
 */
export function chargedLines(profile: Profile, sampleType: number, isWanted: readonly boolean[]): ChargedLines {
  return finish(chargedLinesInSteps(profile, sampleType, isWanted));
}

export function* chargedLinesInSteps(
  profile: Profile,
  sampleType: number,
  isWanted: readonly boolean[],
): Steps<ChargedLines> {
  const frames = framesOf(profile);
  const charges = new Charges(frames.sourceLines.count);
  yield* charges.add(profile.stacks, profile.values[sampleType], innermostLines(frames, isWanted));
  return charges;
}

/** For each location: its innermost line in a wanted file, or NONE. */
function innermostLines(frames: ProfileFrames, isWanted: readonly boolean[]): Uint32Array {
  const { functions, offsets, function: functionOf, sourceLine } = frames;
  const innermost = new Uint32Array(offsets.length - 1).fill(NONE);
  for (let location = 0; location < innermost.length; location++) {
    const end = offsets[location + 1];
    for (let frame = offsets[location]; frame < end; frame++) {
      if (sourceLine[frame] === NONE || !isWanted[functions.file[functionOf[frame]]]) continue;
      innermost[location] = sourceLine[frame];
      break;
    }
  }
  return innermost;
}

/** For each file index: whether the file is one of `files`; by default, whether it has a name. */
export function wantedFiles(profile: Profile, files: readonly string[] | undefined): boolean[] {
  const wanted = files && new Set(files);
  return framesOf(profile).functions.files.map((file) => file !== '' && (wanted?.has(file) ?? true));
}

/**
 * The charges after `mean` and `dropNegative`, as figuresOf does for flat and cum: each is divided by the charge of
 * `mean`; negative ones become 0.
 * @param mean charges under the first sample type; undefined if the figures are sums
 */
export function chargedFigures(
  { values, ...others }: ChargedLines,
  { mean, dropNegative, divideBy }: { readonly mean: ChargedLines | undefined } & Omit<FigureOptions, 'divisors'>,
): ChargedLines {
  const figure = (value: number, line: number): number =>
    dropNegative && value < 0 ? 0 : figureOf(value, mean?.values[line], divideBy);
  return { ...others, values: values.map(figure) };
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

  /** Adds views through their sources, so that their stacks are not copied. @param innermost by location */
  *add(stacks: StackColumns, values: Float64Array, innermost: Uint32Array): Steps<void> {
    if (stacks instanceof JoinedStacks) {
      let first = 0;
      for (const { stacks: part, sampleCount, firstLocation, locationCount } of stacks.parts) {
        const own = innermost.subarray(firstLocation, firstLocation + locationCount);
        yield* this.add(part, values.subarray(first, (first += sampleCount)), own);
      }
    } else if (stacks instanceof ShownStacks) {
      const { source, shown } = stacks;
      yield* this.add(source, values, innermost.map((line, location) => (shown[location] === 0 ? NONE : line)));
    } else if (stacks instanceof PickedStacks) {
      yield* this.add(stacks.source, spread(values, stacks.kept), innermost);
    } else yield* this.addPlain(stacks, values, innermost);
  }

  private *addPlain(stacks: StackColumns, values: Float64Array, innermost: Uint32Array): Steps<void> {
    for (let from = 0; from < values.length; yield) from = this.addSome(stacks, values, innermost, from);
  }

  /** Adds samples for a few milliseconds. @returns the next sample */
  private addSome({ offsets, locations }: StackColumns, values: Float64Array, innermost: Uint32Array, from: number) {
    const most = Math.min(values.length, from + STEP_SAMPLES);
    const farthest = offsets[from] + STEP_LOCATIONS;
    let sample = from;
    do {
      const value = values[sample];
      if (value === 0) continue;
      const end = offsets[sample + 1];
      let at = offsets[sample];
      while (at < end && innermost[locations[at]] === NONE) at++;
      if (at === end) {
        this.elsewhere += value;
        this.samplesElsewhere++;
      } else {
        const line = innermost[locations[at]];
        this.values[line] += value;
        this.samples[line]++;
      }
    } while (++sample < most && offsets[sample] < farthest);
    return sample;
  }
}
