import type { LineStretch } from './benchmarkSetup';
import { tokensOf, type Token } from './goTokens';

/** The loops of the benchmarks in a test file. */
export interface BenchmarkLoops {
  /** Functions that take a `*testing.B`: the benchmarks, and helpers that loop for them. */
  readonly functions: readonly string[];
  /**
   * The headers of loops over `b.Loop()`, `b.N` and `pb.Next()`, and the lines of `b.Run` and `b.RunParallel`, where a
   * benchmark waits for its sub-benchmarks or goroutines.
   */
  readonly lines: readonly LineStretch[];
}

/** Reads the loops from a file's text. A header ends before a body that begins on the same line. */
export function benchmarkLoops(text: string): BenchmarkLoops {
  const tokens = tokensOf(text);
  const names = new Map<string, 'B' | 'PB'>();
  tokens.forEach((_, at) => {
    const type = testingType(tokens, at);
    if (type) names.set(tokens[at].text, type);
  });
  const calls = (at: number, type: 'B' | 'PB', ...members: readonly string[]): boolean =>
    names.get(tokens[at].text) === type && tokens[at + 1]?.text === '.' && members.includes(tokens[at + 2]?.text ?? '');
  const loops = (at: number): boolean => calls(at, 'B', 'Loop', 'N') || calls(at, 'PB', 'Next');
  const bodies = bodiesOf(tokens);
  const nextLoop = nextOf(tokens, loops);
  const lines = tokens.flatMap(({ text: word, line }, at): LineStretch[] => {
    if (calls(at, 'B', 'Run', 'RunParallel')) return [[line, line]];
    const brace = word === 'for' ? bodies[at] : tokens.length;
    if (brace === tokens.length || nextLoop[at] >= brace) return [];
    const last = tokens[brace + 1]?.line === tokens[brace].line ? tokens[brace].line - 1 : tokens[brace].line;
    return line <= last ? [[line, last]] : [];
  });
  return { functions: functionsOf(tokens, names, bodies), lines };
}

/** The type of a declared name, as in `b *testing.B` or `pb *testing.PB`; undefined: neither. */
function testingType(tokens: readonly Token[], at: number): 'B' | 'PB' | undefined {
  if (tokens[at + 1]?.text !== '*') return undefined;
  const [dot, type] = tokens.slice(at + 3, at + 5).map(({ text }) => text);
  return dot === '.' && (type === 'B' || type === 'PB') ? type : undefined;
}

/** Names of the functions, not methods, with a parameter of type `*testing.B`. */
function functionsOf(
  tokens: readonly Token[],
  names: ReadonlyMap<string, 'B' | 'PB'>,
  bodies: readonly number[],
): string[] {
  const nextParameter = nextOf(tokens, (at) => names.get(tokens[at].text) === 'B' && testingType(tokens, at) === 'B');
  return tokens.flatMap(({ text: word }, at) => {
    if (word !== 'func' || tokens[at + 2]?.text !== '(' || tokens[at + 1]?.text === '(') return [];
    return nextParameter[at + 2] < bodies[at] ? [tokens[at + 1].text] : [];
  });
}

/** For each token, the index of the next `{`, or the number of tokens. */
function bodiesOf(tokens: readonly Token[]): number[] {
  return nextOf(tokens, (at) => tokens[at].text === '{');
}

/** For each token, the index of the next token that fits, itself included, or the number of tokens. */
function nextOf(tokens: readonly Token[], fits: (at: number) => boolean): number[] {
  const next = new Array<number>(tokens.length);
  let last = tokens.length;
  for (let at = tokens.length - 1; at >= 0; at--) {
    if (fits(at)) last = at;
    next[at] = last;
  }
  return next;
}
