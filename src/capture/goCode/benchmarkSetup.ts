import type { Steps } from '../../profile/work/guard';
import {
  type BenchmarkFunction,
  BenchmarkFunctions,
  benchmarkNames,
  calledAt,
  calleeAt,
  type Code,
  nameAt,
  type TestFile,
} from './benchmarkFunctions';
import { STEP_MASK } from './goTokens';

/** The first and last line of a range, 1-based. */
export type LineStretch = readonly [first: number, last: number];

/** The setup lines of a benchmark, or of a helper. */
export interface FunctionSetup {
  /** Its name without the package: `BenchmarkX`, `(*suite).bench`. */
  readonly function: string;
  /** Base name. */
  readonly file: string;
  readonly lines: readonly LineStretch[];
  /** Those of the lines that the benchmark's timer measures, once a round: before a loop over b.N without a reset. */
  readonly timed: readonly LineStretch[];
}

/**
 * The setup lines of a benchmark and of the helpers that it hands its `*testing.B` on to, as far as their texts show
 * them: those before `b.ResetTimer()`, before the loop over `b.Loop()` or `b.N`, before `b.RunParallel`, before the
 * call of a helper that loops, and around calls of `b.Run`, in each function and in each function literal with its
 * own `*testing.B`. A loop or a reset inside another statement does not count. Lines from `b.StopTimer()` to
 * `b.StartTimer()`, or to the end of the block, are setup everywhere.
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

interface Stretch {
  readonly lines: LineStretch;
  readonly timed: boolean;
}

/** What a function does with its `*testing.B`. */
interface Helper {
  /** It has the measured loop, or calls of b.Run. */
  readonly measures: 'loop' | 'cases' | undefined;
  /** What its callers did before is not measured. */
  readonly resets: boolean;
  readonly startsTimer: boolean;
}

interface Scope extends Helper {
  readonly setup: readonly Stretch[];
  readonly lines: LineStretch;
  /** Index of the token after the last brace. */
  readonly end: number;
}

/** Limit for nested function literals and calls of helpers; deeper ones are not read. */
const DEEPEST = 50;

class SetupReader {
  /** undefined: being read. */
  private readonly scopes = new Map<BenchmarkFunction, Scope | undefined>();

  constructor(private readonly functions: BenchmarkFunctions) {}

  *read(name: string): Steps<FunctionSetup[]> {
    const read: FunctionSetup[] = [];
    // The set grows in the loop, which visits each function once.
    const names = new Set([name]);
    for (const each of names) {
      for (const own of yield* this.functions.named(each)) {
        const scope = yield* this.scopeOf(own, 0);
        if (scope === undefined) continue;
        const { symbol, file } = own;
        const timed = scope.setup.filter((stretch) => stretch.timed).map(({ lines }) => lines);
        read.push({ function: symbol, file, lines: scope.setup.map(({ lines }) => lines), timed });
        yield* addCalled(own, names);
      }
    }
    return read.filter(({ lines }) => lines.length > 0);
  }

  /** What a helper does; undefined: there is none of this name, or it is being read. */
  private *helperNamed(name: string, nesting: number): Steps<Helper | undefined> {
    const scopes: Scope[] = [];
    for (const own of yield* this.functions.named(name)) {
      const scope = yield* this.scopeOf(own, nesting);
      if (scope !== undefined) scopes.push(scope);
    }
    const [first, ...others] = scopes;
    if (first === undefined) return undefined;
    return {
      measures: others.every(({ measures }) => measures === first.measures) ? first.measures : undefined,
      resets: scopes.every(({ resets }) => resets),
      startsTimer: scopes.some(({ startsTimer }) => startsTimer),
    };
  }

  private *scopeOf(own: BenchmarkFunction, nesting: number): Steps<Scope | undefined> {
    if (nesting >= DEEPEST || this.scopes.has(own)) return this.scopes.get(own);
    this.scopes.set(own, undefined);
    const literal = own.isMaker ? makerBody(own) : yield* literalAt(own, own.source.texts.indexOf('(', own.from));
    const reader = new ScopeReader(own, (each) => this.helperNamed(each, nesting + 1));
    const scope = literal && (yield* reader.read(literal));
    this.scopes.set(own, scope);
    return scope;
  }
}

/** The body of a function that returns a benchmark; it has no `*testing.B` of its own. */
function makerBody({ source: { texts }, from, to }: Code): Literal | undefined {
  const body = texts.indexOf('{', from);
  return body >= 0 && body < to ? { name: NONE, body } : undefined;
}

/** Adds the names of the functions that a function hands its `*testing.B` on to. */
function* addCalled(code: Code, names: Set<string>): Steps<void> {
  const parameters = yield* benchmarkNames(code);
  for (let at = code.from; at < code.to; at++) {
    if ((at & STEP_MASK) === 0) yield;
    const called = calledAt(code, at, parameters);
    if (called !== undefined) names.add(called);
  }
}

/** A function from its parameters on. */
interface Literal {
  /** Its parameter of type `*testing.B`. */
  readonly name: string;
  /** Index of the body's opening brace. */
  readonly body: number;
}

const NONE = '';
const LONGEST_PARAMETERS = 200;
const LONGEST_RESULT = 20;

/** Reads `(b *testing.B, n int) error {`, beginning at the parenthesis. */
function* literalAt({ source, to }: Code, at: number): Steps<Literal | undefined> {
  const { texts, lines, closing } = source;
  const end = texts[at] === '(' ? closing[at] : to;
  if (end >= Math.min(to, at + LONGEST_PARAMETERS)) return undefined;
  const [name] = yield* benchmarkNames({ source, from: at, to: end });
  if (name === undefined) return undefined;
  let body = end + 1;
  for (let depth = 0; body < end + LONGEST_RESULT && isOfResult(texts[body], depth); body++) {
    if (texts[body] === '(') depth++;
    if (texts[body] === ')') depth--;
  }
  return texts[body] === '{' && lines[body] === lines[end] ? { name, body } : undefined;
}

