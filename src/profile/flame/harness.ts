import type { MergedFunctions, ProfileFrames } from '../lines/frames';
import { basename, functionNamed, packageOf } from '../text/names';
import type { SetupLines } from '../answers/flame';

/** What a function is to Go's test harness; see `harnessKinds`. */
export type HarnessKind = 0 | 1 | 2 | 3;

const STARTS = 1;
const TESTING = 2;
const RUNTIME = 3;

/**
 * By merged function: how it stands to what starts Go code and tests: 1 starts goroutines and programs, 2 is the test
 * harness, 3 the runtime, which is part of the harness where that calls it (`runtime.GC` between two runs of a
 * benchmark), 0 all others.
 */
export function harnessKinds({ names, file, files }: MergedFunctions): Uint8Array {
  return Uint8Array.from(names, (name, at) => {
    if (name === 'runtime.goexit' || name === 'runtime.main') return STARTS;
    // `go test` writes a main of its own.
    if (name === 'main.main' && files[file[at]].endsWith('_testmain.go')) return STARTS;
    if (name.startsWith('testing.')) return TESTING;
    return packageOf(name).split('/', 1)[0] === 'runtime' ? RUNTIME : 0;
  });
}

/** Whether a frame whose callers all belong to the harness belongs to it as well. 0: it has no caller. */
export function isHarness(kind: number, callerKind: number): boolean {
  return kind === STARTS || kind === TESTING || (kind === RUNTIME && callerKind >= TESTING);
}

/** Functions of the testing package that start tests one after the other, and wait for each. */
const RUNNERS = ['testing.runTests.func1', 'testing.runBenchmarks.func1', 'testing.runFuzzTests.func1'];

/**
 * By location: 1 where the testing package runs tests. It does so below the functions that it calls them with, in
 * another goroutine than theirs: its waiting is none of theirs. undefined: there is no such location.
 */
export function runnerLocations({ functions, offsets, function: functionOf }: ProfileFrames): Uint8Array | undefined {
  const runners = RUNNERS.map((name) => functions.names.indexOf(name)).filter((at) => at >= 0);
  if (runners.length === 0) return undefined;
  return Uint8Array.from({ length: offsets.length - 1 }, (_, location) => {
    return functionOf.subarray(offsets[location], offsets[location + 1]).some((id) => runners.includes(id)) ? 1 : 0;
  });
}

/** By location: 1 where one of its frames stands on a line of a benchmark's set-up. */
export function setupLocations(frames: ProfileFrames, setup: SetupLines): Uint8Array {
  const { functions, offsets, function: functionOf, line } = frames;
  const isBenchmark = Uint8Array.from(functions.names, (name, at) =>
    functionNamed(name, setup.function) && basename(functions.files[functions.file[at]]) === setup.file ? 1 : 0);
  const locations = new Uint8Array(offsets.length - 1);
  for (let location = 0; location < locations.length; location++) {
    for (let frame = offsets[location]; frame < offsets[location + 1]; frame++) {
      if (isBenchmark[functionOf[frame]] === 0) continue;
      const at = line[frame];
      if (setup.lines.some(([first, last]) => first <= at && at <= last)) locations[location] = 1;
    }
  }
  return locations;
}
