import { framesOf } from '../../src/profile/lines/frames';
import type { SetupLines } from '../../src/profile/answers/flame';
import { setupLocations } from '../../src/profile/flame/testingFrames';
import type { Profile } from '../../src/profile/model';

/** Costs of the stacks below a benchmark. */
export interface Sums {
  /** By sample type, without the setup. */
  readonly loop: readonly number[];
  /** By sample type, from stacks through setup lines. */
  readonly setup: readonly number[];
  /** Of a heap profile: variance of `loop` and `setup` together, from the number of samples of each row. */
  readonly variance: readonly number[];
  /** Number of samples. */
  readonly samples: number;
  /** Of a heap profile: blocks of 16 bytes, into which the runtime packs several objects without pointers. */
  readonly packed: number;
}

/** Functions that call the benchmark, one for each goroutine. */
const CALLERS = ['testing.(*B).runN', 'testing.(*B).RunParallel.func1'];

/**
 * Sums the samples below the benchmark. A row of a heap profile stands for k = objects · p samples, p = 1 − exp(−size /
 * rate), so that the variance of its objects is k (1 − p) / p².
 * @param parent the benchmark whose case was profiled; its own stacks, outside of the case, are setup
 * @param rate for the variance of a profile of other allocations like these; unset: of this profile
 */
export function sumsBelow(
  profile: Profile,
  { setup, parent }: { readonly setup?: SetupLines; readonly parent?: string },
  rate = profile.period,
): Sums {
  const frames = framesOf(profile);
  const callers = CALLERS.map((name) => frames.functions.names.indexOf(name)).filter((at) => at >= 0);
  const isCaller = new Uint8Array(frames.offsets.length - 1).map((_, location) => {
    const own = frames.function.subarray(frames.offsets[location], frames.offsets[location + 1]);
    return own.some((id) => callers.includes(id)) ? 1 : 0;
  });
  const isSetup = setup === undefined ? new Uint8Array(isCaller.length) : setupLocations(frames, setup);
  const none = () => profile.values.map(() => 0);
  const sums = { loop: none(), setup: none(), variance: none(), samples: 0, packed: 0 };
  const [objects, space] = ['alloc_objects', 'alloc_space'].map((name) => {
    return profile.sampleTypes.findIndex(({ type }) => type === name);
  });
  for (let row = 0; row < profile.sampleCount; row++) {
    const stack = [...profile.stacks.locations.subarray(profile.stacks.offsets[row], profile.stacks.offsets[row + 1])];
    const caller = stack.findLastIndex((location) => isCaller[location] === 1);
    // The testing package's own costs, such as the context of a round.
    if (caller <= 0 || isTesting(stack[caller - 1])) continue;
    const isOnSetupLine = stack.slice(0, caller).some((location) => isSetup[location] === 1);
    const side = isOnSetupLine || isOfParent(stack[caller - 1]) ? sums.setup : sums.loop;
    profile.values.forEach((column, type) => (side[type] += column[row]));
    if (objects < 0) {
      sums.samples += profile.values[0][row];
      continue;
    }
    const count = profile.values[objects][row];
    if (count === 0) continue;
    const size = profile.values[space][row] / count;
    const share = rate > 1 ? 1 - Math.exp(-size / rate) : 1;
    sums.samples += count * share;
    const variance = (count * (1 - share)) / share;
    sums.variance[objects] += variance;
    sums.variance[space] += variance * size * size;
    if (Math.abs(size - 16) < 1) sums.packed += count;
  }
  return sums;

  function isTesting(location: number): boolean {
    return /^(testing|runtime|context)\./.test(outermostAt(location));
  }

  function isOfParent(location: number): boolean {
    return parent !== undefined && outermostAt(location).endsWith(`.${parent}`);
  }

  function outermostAt(location: number): string {
    const own = frames.function.subarray(frames.offsets[location], frames.offsets[location + 1]);
    return frames.functions.names[own[own.length - 1]] ?? '';
  }
}
