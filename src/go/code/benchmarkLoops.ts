import type { Steps } from '../../profile/common/guard';
import type { LineRange } from './bodySetup';
import { type BracketedText, STEP_MASK, type Tokens, tokensOf } from './goTokens';
import type { BenchmarkLoop } from '../../profile/lines/loopOfStacks';
import { BenchmarkFunctions, calledAt, type Code, testingBParameters, textAt } from './benchmarkFunctions';
import { printedName, stringValue } from './printedName';

/** The loops of the benchmarks in a test file. */
export interface BenchmarkLoops {
  /** Functions that take a `*testing.B`: the benchmarks and their helpers, without methods and generic functions. */
  readonly functions: readonly string[];
  /**
   * The headers of loops over `b.Loop()`, `b.N` and `pb.Next()`, and the lines of `b.Run` and `b.RunParallel`, where a
   * benchmark waits for its sub-benchmarks or goroutines.
   */
  readonly lines: readonly LineRange[];
}

/** Reads the loops from a file's text. A header ends above the line on which its body begins. */
export function* benchmarkLoops(text: string): Steps<BenchmarkLoops> {
  const tokens = yield* tokensOf(text);
  const reader = new LoopCollector(tokens, yield* testingNames(tokens));
  for (let at = 0; at < tokens.texts.length; at++) {
    reader.take(at);
    if ((at & STEP_MASK) === 0) yield;
  }
  const { functions, lines } = reader;
  return { functions, lines };
}

type TestingType = 'B' | 'PB';

/** Declared names and their types, as in `b *testing.B` or `pb *testing.PB`. */
function* testingNames({ texts }: Tokens): Steps<Map<string, TestingType>> {
  const names = new Map<string, TestingType>();
  for (let at = 0; at < texts.length; at++) {
    const type = testingType(texts, at);
    if (type) names.set(texts[at], type);
    if ((at & STEP_MASK) === 0) yield;
  }
  return names;
}

/** The type of the name declared at an index; undefined for other types. */
function testingType(texts: readonly string[], at: number): TestingType | undefined {
  if (texts[at + 1] !== '*' || texts[at + 3] !== '.') return undefined;
  const type = texts[at + 4];
  return type === 'B' || type === 'PB' ? type : undefined;
}

/** Collects functions and loops. `take` must be called for each token, in order. */
class LoopCollector {
  readonly functions: string[] = [];
  readonly lines: LineRange[] = [];
  /** Index of the last `b.Loop`, `b.N` or `pb.Next`. */
  private lastLoop = -1;
  /** Indexes of the words `for` since the last brace. */
  private headers: number[] = [];
  /** Names of the functions since the last brace whose parameters have no `*testing.B` so far. */
  private declared: string[] = [];

  constructor(private readonly tokens: Tokens, private readonly names: ReadonlyMap<string, TestingType>) {}

  take(at: number): void {
    const { texts, lines } = this.tokens;
    const word = texts[at];
    if (word === '{') return this.openBody(at);
    if (word === 'for') this.headers.push(at);
    else if (word === 'func' && texts[at + 2] === '(' && texts[at + 1] !== '(') this.declared.push(texts[at + 1]);
    const type = this.names.get(word);
    if (type === undefined) return;
    if (type === 'B' && this.declared.length > 0 && testingType(texts, at) === 'B') {
      this.functions.push(...this.declared.splice(0));
    }
    if (texts[at + 1] !== '.') return;
    const member = texts[at + 2];
    if (type === 'PB' ? member === 'Next' : member === 'Loop' || member === 'N') this.lastLoop = at;
    if (type === 'B' && (member === 'Run' || member === 'RunParallel')) this.lines.push([lines[at], lines[at]]);
  }

  private openBody(brace: number): void {
    const { lines } = this.tokens;
    const last = lines[brace + 1] === lines[brace] ? lines[brace] - 1 : lines[brace];
    for (const at of this.headers) if (this.lastLoop > at && lines[at] <= last) this.lines.push([lines[at], last]);
    this.headers = [];
    this.declared = [];
  }
}

/**
 * Whether a benchmark, with its function literals and the functions that it passes its `*testing.B` to, loops over
 * `b.Loop()`, or over `b.N` or `b.RunParallel`. undefined if it does both, or the source does not show it.
 *
 *     func BenchmarkX(b *testing.B) {
 *         b.Run("large", func(b *testing.B) { loop(b, 9) })     // BenchmarkX/large: as in loop
 *
 * @param name `BenchmarkX`, or `BenchmarkX/case`: only the `b.Run` of that name counts; if there is none, those with
 * computed names
 * @param text the text of the benchmark's file
 * @param others texts of the package's other test files; read if a function is not in `text`
 */
export function* loopStyle(
  text: string,
  name: string,
  others: readonly string[] = [],
): Steps<BenchmarkLoop | undefined> {
  const loops = yield* loopsOf([text, ...others], name);
  if (loops.size === 0 || !loops.has('b.Loop')) return loops.size === 0 ? undefined : 'b.N';
  return loops.size === 1 ? 'b.Loop' : undefined;
}

/**
 * Whether a benchmark, or one of its cases, calls `b.RunParallel`, as far as the source shows.
 * @param name as for `loopStyle`
 * @param texts the texts of the package's test files
 */
