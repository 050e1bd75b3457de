import { stackTrieOf } from '../shared/inOneStep';
import { runnerLocations, setupLocations } from '../../src/profile/flame/testingFrames';
import type { SetupLines } from '../../src/profile/answers/flame';
import { framesOf } from '../../src/profile/lines/frames';
import type { Profile } from '../../src/profile/model';
import type { Capture } from '../../src/captures/loadedCapture';

/** Facts from a heap profile at rate 1 about allocations that `go test` counts differently. */
export interface HeapFacts {
  /**
   * Allocations outside of the program's goroutines: on the system stack, where the runtime starts threads (6 objects,
   * 5320 bytes in Go 1.26) and makes goroutines, and by the runtime's own goroutines. `go test` counts them if they
   * happen during the measured time.
   */
  readonly ofRuntime: { readonly objects: number; readonly bytes: number };
  /**
   * Blocks of 16 bytes. The runtime packs up to 16 objects without pointers into one, and profiles only the first,
   * while `go test` counts them all.
   */
  readonly packed: number;
  /** The variance of a profile at another rate, by sample type, for the same number of operations. */
  readonly variance: (rate: number) => { readonly objects: number; readonly bytes: number };
}

/** Allocations of one size, in bytes. */
interface SizedAllocations {
  readonly count: number;
  readonly size: number;
}

/** @param capture the profile's capture */
export function heapFacts(profile: Profile, capture: Capture): HeapFacts {
  const { below, ofRuntime } = allocations(profile, capture);
  const sum = (rows: readonly SizedAllocations[], of: (row: SizedAllocations) => number) => {
    return rows.reduce((all, row) => all + of(row), 0);
  };
  const bytesOf = ({ count, size }: SizedAllocations) => count * size;
  return {
    ofRuntime: { objects: sum(ofRuntime, ({ count }) => count), bytes: sum(ofRuntime, bytesOf) },
    packed: sum(below, ({ count, size }) => (Math.abs(size - 16) < 1e-9 ? count : 0)),
    variance: (rate) => ({
      objects: sum(below, (row) => varianceOf(row, rate)),
      bytes: sum(below, (row) => varianceOf(row, rate) * row.size ** 2),
    }),
  };
}

/**
 * The variance of an estimated count. A heap profile samples an object with the probability p = 1 − exp(−size / rate),
 * and k samples stand for k / p objects, so the variance of `count` objects is count (1 − p) / p.
 */
function varianceOf({ count, size }: SizedAllocations, rate: number): number {
  const p = 1 - Math.exp(-size / rate);
  return (count * (1 - p)) / p;
}

/** The allocations below the benchmark that its timer measures, and those of the runtime. */
function allocations(profile: Profile, { setup, startBelow = [] }: Capture) {
  const frames = framesOf(profile);
  const untimed = onlyUntimed(setup);
  const isSetup = untimed && setupLocations(frames, untimed, stackTrieOf(profile));
  const isRunner = runnerLocations(frames);
  const starts = new Set(startBelow.map((name) => frames.functions.names.indexOf(name)));
  const functionsAt = (at: number) => frames.function.subarray(frames.offsets[at], frames.offsets[at + 1]);
  const column = (type: string) => profile.values[profile.sampleTypes.findIndex(({ type: name }) => name === type)]!;
  const [objects, space] = [column('alloc_objects'), column('alloc_space')];
  const [below, ofRuntime]: SizedAllocations[][] = [[], []];
  for (let row = 0; row < profile.sampleCount; row++) {
    const count = objects[row]!;
    const stack = profile.stacks.locations.subarray(profile.stacks.offsets[row], profile.stacks.offsets[row + 1]);
    if (count === 0 || stack.length === 0) continue;
    const outermost = frames.functions.names[functionsAt(stack.at(-1)!).at(-1)!] ?? '';
    const isLeftOut = stack.some((at) => isSetup?.[at] === 1 || isRunner?.[at] === 1);
    const start = stack.findLastIndex((at) => functionsAt(at).some((id) => starts.has(id)));
    const isBelow = start > 0 && !isOfTesting(frames.functions.names[functionsAt(stack[start - 1]!).at(-1)!]!);
    const sized = { count, size: space[row]! / count };
    if (outermost.startsWith('runtime.') && outermost !== 'runtime.main') ofRuntime!.push(sized);
    else if (isBelow && !isLeftOut) below!.push(sized);
  }
  return { below: below!, ofRuntime: ofRuntime! };
}

/** Whether a function belongs to package testing, or to a package that testing calls between rounds. */
export function isOfTesting(name: string): boolean {
  return /^(testing|runtime|context)\./.test(name);
}

/** The setup that the benchmark's timer does not measure. */
export function onlyUntimed(setup: SetupLines | undefined): SetupLines | undefined {
  if (setup === undefined) return undefined;
  const [untimed, ...helpers] = [setup, ...(setup.helpers ?? [])].map(({ timed = [], ...part }) => {
    return { ...part, lines: part.lines.filter((lines) => !timed.some(([first]) => first === lines[0])) };
  });
  return { ...untimed!, helpers };
}
