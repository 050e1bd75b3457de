import type { Steps } from '../../profile/common/guard';
import { type BenchmarkFunction, calleeAt, type Code, nameAt, testingBParameters } from './benchmarkFunctions';
import { STEP_MASK } from './goTokens';

/** What the body of a function does with its `*testing.B`. Depth 1 is the body's own block. */
export type TimerEvent =
  /** The measured loop begins: `for` over `b.Loop()` or `b.N`, `b.RunParallel`, or the call of a helper that loops. */
  | { readonly kind: 'loop'; readonly line: number; readonly resets: boolean }
  /** The timer is reset, not inside another statement. */
  | { readonly kind: 'reset'; readonly line: number }
  | { readonly kind: 'stop'; readonly line: number; readonly depth: number }
  | { readonly kind: 'start'; readonly line: number }
  /** A call of a function that may start the timer. */
  | { readonly kind: 'mayStart'; readonly line: number }
  | { readonly kind: 'subBenchmarks' }
  /** @param depth of the code after the block */
  | { readonly kind: 'blockEnd'; readonly line: number; readonly depth: number }
  /** A function literal with a `*testing.B` of its own. */
  | { readonly kind: 'literal'; readonly body: TimedBody };

/** The body of a function, and what it does with its `*testing.B`, in the order of the source. */
export interface TimedBody {
  /** Whether the function returns a benchmark; such a function has no `*testing.B` of its own. */
  readonly returnsBenchmark: boolean;
  readonly events: readonly TimerEvent[];
  /** The first and last line, 1-based. */
  readonly lines: readonly [first: number, last: number];
  /** Index of the token after the closing brace. */
  readonly end: number;
}

/** How a function uses its `*testing.B`. */
export interface TimerUse {
  /** loop: it contains the measured loop. subBenchmarks: it calls `b.Run`. */
  readonly measures: 'loop' | 'subBenchmarks' | undefined;
  /** Whether it resets the timer, so that lines of its caller before the call are not timed. */
  readonly resets: boolean;
  readonly mayStartTimer: boolean;
}

/** Finds how a helper uses the timer: `bench`, or `.bench` for a method; undefined if that is not known. */
type HelperNamed = (name: string) => Steps<TimerUse | undefined>;

/** Function literals that are nested more deeply are not read. */
const MAX_NESTING = 50;

/** Reads the body of a function; undefined if it cannot be read. */
export function* timedBody(func: BenchmarkFunction, helperNamed: HelperNamed): Steps<TimedBody | undefined> {
  const { source: { texts }, from, to, returnsBenchmark } = func;
  if (!returnsBenchmark) {
    const start = yield* bodyAt(func, texts.indexOf('(', from));
    return start && (yield* read(func, start, helperNamed));
  }
  const open = texts.indexOf('{', from);
  return open >= 0 && open < to ? yield* read(func, { parameter: undefined, open }, helperNamed) : undefined;
}

interface BodyStart {
  /** Name of the function's `*testing.B` parameter. */
  readonly parameter: string | undefined;
  /** Index of the opening brace. */
  readonly open: number;
}

function* read(code: Code, { parameter, open }: BodyStart, helperNamed: HelperNamed, nesting = 0): Steps<TimedBody> {
  const { source: { texts, lines }, to } = code;
  const events: TimerEvent[] = [];
  /** The line of the `for` whose header is being read. */
  let header: number | undefined;
  let depth = 1;
  let at = open + 1;
  while (at < to && depth > 0) {
    const [text, line] = [texts[at], lines[at]];
    const literal = text === 'func' && nesting < MAX_NESTING ? yield* bodyAt(code, at + 1) : undefined;
    if (literal) {
      const body: TimedBody = yield* read(code, literal, helperNamed, nesting + 1);
      events.push({ kind: 'literal', body });
      header = undefined;
      at = body.end;
      continue;
    }
    if (text === '{') depth++;
    if (text === '}') events.push({ kind: 'blockEnd', line, depth: --depth });
    if (text === 'for') header = depth === 1 ? line : undefined;
    if (text === '{') header = undefined;
    if (text === parameter) events.push(...(yield* eventsAt(code, at, { depth, header, helperNamed })));
    if ((at++ & STEP_MASK) === 0) yield;
  }
  const first = Math.min(lines[open] + 1, lines[open + 1] ?? Infinity);
  return { returnsBenchmark: parameter === undefined, events, lines: [first, lines[at - 1]], end: at };
}

interface Place {
  readonly depth: number;
  readonly header: number | undefined;
  readonly helperNamed: HelperNamed;
}

/** What happens where the `*testing.B` is named. */
function* eventsAt(code: Code, at: number, { depth, header, helperNamed }: Place): Steps<readonly TimerEvent[]> {
  const { texts, lines } = code.source;
  const line = lines[at];
  const onlyAtTop = (event: TimerEvent) => (depth === 1 ? [event] : []);
  switch (texts[at + 1] === '.' ? texts[at + 2] : undefined) {
    case 'Loop':
      return header === undefined ? [] : [{ kind: 'loop', line: header, resets: true }];
    case 'N':
      return header === undefined ? [] : [{ kind: 'loop', line: header, resets: false }];
    case 'RunParallel':
      return onlyAtTop({ kind: 'loop', line, resets: false });
    case 'ResetTimer':
      return onlyAtTop({ kind: 'reset', line });
    case 'StopTimer':
      return [{ kind: 'stop', line, depth }];
    case 'StartTimer':
      return [{ kind: 'start', line }];
    case 'Run':
      return [{ kind: 'subBenchmarks' }];
  }
  const callee = calleeAt(code, at);
  if (callee === undefined) return [];
  const helper = yield* helperNamed(nameAt(code, callee));
  const { measures, resets, mayStartTimer } = helper ?? {};
  // A function of this package that was not found, or a function literal, may start the timer.
  const mayStart = helper ? mayStartTimer : texts[callee - 1] !== '.';
  const started: TimerEvent[] = mayStart ? [{ kind: 'mayStart', line }] : [];
  if (measures === 'subBenchmarks') return [...started, { kind: 'subBenchmarks' }];
  if (measures === 'loop') return [...started, ...onlyAtTop({ kind: 'loop', line, resets: resets === true })];
  return resets ? [...started, ...onlyAtTop({ kind: 'reset', line })] : started;
}

/** Limit in tokens for a parameter list; a longer list is not read. */
const MAX_PARAMETER_TOKENS = 200;
/** Limit in tokens for a result type; a longer type is not read. */
const MAX_RESULT_TOKENS = 20;

/** Reads `(b *testing.B, n int) error {`, beginning at the parenthesis. */
function* bodyAt({ source, to }: Code, at: number): Steps<BodyStart | undefined> {
  const { texts, lines, closing } = source;
  const end = texts[at] === '(' ? closing[at] : to;
  if (end >= Math.min(to, at + MAX_PARAMETER_TOKENS)) return undefined;
  const [parameter] = yield* testingBParameters({ source, from: at, to: end });
  if (parameter === undefined) return undefined;
  let open = end + 1;
  for (let depth = 0; open < end + MAX_RESULT_TOKENS && isResultToken(texts[open], depth); open++) {
    if (texts[open] === '(') depth++;
    if (texts[open] === ')') depth--;
  }
  return texts[open] === '{' && lines[open] === lines[end] ? { parameter, open } : undefined;
}

/** @param depth the number of open parentheses */
function isResultToken(text: string | undefined, depth: number): boolean {
  if (text === ',' || text === ')') return depth > 0;
  return text !== undefined && /^(?:[.*[\](]|[\p{L}_][\p{L}\p{N}_]*)$/u.test(text);
}
