import type { BenchmarkLoop } from '../../profile/lines/loopOfStacks';
import { printedName, stringValue } from './caseNames';
import { tokensWithStrings, type Token } from './goTokens';

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
export function loopStyle(text: string, name: string, others: readonly string[] = []): BenchmarkLoop | undefined {
  const reader = new LoopReader(text, others);
  const [baseName, ...parts] = name.split('/') as [string, ...string[]];
  const body = reader.functionNamed(baseName);
  if (body === undefined) return undefined;
  const names = benchmarkNames(body);
  const inCases = reader.loopsIn(caseOf(body, parts), names);
  const loops = inCases.size > 0 ? inCases : reader.loopsIn(body, names);
  return loops.size === 1 ? [...loops][0] : undefined;
}

/** Bodies of functions and methods, each from its parameters on, by name. */
type Functions = ReadonlyMap<string, readonly Token[]>;

class LoopReader {
  private readonly files: (() => Functions)[];

  constructor(text: string, others: readonly string[]) {
    this.files = [text, ...others].map((each) => {
      let functions: Functions | undefined;
      return () => (functions ??= functionsOf(tokensWithStrings(each)));
    });
  }

  functionNamed(name: string): readonly Token[] | undefined {
    for (const functions of this.files) {
      const body = functions().get(name);
      if (body !== undefined) return body;
    }
    return undefined;
  }

  /** The kinds of loops in some code and in the functions that it hands one of these names on to. */
  loopsIn(code: readonly Token[], names: ReadonlySet<string>): ReadonlySet<BenchmarkLoop> {
    const found = new Set<BenchmarkLoop>();
    const called = new Set<string>();
    const follow = (tokens: readonly Token[], own: ReadonlySet<string>) => {
      for (const loop of loopsOver(tokens, own)) found.add(loop);
      for (const name of calledWith(tokens, own)) called.add(name);
    };
    follow(code, names);
    // The set grows in the loop, which visits each function once.
    for (const name of called) {
      const body = this.functionNamed(name);
      if (body !== undefined) follow(body, benchmarkNames(body));
    }
    return found;
  }
}

function loopsOver(code: readonly Token[], names: ReadonlySet<string>): BenchmarkLoop[] {
  return code.flatMap(({ text }, at): BenchmarkLoop[] => {
    if (!names.has(text) || code[at - 1]?.text === '.' || code[at + 1]?.text !== '.') return [];
    const member = code[at + 2]?.text;
    if (member === 'Loop') return ['b.Loop'];
    return member === 'N' || member === 'RunParallel' ? ['b.N'] : [];
  });
}

/** The functions and methods of a file with a parameter of type `*testing.B`; a literal is part of its function. */
function functionsOf(tokens: readonly Token[]): Functions {
  const functions = new Map<string, readonly Token[]>();
  for (let at = 0; at < tokens.length; at++) {
    if (tokens[at].text !== 'func') continue;
    const isMethod = tokens[at + 1]?.text === '(';
    const nameAt = isMethod ? closing(tokens, at + 1) + 1 : at + 1;
    let bodyAt = nameAt + 1;
    while (bodyAt < tokens.length && tokens[bodyAt].text !== '{') bodyAt++;
    const end = closing(tokens, bodyAt);
    const name = tokens[nameAt]?.text ?? '';
    const code = tokens.slice(nameAt + 1, end + 1);
    if (benchmarkNames(tokens.slice(nameAt + 1, bodyAt)).size > 0 && !functions.has(name)) functions.set(name, code);
    at = end;
  }
  return functions;
}

const OPENING: Readonly<Record<string, string>> = { '(': ')', '{': '}' };

/** The index of the bracket that closes the one at an index, or the number of tokens. */
function closing(tokens: readonly Token[], at: number): number {
  const open = tokens[at]?.text ?? '';
  const close = OPENING[open];
  let depth = 0;
  for (let next = at; next < tokens.length; next++) {
    if (tokens[next].text === open) depth++;
    if (tokens[next].text === close && --depth === 0) return next;
  }
  return tokens.length;
}

