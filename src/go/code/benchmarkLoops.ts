import type { Steps } from '../../profile/common/guard';
import type { LineRange } from './bodySetup';
import { STEP_MASK, tokensOf, type Tokens } from './goTokens';

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
