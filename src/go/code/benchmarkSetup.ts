import type { Steps } from '../../profile/common/guard';
import {
  type BenchmarkFunction,
  BenchmarkFunctions,
  calledAt,
  calleeAt,
  type Code,
  nameAt,
  type TestFile,
  testingBParameters,
} from './benchmarkFunctions';
import { STEP_MASK } from './goTokens';

/** The first and last line of a range, 1-based. */
export type LineRange = readonly [first: number, last: number];

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

interface SetupRange {
  readonly lines: LineRange;
  /** timed: once per round, while the timer is on. */
  readonly runs: 'timed' | 'untimed' | 'repeatedly';
}

/** How a function uses its `*testing.B`. */
interface TimerUse {
  /** loop: it contains the measured loop. subBenchmarks: it calls `b.Run`. */
  readonly measures: 'loop' | 'subBenchmarks' | undefined;
  /** Whether it resets the timer, so that lines of its caller before the call are not timed. */
  readonly resets: boolean;
  readonly mayStartTimer: boolean;
}

interface Scope extends TimerUse {
  readonly setup: readonly SetupRange[];
  readonly lines: LineRange;
  /** Index of the token after the closing brace. */
  readonly end: number;
}

/** Nested function literals and helper calls beyond this depth are not read. */
const MAX_NESTING = 50;

class SetupReader {
  /** undefined while the function is being read, or if its body cannot be read. */
  private readonly scopes = new Map<BenchmarkFunction, Scope | undefined>();

  constructor(private readonly functions: BenchmarkFunctions) {}

