import type { Steps } from '../../profile/work/guard';
import { STEP_MASK, type Tokens, tokensOf } from './goTokens';

/** The first and last line of a range, 1-based. */
export type LineStretch = readonly [first: number, last: number];

/**
 * The setup lines of a benchmark, as far as its text shows them: those before `b.ResetTimer()`, before the loop over
 * `b.Loop()` or `b.N`, before `b.RunParallel`, and around calls of `b.Run`, in the benchmark and in each function
 * literal with its own `*testing.B`. A loop or a reset inside another statement does not count. Lines from
 * `b.StopTimer()` to `b.StartTimer()`, or to the end of the block, are setup everywhere.
 */
export function* benchmarkSetup(text: string, name: string): Steps<LineStretch[]> {
  const tokens = yield* tokensOf(text);
  const { texts } = tokens;
  let at = 1;
  while (at < texts.length && !(texts[at] === name && texts[at - 1] === 'func')) if ((at++ & STEP_MASK) === 0) yield;
  const parameter = benchmarkParameter(texts, at + 1);
  if (parameter === undefined) return [];
  return (yield* new ScopeReader(tokens).read(parameter)).setup;
}

interface Parameter {
  readonly name: string;
  /** Index of the body's opening brace. */
  readonly body: number;
}

/** Reads `(b *testing.B) {`, beginning at the parenthesis. */
function benchmarkParameter(texts: readonly string[], at: number): Parameter | undefined {
  const [open, name = '', star, , dot, type, close, brace] = texts.slice(at, at + 8);
  const isBenchmark = [open, star, dot, type, close, brace].join('') === '(*.B){';
  return isBenchmark ? { name, body: at + 7 } : undefined;
}

interface Scope {
  readonly setup: LineStretch[];
  readonly lines: LineStretch;
  /** Index of the token after the last brace. */
  readonly end: number;
}

/** Limit for nested function literals; deeper ones count as part of their parents. */
const DEEPEST = 50;

class ScopeReader {
  constructor(private readonly tokens: Tokens) {}

  *read({ name, body }: Parameter, nesting = 0): Steps<Scope> {
    const { texts, lines } = this.tokens;
    const first = lines[body];
    const nested: Scope[] = [];
    let measuredFrom: number | undefined;
    let resetAt: number | undefined;
    let runs = false;
    const stopped: LineStretch[] = [];
    let stop: { readonly line: number; readonly depth: number } | undefined;
    /** The line of the `for` whose clause this is. */
    let header: number | undefined;
    let depth = 1;
    let at = body + 1;
    while (at < texts.length && depth > 0) {
      const [text, line] = [texts[at], lines[at]];
      const isInner = text === 'func' && nesting < DEEPEST;
      const inner = isInner ? benchmarkParameter(texts, at + 1) : undefined;
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
      if (member === 'StopTimer') stop ??= { line, depth };
      const isBlockEnd = stop !== undefined && depth < stop.depth;
      if (stop !== undefined && (isBlockEnd || member === 'StartTimer')) {
        stopped.push([stop.line, Math.max(stop.line, isBlockEnd ? line - 1 : line)]);
        stop = undefined;
      }
      if (member === 'Loop' || member === 'N') measuredFrom ??= header;
      if (member === 'RunParallel' && isTop) measuredFrom ??= line;
      if (member === 'ResetTimer' && isTop && measuredFrom === undefined) resetAt = line;
      if (member === 'Run') runs = true;
      if ((at++ & STEP_MASK) === 0) yield;
    }
    const last = lines[at - 1];
    const until = measuredFrom !== undefined ? measuredFrom - 1 : (resetAt ?? (runs ? last : first - 1));
    const inner = nested.map((scope) => scope.lines);
    const later = stopped.map(([from, to]): LineStretch => [Math.max(from, until + 1), to]);
    const setup = [...without([[first, until]], inner), ...without(later, inner)];
    return { setup: [...setup, ...nested.flatMap((scope) => scope.setup)], lines: [first, last], end: at };
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
