import type { MergedFunctions, ProfileFrames } from '../lines/frames';
import { functionNamed, packageOf } from '../text/functionNames';
import type { SetupLines } from '../answers/flame';
import { basename } from '../text/shortNames';
import type { StackTrie } from './stackTrie';

/** The kind of a function in the testing frames; see `testingKinds`. */
export type TestingKind = 0 | 1 | 2 | 3;

const STARTS = 1;
const TESTING = 2;
const RUNTIME = 3;

/**
 * For each merged function: STARTS if it starts goroutines or programs; TESTING if it is in package testing; RUNTIME if
 * it is in package runtime, whose frames are testing frames if package testing calls them (`runtime.GC` between two
 * runs of a benchmark); 0 for all others.
 */
export function testingKinds({ names, file, files }: MergedFunctions): Uint8Array {
  return Uint8Array.from(names, (name, at) => {
    if (name === 'runtime.goexit' || name === 'runtime.main') return STARTS;
    // The main function that `go test` generates.
    if (name === 'main.main' && files[file[at]].endsWith('_testmain.go')) return STARTS;
    if (name.startsWith('testing.')) return TESTING;
    return packageOf(name).split('/', 1)[0] === 'runtime' ? RUNTIME : 0;
  });
}

/** Whether a frame whose callers are all testing frames is one too. `callerKind` is 0 for a frame without a caller. */
export function isTestingFrame(kind: number, callerKind: number): boolean {
  return kind === STARTS || kind === TESTING || (kind === RUNTIME && callerKind >= TESTING);
}

/**
 * The testing frames that call the measured code, by the kind of test: the flame graph starts below them. Those of
 * benchmarks are also in the goroutines of b.Run and b.RunParallel.
 */
export const START_BELOW = {
  benchmark: ['testing.(*B).runN', 'testing.(*B).RunParallel.func1'],
  test: ['testing.tRunner'],
  fuzz: ['testing.tRunner'],
  example: ['testing.runExample'],
} as const;

/** Functions of package testing that start tests one after the other and wait for each. */
const RUNNERS = ['testing.runTests.func1', 'testing.runBenchmarks.func1', 'testing.runFuzzTests.func1'];
/** Runs the package's initialization, before all tests. */
const INITIALIZER = 'runtime.doInit1';

/**
 * For each location: 1 if it contains a function that starts tests and waits for them, or that initializes packages.
 * Neither is a cost of the tests, but the stack of the goroutine that waits contains `testing.tRunner`, like the stack
 * of a test. Undefined if the profile has no such function.
 */
export function runnerLocations({ functions, offsets, function: functionOf }: ProfileFrames): Uint8Array | undefined {
  const runners = [...RUNNERS, INITIALIZER].map((name) => functions.names.indexOf(name)).filter((at) => at >= 0);
  if (runners.length === 0) return undefined;
  return Uint8Array.from({ length: offsets.length - 1 }, (_, location) => {
    return functionOf.subarray(offsets[location], offsets[location + 1]).some((id) => runners.includes(id)) ? 1 : 0;
  });
}

/** Runs a sub-benchmark in another goroutine, and waits for it. */
const CASE_RUNNER = 'testing.(*B).Run';

/** For each location: 1 if one of its frames is on a line of a benchmark's setup. */
export function setupLineLocations(frames: ProfileFrames, setup: SetupLines): Uint8Array {
  const { functions, offsets, function: functionOf, line } = frames;
  const parts = [setup, ...(setup.helpers ?? [])];
  const linesOf = functions.names.map((name, at) => {
    const matching = parts.filter((part) => name.includes(part.function) && functionNamed(name, part.function));
    const file = matching.length === 0 ? '' : basename(functions.files[functions.file[at]]);
    return matching.flatMap((part) => (part.file === file ? part.lines : []));
  });
  const locations = new Uint8Array(offsets.length - 1);
  for (let location = 0; location < locations.length; location++) {
    for (let frame = offsets[location]; frame < offsets[location + 1]; frame++) {
      const at = line[frame];
      if (linesOf[functionOf[frame]].some(([first, last]) => first <= at && at <= last)) locations[location] = 1;
    }
  }
  return locations;
}

/** For each location: 1 if one of its frames is on a line of a benchmark's setup, or if it calls b.Run. */
export function setupLocations(frames: ProfileFrames, setup: SetupLines, trie: StackTrie): Uint8Array {
  const { functions, offsets, function: functionOf } = frames;
  const locations = setupLineLocations(frames, setup);
  const runner = functions.names.indexOf(CASE_RUNNER);
  for (let node = 1; runner >= 0 && node < trie.count; node++) {
    const callee = trie.location[node];
    const caller = trie.parent[node];
    if (caller !== 0 && functionOf[offsets[callee + 1] - 1] === runner) locations[trie.location[caller]] = 1;
  }
  return locations;
}