/** Parameters of type `*testing.B`; the file may import package testing under any name. */
function benchmarkNames(tokens: readonly Token[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (let at = 0; at + 4 < tokens.length; at++) {
    if (tokens[at + 1].text !== '*') continue;
    const [name, , , dot, type] = tokens.slice(at, at + 5).map(({ text }) => text);
    if (dot === '.' && type === 'B' && /^[\p{L}_]/u.test(name)) names.add(name);
  }
  return names;
}

/** A call has no more tokens than this before the name in its arguments. */
const LONGEST_CALL = 100;

/** The functions called with one of these names, and those that `b.Run` calls. */
function calledWith(code: readonly Token[], names: ReadonlySet<string>): string[] {
  const textAt = (at: number) => code[at]?.text ?? '';
  return code.flatMap(({ text }, at): string[] => {
    const isLast = textAt(at + 1) === ')' || textAt(at + 1) === '';
    const isArgument = (textAt(at - 1) === ',' || textAt(at - 1) === '(') && (isLast || textAt(at + 1) === ',');
    if (names.has(text) && isArgument) return [textAt(callBefore(code, at) - 1)];
    // The second argument of b.Run: `f`, `value.f`.
    const first = textAt(at - 1) === '.' ? at - 2 : at;
    if (!isLast || (first > 0 && textAt(first - 1) !== ',')) return [];
    const open = first === 0 ? undefined : callBefore(code, first);
    return open === undefined || textAt(open - 1) === 'Run' ? [text] : [];
  });
}

/** The index of the parenthesis around an argument; -1: it is not near. */
function callBefore(code: readonly Token[], at: number): number {
  let depth = 0;
  for (let before = at - 1; before >= Math.max(0, at - LONGEST_CALL); before--) {
    const { text } = code[before];
    if (text === ')') depth++;
    if (text === '(' && depth-- === 0) return before;
  }
  return -1;
}

/**
 * The code that `b.Run` calls for a case, and the cases inside it; without a name, for all cases, as a benchmark with
 * cases has no operations itself. Without `b.Run`, all of the code.
 */
function caseOf(code: readonly Token[], [part, ...inner]: readonly string[], nesting = 0): readonly Token[] {
  const calls = nesting < DEEPEST ? runCalls(code) : [];
  if (calls.length === 0) return code;
  if (part === undefined) return calls.flatMap((call) => caseOf(call.code, [], nesting + 1));
  const literal = calls.find(({ name }) => name === part);
  const computed = calls.filter(({ name }) => name === undefined);
  return (literal ? [literal] : computed).flatMap((call) => caseOf(call.code, inner, nesting + 1));
}

/** Limit for nested calls of `b.Run`; deeper ones count as part of their parents. */
const DEEPEST = 20;

interface RunCall {
  /** undefined: not a literal. */
  readonly name: string | undefined;
  /** Its second argument. */
  readonly code: readonly Token[];
}

/** The outermost calls of `b.Run`. */
function runCalls(code: readonly Token[]): RunCall[] {
  const calls: RunCall[] = [];
  for (let at = 1; at + 1 < code.length; at++) {
    if (code[at].text !== 'Run' || code[at - 1].text !== '.' || code[at + 1].text !== '(') continue;
    const end = closing(code, at + 1);
    const comma = commaAfter(code, at + 1, end);
    if (comma === undefined) continue;
    const { text } = code[at + 2];
    const isLiteral = comma === at + 3 && /^["`]/.test(text);
    calls.push({ name: isLiteral ? printedName(stringValue(text)) : undefined, code: code.slice(comma + 1, end) });
    at = end;
  }
  return calls;
}

/** The index of the first comma between brackets at two indexes that is in no other brackets. */
function commaAfter(code: readonly Token[], open: number, close: number): number | undefined {
  let depth = 0;
  for (let at = open + 1; at < close; at++) {
    const { text } = code[at];
    if (text === ',' && depth === 0) return at;
    if ('([{'.includes(text)) depth++;
    if (')]}'.includes(text)) depth--;
  }
  return undefined;
}