/** @param depth the number of open parentheses */
function isOfResult(text: string | undefined, depth: number): boolean {
  if (text === ',' || text === ')') return depth > 0;
  return text !== undefined && /^(?:[.*[\](]|[\p{L}_][\p{L}\p{N}_]*)$/u.test(text);
}

class ScopeReader {
  constructor(
    private readonly code: Code,
    private readonly helperNamed: (name: string) => Steps<Helper | undefined>,
  ) {}

  *read({ name, body }: Literal, nesting = 0): Steps<Scope> {
    const { code, code: { source: { texts, lines }, to } } = this;
    const first = Math.min(lines[body] + 1, lines[body + 1] ?? Infinity);
    const nested: Scope[] = [];
    let loop: { readonly line: number; readonly resets: boolean } | undefined;
    let resetAt: number | undefined;
    // What makes a benchmark runs before it, as what is around b.Run does.
    let runs = name === NONE;
    let startsTimer = false;
    const stopped: LineStretch[] = [];
    let stop: { readonly line: number; readonly depth: number } | undefined;
    /** The line of the `for` whose clause this is. */
    let header: number | undefined;
    let depth = 1;
    let at = body + 1;
    while (at < to && depth > 0) {
      const [text, line] = [texts[at], lines[at]];
      const isInner = text === 'func' && nesting < DEEPEST;
      const inner: Literal | undefined = isInner ? yield* literalAt(code, at + 1) : undefined;
      if (inner !== undefined) {
        const scope: Scope = yield* this.read(inner, nesting + 1);
        nested.push(scope);
        at = scope.end;
        header = undefined;
        continue;
      }
      if (text === '{') depth++;
      if (text === '}') depth--;
      const isTop = depth === 1;
      if (text === 'for') header = isTop ? line : undefined;
      if (text === '{') header = undefined;
      const member = text === name && texts[at + 1] === '.' ? texts[at + 2] : undefined;
      const callee = text === name ? calleeAt(code, at) : undefined;
      const helper = callee === undefined ? undefined : yield* this.helperNamed(nameAt(code, callee));
      if (member === 'StopTimer') stop ??= { line, depth };
      // An unknown function of this package, or a literal, may start the timer too.
      const isUnknown = callee !== undefined && !helper && texts[callee - 1] !== '.';
      const mayStart = isUnknown || helper?.startsTimer === true;
      const isBlockEnd = stop !== undefined && depth < stop.depth;
      if (stop !== undefined && (isBlockEnd || member === 'StartTimer' || mayStart)) {
        stopped.push([stop.line, Math.max(stop.line, member === 'StartTimer' ? line : line - 1)]);
        stop = undefined;
      }
      startsTimer ||= member === 'StartTimer' || mayStart;
      if (header !== undefined && (member === 'Loop' || member === 'N')) {
        loop ??= { line: header, resets: member === 'Loop' };
      }
      if (member === 'RunParallel' && isTop) loop ??= { line, resets: false };
      if (helper?.measures === 'loop' && isTop) loop ??= { line, resets: helper.resets };
      const resets = member === 'ResetTimer' || (helper?.resets === true && helper.measures === undefined);
      if (resets && isTop && loop === undefined) resetAt = line;
      if (member === 'Run' || helper?.measures === 'cases') runs = true;
      if ((at++ & STEP_MASK) === 0) yield;
    }
    const last = lines[at - 1];
    const made = name === NONE ? nested.find(({ measures }) => measures !== undefined) : undefined;
    // A benchmark with cases has no result itself.
    const isAround = runs && loop === undefined;
    const until = loop !== undefined ? loop.line - 1 : isAround ? last : (resetAt ?? first - 1);
    const isReset = isAround || loop === undefined || loop.resets;
    const timedFrom = isReset ? until + 1 : (resetAt ?? first - 1) + 1;
    const others = nested.map((scope) => scope.lines);
    const later = stopped.map(([from, end]): LineStretch => [Math.max(from, timedFrom), end]);
    const untimed = [...without([[first, Math.min(until, timedFrom - 1)]], others), ...without(later, others)];
    const apart = [...others, ...stopped].sort(([a], [b]) => a - b);
    const timed = without([[Math.max(first, timedFrom), until]], apart);
    return {
      setup: [
        ...untimed.map((each) => ({ lines: each, timed: false })),
        ...timed.map((each) => ({ lines: each, timed: true })),
        ...nested.flatMap(({ setup }) => setup),
      ],
      lines: [first, last],
      end: at,
      // A function that makes a benchmark is called for what that does: `bench(10)(b)`.
      measures: made ? made.measures : loop !== undefined ? 'loop' : isAround ? 'cases' : undefined,
      resets: made ? made.resets : resetAt !== undefined || loop?.resets === true,
      startsTimer,
    };
  }
}

/** The parts of ranges outside of others; both are in order. */
function without(ranges: readonly LineStretch[], others: readonly LineStretch[]): LineStretch[] {
  const left: LineStretch[] = [];
  let next = 0;
  for (const [first, last] of ranges) {
    while (next < others.length && others[next][1] < first) next++;
    let from = first;
    for (let at = next; from <= last && at < others.length && others[at][0] <= last; at++) {
      const [start, end] = others[at];
      if (start - 1 >= from) left.push([from, start - 1]);
      from = Math.max(from, end + 1);
    }
    if (from <= last) left.push([from, last]);
  }
  return left;
}