  *read(name: string): Steps<FunctionSetup[]> {
    const setups: FunctionSetup[] = [];
    // The set grows in the loop, which visits each function once.
    const names = new Set([name]);
    for (const each of names) {
      for (const func of yield* this.functions.named(each)) {
        const scope = yield* this.scopeOf(func, 0);
        if (scope === undefined) continue;
        const { symbol, file } = func;
        const linesOf = (ranges: readonly SetupRange[]) => ranges.map(({ lines }) => lines);
        const timed = linesOf(scope.setup.filter(({ runs }) => runs === 'timed'));
        const repeated = linesOf(scope.setup.filter(({ runs }) => runs === 'repeatedly'));
        setups.push({ function: symbol, file, lines: linesOf(scope.setup), timed, repeated });
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
    const scopes: Scope[] = [];
    for (const func of yield* this.functions.named(name)) {
      const scope = yield* this.scopeOf(func, nesting);
      if (scope !== undefined) scopes.push(scope);
    }
    const [first, ...others] = scopes;
    if (first === undefined) return undefined;
    return {
      measures: others.every(({ measures }) => measures === first.measures) ? first.measures : undefined,
      resets: scopes.every(({ resets }) => resets),
      mayStartTimer: scopes.some(({ mayStartTimer }) => mayStartTimer),
    };
  }

  private *scopeOf(func: BenchmarkFunction, nesting: number): Steps<Scope | undefined> {
    if (nesting >= MAX_NESTING || this.scopes.has(func)) return this.scopes.get(func);
    this.scopes.set(func, undefined);
    const { source: { texts }, from, returnsBenchmark } = func;
    const body = returnsBenchmark ? bodyOfReturning(func) : yield* functionBodyAt(func, texts.indexOf('(', from));
    const reader = new ScopeReader(func, (each) => this.helperNamed(each, nesting + 1));
    const scope = body && (yield* reader.read(body));
    this.scopes.set(func, scope);
    return scope;
  }
}

/** The body of a function that returns a benchmark; such a function has no `*testing.B` of its own. */
function bodyOfReturning({ source: { texts }, from, to }: Code): FunctionBody | undefined {
  const body = texts.indexOf('{', from);
  return body >= 0 && body < to ? { parameter: NO_PARAMETER, body } : undefined;
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

interface FunctionBody {
  /** Name of the function's `*testing.B` parameter; NO_PARAMETER if it returns a benchmark. */
  readonly parameter: string;
  /** Index of the body's opening brace. */
  readonly body: number;
}

const NO_PARAMETER = '';
/** Limit in tokens for a parameter list; a longer list is not read. */
const MAX_PARAMETER_TOKENS = 200;
/** Limit in tokens for a result type; a longer type is not read. */
const MAX_RESULT_TOKENS = 20;

/** Reads `(b *testing.B, n int) error {`, beginning at the parenthesis. */
function* functionBodyAt({ source, to }: Code, at: number): Steps<FunctionBody | undefined> {
  const { texts, lines, closing } = source;
  const end = texts[at] === '(' ? closing[at] : to;
  if (end >= Math.min(to, at + MAX_PARAMETER_TOKENS)) return undefined;
  const [parameter] = yield* testingBParameters({ source, from: at, to: end });
  if (parameter === undefined) return undefined;
  let body = end + 1;
  for (let depth = 0; body < end + MAX_RESULT_TOKENS && isResultToken(texts[body], depth); body++) {
    if (texts[body] === '(') depth++;
    if (texts[body] === ')') depth--;
  }
  return texts[body] === '{' && lines[body] === lines[end] ? { parameter, body } : undefined;
}

/** @param depth the number of open parentheses */
function isResultToken(text: string | undefined, depth: number): boolean {
  if (text === ',' || text === ')') return depth > 0;
  return text !== undefined && /^(?:[.*[\](]|[\p{L}_][\p{L}\p{N}_]*)$/u.test(text);
}

class ScopeReader {
  constructor(
    private readonly code: Code,
    private readonly helperNamed: (name: string) => Steps<TimerUse | undefined>,
  ) {}

  *read({ parameter, body }: FunctionBody, nesting = 0): Steps<Scope> {
    const { code, code: { source: { texts, lines }, to } } = this;
    const first = Math.min(lines[body] + 1, lines[body + 1] ?? Infinity);
    const nested: Scope[] = [];
    let loop: { readonly line: number; readonly resets: boolean } | undefined;
    /** The line of the loop's closing brace. */
    let loopEnd: number | undefined;
    let resetAt: number | undefined;
    // A function that returns a benchmark runs before that benchmark, like the lines around b.Run.
    let callsRun = parameter === NO_PARAMETER;
    let mayStartTimer = false;
    const stopped: LineRange[] = [];
    let stop: { readonly line: number; readonly depth: number } | undefined;
    /** The line of the `for` whose header is being read. */
    let header: number | undefined;
    let depth = 1;
    let at = body + 1;
    while (at < to && depth > 0) {
      const [text, line] = [texts[at], lines[at]];
      const isInner = text === 'func' && nesting < MAX_NESTING;
      const inner: FunctionBody | undefined = isInner ? yield* functionBodyAt(code, at + 1) : undefined;
      if (inner !== undefined) {
        const scope: Scope = yield* this.read(inner, nesting + 1);
        nested.push(scope);
        at = scope.end;
        header = undefined;
        continue;
      }
      if (text === '{') depth++;
      if (text === '}') depth--;
      if (text === '}' && depth === 1 && loop !== undefined) loopEnd ??= line;
      const isTop = depth === 1;
      if (text === 'for') header = isTop ? line : undefined;
      if (text === '{') header = undefined;
      const member = text === parameter && texts[at + 1] === '.' ? texts[at + 2] : undefined;
      const callee = text === parameter ? calleeAt(code, at) : undefined;
      const helper = callee === undefined ? undefined : yield* this.helperNamed(nameAt(code, callee));
      if (member === 'StopTimer') stop ??= { line, depth };
      // A function of this package that was not found, or a function literal, may start the timer.
      const isUnknown = callee !== undefined && !helper && texts[callee - 1] !== '.';
      const mayStart = isUnknown || helper?.mayStartTimer === true;
      const isBlockEnd = stop !== undefined && depth < stop.depth;
      if (stop !== undefined && (isBlockEnd || member === 'StartTimer' || mayStart)) {
        stopped.push([stop.line, Math.max(stop.line, member === 'StartTimer' ? line : line - 1)]);
        stop = undefined;
      }
      mayStartTimer ||= member === 'StartTimer' || mayStart;
      if (header !== undefined && (member === 'Loop' || member === 'N')) {
        loop ??= { line: header, resets: member === 'Loop' };
      }
      if (member === 'RunParallel' && isTop) loop ??= { line, resets: false };
      if (helper?.measures === 'loop' && isTop) loop ??= { line, resets: helper.resets };
      const resets = member === 'ResetTimer' || (helper?.resets === true && helper.measures === undefined);
      if (resets && isTop && loop === undefined) resetAt = line;
      if (member === 'Run' || helper?.measures === 'subBenchmarks') callsRun = true;
      if ((at++ & STEP_MASK) === 0) yield;
    }
    const last = lines[at - 1];
    const returned = parameter === NO_PARAMETER ? nested.find(({ measures }) => measures !== undefined) : undefined;
    // A benchmark that calls b.Run reports no result of its own.
    const isAllSetup = callsRun && loop === undefined;
    const setupEnd = loop !== undefined ? loop.line - 1 : isAllSetup ? last : (resetAt ?? first - 1);
    const isReset = isAllSetup || loop === undefined || loop.resets;
    const timedFrom = isReset ? setupEnd + 1 : (resetAt ?? first - 1) + 1;
    const nestedRanges = nested.map((scope) => scope.lines);
    const stoppedSetup = stopped.map(([from, end]): LineRange => [Math.max(from, timedFrom), end]);
    const before: LineRange = [first, Math.min(setupEnd, timedFrom - 1)];
    const stoppedLines = without(stoppedSetup, nestedRanges);
    const outsideLoop: LineRange[] = loop === undefined ? [] : [[first, loop.line - 1], [(loopEnd ?? last) + 1, last]];
    const repeated = without(stoppedLines, outsideLoop);
    const untimed = [...without([before], nestedRanges), ...without(stoppedLines, repeated)];
    const excluded = [...nestedRanges, ...stopped].sort(([a], [b]) => a - b);
    const timed = without([[Math.max(first, timedFrom), setupEnd]], excluded);
    return {
      setup: [
        ...setupRanges(untimed, 'untimed'),
        ...setupRanges(repeated, 'repeatedly'),
        ...setupRanges(timed, 'timed'),
        ...nested.flatMap(({ setup }) => setup),
      ],
      lines: [first, last],
      end: at,
      // For a function that returns a benchmark, its function literal counts: `bench(10)(b)` calls the literal at once.
      measures: returned ? returned.measures : loop !== undefined ? 'loop' : isAllSetup ? 'subBenchmarks' : undefined,
      resets: returned ? returned.resets : resetAt !== undefined || loop?.resets === true,
      mayStartTimer,
    };
  }
}

function setupRanges(ranges: readonly LineRange[], runs: SetupRange['runs']): SetupRange[] {
  return ranges.map((lines) => ({ lines, runs }));
}

/** Subtracts `others` from `ranges`; both are sorted. */
function without(ranges: readonly LineRange[], others: readonly LineRange[]): LineRange[] {
  const rest: LineRange[] = [];
  let next = 0;
  for (const [first, last] of ranges) {
    while (next < others.length && others[next][1] < first) next++;
    let from = first;
    for (let at = next; from <= last && at < others.length && others[at][0] <= last; at++) {
      const [start, end] = others[at];
      if (start - 1 >= from) rest.push([from, start - 1]);
      from = Math.max(from, end + 1);
    }
    if (from <= last) rest.push([from, last]);
  }
  return rest;
}
