import type { BenchmarkLoop } from '../../profile/lines/loopOfStacks';
import type { Steps } from '../../profile/work/guard';
import { printedName, stringValue } from './caseNames';
import { type BracketedText, bracketedText } from './goBrackets';
import { STEP_MASK } from './goTokens';

/**
 * Whether a benchmark, with its function literals and the functions that it hands its `*testing.B` on to, loops over
 * `b.Loop()`, or over `b.N` or `b.RunParallel`. undefined: both, or the source does not show it.
 *
 *     func BenchmarkX(b *testing.B) {
 *         b.Run("large", func(b *testing.B) { loop(b, 9) })     // BenchmarkX/large: as in loop
 *
 * @param name `BenchmarkX`, or `BenchmarkX/case`: only the `b.Run` of that name counts, or those of computed names
 * @param text of the file of the benchmark
 * @param others texts of the package's other test files; read if a function is not in the first
 */
export function* loopStyle(
  text: string,
  name: string,
  others: readonly string[] = [],
): Steps<BenchmarkLoop | undefined> {
  const reader = new LoopReader([text, ...others]);
  const [baseName, ...parts] = name.split('/') as [string, ...string[]];
  const body = yield* reader.functionNamed(baseName);
  if (body === undefined) return undefined;
  const names = yield* benchmarkNames(body);
  const inCases = yield* reader.loopsIn(yield* caseOf(body, parts), names);
  const loops = inCases.size > 0 ? inCases : yield* reader.loopsIn([body], names);
  return loops.size === 1 ? [...loops][0] : undefined;
}

/** A range of tokens, `to` exclusive. */
interface Code {
  readonly source: BracketedText;
  readonly from: number;
  readonly to: number;
}

/** The text of a token; empty outside of the range. */
function textAt({ source, from, to }: Code, at: number): string {
  return at >= from && at < to ? source.texts[at] : '';
}

/** Bodies of functions and methods, each from its parameters on, by name. */
type Functions = ReadonlyMap<string, Code>;

class LoopReader {
  private readonly functions: Functions[] = [];

  /** @param texts read one after the other, as far as needed */
  constructor(private readonly texts: readonly string[]) {}

  *functionNamed(name: string): Steps<Code | undefined> {
    for (const [i, text] of this.texts.entries()) {
      this.functions[i] ??= yield* functionsOf(yield* bracketedText(text));
      const body = this.functions[i].get(name);
      if (body !== undefined) return body;
    }
    return undefined;
  }

  /** The kinds of loops in some code and in the functions that it hands one of these names on to. */
  *loopsIn(codes: readonly Code[], names: ReadonlySet<string>): Steps<ReadonlySet<BenchmarkLoop>> {
    const found = new Set<BenchmarkLoop>();
    const called = new Set<string>();
    for (const code of codes) yield* follow(code, names, { found, called });
    // The set grows in the loop, which visits each function once.
    for (const name of called) {
      const body = yield* this.functionNamed(name);
      if (body !== undefined) yield* follow(body, yield* benchmarkNames(body), { found, called });
    }
    return found;
  }
}

interface Followed {
  readonly found: Set<BenchmarkLoop>;
  /** The functions called with one of the names, and those that `b.Run` calls. */
  readonly called: Set<string>;
}

function* follow(code: Code, names: ReadonlySet<string>, { found, called }: Followed): Steps<void> {
  for (let at = code.from; at < code.to; at++) {
    const loop = loopAt(code, at, names);
    if (loop !== undefined) found.add(loop);
    const name = calledAt(code, at, names);
    if (name !== undefined) called.add(name);
    if ((at & STEP_MASK) === 0) yield;
  }
}

function loopAt(code: Code, at: number, names: ReadonlySet<string>): BenchmarkLoop | undefined {
  if (textAt(code, at + 1) !== '.' || !names.has(textAt(code, at)) || textAt(code, at - 1) === '.') return undefined;
  const member = textAt(code, at + 2);
  if (member === 'Loop') return 'b.Loop';
  return member === 'N' || member === 'RunParallel' ? 'b.N' : undefined;
}