export function* runsInParallel(texts: readonly string[], name: string): Steps<boolean> {
  return texts.some((text) => text.includes(PARALLEL)) && (yield* loopsOf(texts, name)).has(PARALLEL);
}

const PARALLEL = 'RunParallel';

/** What repeats the code of a benchmark. RunParallel runs its body b.N times. */
type SourceLoop = BenchmarkLoop | typeof PARALLEL;

function* loopsOf(texts: readonly string[], name: string): Steps<ReadonlySet<SourceLoop>> {
  const reader = new LoopStyleReader(texts);
  const [baseName, ...parts] = name.split('/') as [string, ...string[]];
  const body = yield* reader.functionNamed(baseName);
  if (body === undefined) return new Set();
  const names = yield* testingBParameters(body);
  const inSubBenchmarks = yield* reader.loopsIn(yield* subBenchmarksOf(body, parts), names);
  return inSubBenchmarks.size > 0 ? inSubBenchmarks : yield* reader.loopsIn([body], names);
}

class LoopStyleReader {
  private readonly functions: BenchmarkFunctions;

  constructor(texts: readonly string[]) {
    this.functions = new BenchmarkFunctions(texts.map((text) => ({ file: '', text })));
  }

  *functionNamed(name: string): Steps<Code | undefined> {
    return (yield* this.functions.named(name))[0];
  }

  /** The kinds of loops in some code and in the functions that it passes one of these names to. */
  *loopsIn(codes: readonly Code[], names: ReadonlySet<string>): Steps<ReadonlySet<SourceLoop>> {
    const loops = new Set<SourceLoop>();
    const called = new Set<string>();
    for (const code of codes) yield* follow(code, names, { loops, called });
    // The set grows in the loop, which visits each function once.
    for (const name of called) {
      const bodies = yield* this.functions.named(name);
      for (const body of bodies) yield* follow(body, yield* testingBParameters(body), { loops, called });
    }
    return loops;
  }
}

interface Reached {
  /** The kinds of loops. */
  readonly loops: Set<SourceLoop>;
  /** The functions called with one of the names, and those that `b.Run` calls. */
  readonly called: Set<string>;
}

function* follow(code: Code, names: ReadonlySet<string>, { loops, called }: Reached): Steps<void> {
  for (let at = code.from; at < code.to; at++) {
    const loop = loopAt(code, at, names);
    if (loop !== undefined) loops.add(loop);
    const name = calledAt(code, at, names);
    if (name !== undefined) called.add(name);
    if ((at & STEP_MASK) === 0) yield;
  }
}

function loopAt(code: Code, at: number, names: ReadonlySet<string>): SourceLoop | undefined {
  if (textAt(code, at + 1) !== '.' || !names.has(textAt(code, at)) || textAt(code, at - 1) === '.') return undefined;
  const member = textAt(code, at + 2);
  if (member === 'Loop') return 'b.Loop';
  if (member === PARALLEL) return PARALLEL;
  return member === 'N' ? 'b.N' : undefined;
}

/**
 * Returns the code of the sub-benchmark with this path of names; if no literal name matches, of those with computed
 * names. Without a name, returns the code of all sub-benchmarks, because a benchmark that calls `b.Run` has no
 * operations of its own. Returns all of the code if it does not call `b.Run`.
 */
function* subBenchmarksOf(code: Code, [part, ...inner]: readonly string[], nesting = 0): Steps<readonly Code[]> {
  const calls = nesting < MAX_NESTING ? yield* subBenchmarkCalls(code) : [];
  if (calls.length === 0) return [code];
  const literal = calls.find(({ name }) => name === part);
  const computed = calls.filter(({ name }) => name === undefined);
  const codes: Code[] = [];
  for (const call of part === undefined ? calls : literal ? [literal] : computed) {
    codes.push(...(yield* subBenchmarksOf(call.code, inner, nesting + 1)));
  }
  return codes;
}

/** Limit for nested calls of `b.Run`; deeper ones count as part of their parents. */
const MAX_NESTING = 20;

interface SubBenchmarkCall {
  /** undefined if the name is not a literal. */
  readonly name: string | undefined;
  /** The second argument of the call. */
  readonly code: Code;
}

/** The outermost calls of `b.Run`. */
function* subBenchmarkCalls(code: Code): Steps<SubBenchmarkCall[]> {
  const { source, from, to } = code;
  const { texts, closing } = source;
  const calls: SubBenchmarkCall[] = [];
  for (let at = from + 1; at + 1 < to; at++) {
    if ((at & STEP_MASK) === 0) yield;
    if (texts[at] !== 'Run' || texts[at - 1] !== '.' || texts[at + 1] !== '(') continue;
    const end = Math.min(closing[at + 1], to);
    const comma = commaAfter(source, at + 2, end);
    if (comma === undefined) continue;
    const isLiteral = comma === at + 3 && /^["`]/.test(texts[at + 2]);
    const name = isLiteral ? printedName(stringValue(texts[at + 2])) : undefined;
    calls.push({ name, code: { source, from: comma + 1, to: end } });
    at = end;
  }
  return calls;
}

/** The index of the first comma of a range outside of nested brackets. */
function commaAfter({ texts, closing }: BracketedText, from: number, to: number): number | undefined {
  for (let at = from; at < to; at++) {
    const text = texts[at];
    if (text === ',') return at;
    if (text === '(' || text === '[' || text === '{') at = closing[at];
  }
  return undefined;
}
