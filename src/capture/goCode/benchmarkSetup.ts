import { type Token, tokensOf } from './goTokens';

/** The first and last line of a range, 1-based. */
export type LineStretch = readonly [first: number, last: number];

/**
 * The setup lines of a benchmark, as far as its text shows them: those before `b.ResetTimer()`, before the loop over
 * `b.Loop()` or `b.N`, before `b.RunParallel`, and around calls of `b.Run`, in the benchmark and in each function
 * literal with its own `*testing.B`. A loop or a reset inside another statement does not count. Lines from
 * `b.StopTimer()` to `b.StartTimer()`, or to the end of the block, are setup everywhere.
 */
export function benchmarkSetup(text: string, name: string): LineStretch[] {
  const tokens = tokensOf(text);
  const start = tokens.findIndex(({ text: word }, at) => word === 'func' && tokens[at + 1]?.text === name);
  const parameter = start < 0 ? undefined : benchmarkParameter(tokens, start + 2);
  if (parameter === undefined) return [];
  return new ScopeReader(tokens).read(parameter).setup;
}

interface Parameter {
  readonly name: string;
  /** Index of the body's opening brace. */
  readonly body: number;
}

/** Reads `(b *testing.B) {`, beginning at the parenthesis. */
function benchmarkParameter(tokens: readonly Token[], at: number): Parameter | undefined {
  const words = tokens.slice(at, at + 8).map(({ text }) => text);
  const [open, name = '', star, , dot, type, close, brace] = words;
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
  constructor(private readonly tokens: readonly Token[]) {}

  read({ name, body }: Parameter, nesting = 0): Scope {
    const { tokens } = this;
    const first = tokens[body].line;
    const nested: Scope[] = [];
    let measuredFrom: number | undefined;
    let resetAt: number | undefined;
    let runs = false;
    const stopped: LineStretch[] = [];
    let stop: { readonly line: number; readonly depth: number } | undefined;
    let depth = 1;
    let at = body + 1;
    while (at < tokens.length && depth > 0) {
      const { text, line } = tokens[at];
      const isInner = text === 'func' && nesting < DEEPEST;
      const inner = isInner ? benchmarkParameter(tokens, at + 1) : undefined;
      if (inner !== undefined) {
        nested.push(this.read(inner, nesting + 1));
        at = nested.at(-1)!.end;
        continue;
      }
      if (text === '{') depth++;
      if (text === '}') depth--;
      if (this.calls(at, name, 'StopTimer')) stop ??= { line, depth };
      const isBlockEnd = stop !== undefined && depth < stop.depth;
      if (stop !== undefined && (isBlockEnd || this.calls(at, name, 'StartTimer'))) {
        stopped.push([stop.line, Math.max(stop.line, isBlockEnd ? line - 1 : line)]);
        stop = undefined;
      }
      const isTop = depth === 1;
      if (text === 'for' && isTop && this.loops(at, name)) measuredFrom ??= line;
      if (this.calls(at, name, 'RunParallel') && isTop) measuredFrom ??= line;
      if (this.calls(at, name, 'ResetTimer') && isTop && measuredFrom === undefined) resetAt = line;
      if (this.calls(at, name, 'Run')) runs = true;
      at++;
    }
    const last = tokens[at - 1].line;
    const until = measuredFrom !== undefined ? measuredFrom - 1 : (resetAt ?? (runs ? last : first - 1));
    const inner = nested.map(({ lines }) => lines);
    const later = stopped.flatMap(([from, to]) => without([Math.max(from, until + 1), to], inner));
    const own = [...without([first, until], inner), ...later];
    return { setup: [...own, ...nested.flatMap(({ setup }) => setup)], lines: [first, last], end: at };
  }

  /** Whether the clause of a `for` reads `b.Loop()` or `b.N`. */
  private loops(at: number, name: string): boolean {
    const isEnd = (text: string) => text === '{' || text === 'for';
    for (let next = at + 1; next < this.tokens.length && !isEnd(this.tokens[next].text); next++) {
      if (this.calls(next, name, 'Loop') || this.calls(next, name, 'N')) return true;
    }
    return false;
  }

  private calls(at: number, name: string, member: string): boolean {
    const { tokens } = this;
    return tokens[at].text === name && tokens[at + 1]?.text === '.' && tokens[at + 2]?.text === member;
  }
}

/** The parts of a range outside of the others, which are in order. */
function without([first, last]: LineStretch, others: readonly LineStretch[]): LineStretch[] {
  const left: LineStretch[] = [];
  let from = first;
  for (const [start, end] of others) {
    if (start > last) break;
    if (start - 1 >= from) left.push([from, start - 1]);
    from = Math.max(from, end + 1);
  }
  if (from <= last) left.push([from, last]);
  return left;
}
