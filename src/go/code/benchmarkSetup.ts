import type { Steps } from '../../profile/common/guard';
import { type BenchmarkFunction, BenchmarkFunctions, calledAt, type Code, type TestFile, testingBParameters } from './benchmarkFunctions';
import { STEP_MASK } from './goTokens';
import { type BodySetup, bodySetup, type LineRange } from './bodySetup';
import { timedBody, type TimerUse } from './timerEvents';

/** The setup lines of a benchmark, or of a helper. */
export interface FunctionSetup {
  /** The function's name without the package: `BenchmarkX`, `(*suite).bench`. */
  readonly function: string;
  /** Base name. */
  readonly file: string;
  readonly lines: readonly LineRange[];
  /**
   * Setup that counts in the result, because the timer runs: lines before a `b.N` or `b.RunParallel` loop, from the
   * last `b.ResetTimer()` on.
   */
  readonly timed: readonly LineRange[];
  /** Setup in the measured loop. In a helper, lines after `b.StopTimer()`: another function may call it in a loop. */
  readonly repeated: readonly LineRange[];
}

/**
 * Returns the setup lines of a benchmark and of the helpers that it passes its `*testing.B` to, as far as the source
 * shows them. Setup is the code before `b.ResetTimer()`, a loop over `b.Loop()` or `b.N`, `b.RunParallel`, or the
 * call of a helper that loops. If a function calls `b.Run` and does not loop, all its lines outside of the
 * sub-benchmarks are setup. Function literals with their own `*testing.B` are treated like functions. A loop or a reset
 * inside another statement does not count. Lines from `b.StopTimer()` to `b.StartTimer()`, or to the end of the block,
 * are setup at any depth.
 *
 *     func bench(b *testing.B, size int) {
 *         b.StopTimer()                        // setup
 *         data := make([]int, size)            // setup
 *         for range b.N {                      // setup
 *             b.StartTimer()                   // setup
 *             sort.Ints(data)
 *
 * @param files the first one has the benchmark; the others are the package's other test files
 * @returns functions with setup lines
 */
export function benchmarkSetup(files: readonly TestFile[], name: string): Steps<FunctionSetup[]> {
  return new SetupReader(new BenchmarkFunctions(files)).read(name);
}

/** Calls of helpers that are nested more deeply are not read. */
const MAX_NESTING = 50;

class SetupReader {
  /** undefined while the function is being read, or if its body cannot be read. */
  private readonly setups = new Map<BenchmarkFunction, BodySetup | undefined>();

  constructor(private readonly functions: BenchmarkFunctions) {}

  *read(name: string): Steps<FunctionSetup[]> {
    const setups: FunctionSetup[] = [];
    // The set grows in the loop, which visits each function once.
    const names = new Set([name]);
    for (const each of names) {
      for (const func of yield* this.functions.named(each)) {
        const setup = yield* this.setupOf(func, 0);
        if (setup === undefined) continue;
        const { symbol, file } = func;
        const { untimed, repeated, timed } = setup;
        const lines = [...untimed, ...repeated, ...timed].sort(([a], [b]) => a - b);
        setups.push({ function: symbol, file, lines, timed, repeated });
        yield* addHelpers(func, names);
      }
    }
    return setups.filter(({ lines }) => lines.length > 0);
  }

  /**
   * The timer use of a helper; of methods with the same name, the use that they have in common, with `mayStartTimer` if
   * any method may start the timer. undefined if there is no such helper, or its body is being read, cannot be read or
   * is nested too deeply.
   */
  private *helperNamed(name: string, nesting: number): Steps<TimerUse | undefined> {
    const uses: TimerUse[] = [];
    for (const func of yield* this.functions.named(name)) {
      const use = yield* this.setupOf(func, nesting);
      if (use !== undefined) uses.push(use);
    }
    const [first, ...others] = uses;
    if (first === undefined) return undefined;
    return {
      measures: others.every(({ measures }) => measures === first.measures) ? first.measures : undefined,
      resets: uses.every(({ resets }) => resets),
      mayStartTimer: uses.some(({ mayStartTimer }) => mayStartTimer),
    };
  }

  private *setupOf(func: BenchmarkFunction, nesting: number): Steps<BodySetup | undefined> {
    if (nesting >= MAX_NESTING || this.setups.has(func)) return this.setups.get(func);
    this.setups.set(func, undefined);
    const body = yield* timedBody(func, (each) => this.helperNamed(each, nesting + 1));
    const setup = body && bodySetup(body);
    this.setups.set(func, setup);
    return setup;
  }
}

/** Adds the names of the functions that a function passes its `*testing.B` to. */
export function* addHelpers(code: Code, names: Set<string>): Steps<void> {
  const parameters = yield* testingBParameters(code);
  for (let at = code.from; at < code.to; at++) {
    if ((at & STEP_MASK) === 0) yield;
    const called = calledAt(code, at, parameters);
    if (called !== undefined) names.add(called);
  }
}