function calledAt(code: Code, at: number, names: ReadonlySet<string>): string | undefined {
  const [before, text, after] = [textAt(code, at - 1), textAt(code, at), textAt(code, at + 1)];
  const isLast = after === ')' || after === '';
  if (!isLast && after !== ',') return undefined;
  if (names.has(text) && (before === ',' || before === '(')) return textAt(code, callAround(code, at) - 1);
  // The second argument of b.Run: `f`, `value.f`.
  const first = before === '.' ? at - 2 : at;
  if (!isLast || (first > code.from && textAt(code, first - 1) !== ',')) return undefined;
  return first === code.from || textAt(code, callAround(code, first) - 1) === 'Run' ? text : undefined;
}

/** The index of the parenthesis around an argument; before the range if there is none in it. */
function callAround({ source, from }: Code, at: number): number {
  const open = source.call[at];
  return open >= from ? open : -1;
}

/** The functions and methods of a file with a parameter of type `*testing.B`; a literal is part of its function. */
function* functionsOf(source: BracketedText): Steps<Functions> {
  const { texts, closing } = source;
  const functions = new Map<string, Code>();
  for (let at = 0; at < texts.length; at++) {
    if ((at & STEP_MASK) === 0) yield;
    if (texts[at] !== 'func') continue;
    const nameAt = texts[at + 1] === '(' ? closing[at + 1] + 1 : at + 1;
    const bodyAt = nextBrace(texts, nameAt + 1);
    const end = closing[bodyAt] ?? texts.length;
    const name = texts[nameAt] ?? '';
    const parameters = yield* benchmarkNames({ source, from: nameAt + 1, to: bodyAt });
    const to = Math.min(end + 1, texts.length);
    if (parameters.size > 0 && !functions.has(name)) functions.set(name, { source, from: nameAt + 1, to });
    at = end;
  }
  return functions;
}

function nextBrace(texts: readonly string[], from: number): number {
  const found = texts.indexOf('{', from);
  return found < 0 ? texts.length : found;
}

/** Parameters of type `*testing.B`; the file may import package testing under any name. */
function* benchmarkNames({ source: { texts }, from, to }: Code): Steps<ReadonlySet<string>> {
  const names = new Set<string>();
  for (let at = from; at + 4 < to; at++) {
    if ((at & STEP_MASK) === 0) yield;
    if (texts[at + 1] !== '*' || texts[at + 3] !== '.' || texts[at + 4] !== 'B') continue;
    if (/^[\p{L}_]/u.test(texts[at])) names.add(texts[at]);
  }
  return names;
}

/**
 * The code that `b.Run` calls for a case, and the cases inside it; without a name, for all cases, as a benchmark with
 * cases has no operations itself. Without `b.Run`, all of the code.
 */
function* caseOf(code: Code, [part, ...inner]: readonly string[], nesting = 0): Steps<readonly Code[]> {
  const calls = nesting < DEEPEST ? yield* runCalls(code) : [];
  if (calls.length === 0) return [code];
  const literal = calls.find(({ name }) => name === part);
  const computed = calls.filter(({ name }) => name === undefined);
  const codes: Code[] = [];
  for (const call of part === undefined ? calls : literal ? [literal] : computed) {
    codes.push(...(yield* caseOf(call.code, inner, nesting + 1)));
  }
  return codes;
}

/** Limit for nested calls of `b.Run`; deeper ones count as part of their parents. */
const DEEPEST = 20;

interface RunCall {
  /** undefined: not a literal. */
  readonly name: string | undefined;
  /** Its second argument. */
  readonly code: Code;
}

/** The outermost calls of `b.Run`. */
function* runCalls(code: Code): Steps<RunCall[]> {
  const { source, from, to } = code;
  const { texts, closing } = source;
  const calls: RunCall[] = [];
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

/** The index of the first comma of a range that is in no brackets of the range. */
function commaAfter({ texts, closing }: BracketedText, from: number, to: number): number | undefined {
  for (let at = from; at < to; at++) {
    const text = texts[at];
    if (text === ',') return at;
    if (text === '(' || text === '[' || text === '{') at = closing[at];
  }
  return undefined;
}
