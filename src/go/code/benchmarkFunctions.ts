import type { Steps } from '../../profile/common/guard';
import { type BracketedText, bracketedText, STEP_MASK } from './goTokens';

/** The text of a test file. */
export interface TestFile {
  /** Base name. */
  readonly file: string;
  readonly text: string;
}

/** A range of tokens, `to` exclusive. */
export interface Code {
  readonly source: BracketedText;
  readonly from: number;
  readonly to: number;
}

/**
 * A function or method with a parameter of type `*testing.B`, or one that returns such a function:
 * `func bench(n int) func(*testing.B)`. The tokens begin with its parameters and include its function literals.
 */
export interface BenchmarkFunction extends Code {
  /** Whether it returns the benchmark, which is a function literal in its body. */
  readonly returnsBenchmark: boolean;
  /** Its name in a profile, without the package: `bench`, `(*suite).bench`. */
  readonly symbol: string;
  readonly file: string;
}

/** The benchmarks and their helpers in the test files of a package. */
export class BenchmarkFunctions {
  private readonly functions: ReadonlyMap<string, readonly BenchmarkFunction[]>[] = [];

  /** @param files the first has the benchmark; the others are read one after the other, as needed */
  constructor(private readonly files: readonly TestFile[]) {}

  /**
   * @param name `bench`, or `.bench` for methods
   * @returns several if methods of different types have the name
   */
  *named(name: string): Steps<readonly BenchmarkFunction[]> {
    const methods: BenchmarkFunction[] = [];
    for (const [i, file] of this.files.entries()) {
      this.functions[i] ??= yield* functionsOf(file);
      const functions = this.functions[i].get(name) ?? [];
      if (functions.length > 0 && !name.startsWith('.')) return functions;
      methods.push(...functions);
    }
    return methods;
  }
}

/** The text of a token; empty outside of the range. */
export function textAt({ source, from, to }: Code, at: number): string {
  return at >= from && at < to ? source.texts[at] : '';
}

/**
 * Returns the name of the function or `.method` that is called with a `*testing.B` at a token; undefined if there is
 * none. If the token is an argument and one of `names`, the function is the callee: `bench` for `b` in `bench(b)`. If
 * the token, or its call, is the last argument of `b.Run` or the whole range, the token itself names the function:
 * `bench` in `b.Run("x", bench)` and in `b.Run("x", bench(10))`.
 */
export function calledAt(code: Code, at: number, names: ReadonlySet<string>): string | undefined {
  const [before, text, after] = [textAt(code, at - 1), textAt(code, at), textAt(code, at + 1)];
  if (after === '(') return returningAt(code, at);
  const isLast = after === ')' || after === '';
  if (!isLast && after !== ',') return undefined;
  if (names.has(text) && (before === ',' || before === '(')) return nameAt(code, calleeAround(code, at));
  // Where the argument begins: at `f`, or at `value` in `value.f`.
  const first = before === '.' ? at - 2 : at;
  if (!isLast || (first > code.from && textAt(code, first - 1) !== ',')) return undefined;
  return first === code.from || textAt(code, callAround(code, first) - 1) === 'Run' ? nameAt(code, at) : undefined;
}

/** The name of the function at a token if its call is the last argument of `b.Run`, or the whole range. */
function returningAt(code: Code, at: number): string | undefined {
  const end = code.source.closing[at + 1];
  const [before, after] = [textAt(code, at - 1), textAt(code, end + 1)];
  if (after !== ')' && after !== '') return undefined;
  const first = before === '.' ? at - 2 : at;
  if (first > code.from && textAt(code, first - 1) !== ',') return undefined;
  return first === code.from || textAt(code, callAround(code, first) - 1) === 'Run' ? nameAt(code, at) : undefined;
}

/** The name of the function at a token: `.method` after a dot. */
export function nameAt(code: Code, at: number): string {
  return (textAt(code, at - 1) === '.' ? '.' : '') + textAt(code, at);
}

/** The index of the function that is called with the token as an argument; undefined if it is not an argument. */
export function calleeAt(code: Code, at: number): number | undefined {
  const [before, after] = [textAt(code, at - 1), textAt(code, at + 1)];
  const isArgument = (before === ',' || before === '(') && (after === ',' || after === ')');
  return isArgument ? calleeAround(code, at) : undefined;
}

/** Limit in tokens for receivers, type arguments and the first arguments in `bench(10)(b)`; the rest is not read. */
const MAX_ARGUMENT_TOKENS = 50;

/** The index of the function whose call is around a token: `bench` in `bench[int](b)` and `bench(10)(b)`. */
function calleeAround(code: Code, at: number): number {
  const before = callAround(code, at) - 1;
  if (![']', ')'].includes(textAt(code, before))) return before;
  for (let open = before - 1; open >= Math.max(code.from, before - MAX_ARGUMENT_TOKENS); open--) {
    if (['[', '('].includes(code.source.texts[open]) && code.source.closing[open] === before) return open - 1;
  }
  return before;
}

/** The index of the parenthesis around an argument; -1 if it is not in the range. */
function callAround({ source, from }: Code, at: number): number {
  const open = source.call[at];
  return open >= from ? open : -1;
}

function* functionsOf({ file, text }: TestFile): Steps<ReadonlyMap<string, readonly BenchmarkFunction[]>> {
  const source = yield* bracketedText(text);
  const { texts, closing } = source;
  const functions = new Map<string, BenchmarkFunction[]>();
  for (let at = 0; at < texts.length; at++) {
    if ((at & STEP_MASK) === 0) yield;
    if (texts[at] !== 'func') continue;
    const isMethod = texts[at + 1] === '(';
    const nameAt = isMethod ? closing[at + 1] + 1 : at + 1;
    const bodyAt = nextBrace(texts, nameAt + 1);
    const end = closing[bodyAt] ?? texts.length;
    const name = texts[nameAt] ?? '';
    const parameters = yield* testingBParameters({ source, from: nameAt + 1, to: bodyAt });
    const returnsBenchmark = hasBenchmarkResult({ source, from: nameAt + 1, to: bodyAt });
    const to = Math.min(end + 1, texts.length);
    if (parameters.size > 0 || returnsBenchmark) {
      const receiver = isMethod ? receiverOf(texts.slice(at + 2, Math.min(nameAt - 1, at + MAX_ARGUMENT_TOKENS))) : '';
      const declared = { symbol: receiver + name, file, returnsBenchmark, source, from: nameAt + 1, to };
      const key = isMethod ? `.${name}` : name;
      const sameKey = functions.get(key);
      if (sameKey === undefined) functions.set(key, [declared]);
      else if (isMethod) sameKey.push(declared);
    }
    at = end;
  }
  return functions;
}

/** Limit in tokens for the result type that is read: `func(b *testing.B)` has 8. */
const MAX_RESULT_TOKENS = 8;

/** Whether the result of a signature is `func(*testing.B)`; a named type of that shape is not recognized. */
function hasBenchmarkResult({ source: { texts, closing }, from, to }: Code): boolean {
  const open = texts.indexOf('(', from);
  const at = open >= from && open < to ? closing[open] + 1 : to;
  const result = texts.slice(at, Math.min(to, at + MAX_RESULT_TOKENS)).join(' ');
  return /^func \( (?:\S+ )?\* \S+ \. B \)$/.test(result);
}

/** The receiver in a profile, without type parameters: `s *suite` → `(*suite).`. */
function receiverOf(words: readonly string[]): string {
  const end = words.indexOf('[');
  const type = words.slice(0, end < 0 ? words.length : end).at(-1) ?? '';
  return words.includes('*') ? `(*${type}).` : `${type}.`;
}

function nextBrace(texts: readonly string[], from: number): number {
  const index = texts.indexOf('{', from);
  return index < 0 ? texts.length : index;
}

/** The names of parameters of type `*testing.B`; the file may import package testing under any name. */
export function* testingBParameters({ source: { texts }, from, to }: Code): Steps<ReadonlySet<string>> {
  const names = new Set<string>();
  for (let at = from; at + 4 < to; at++) {
    if ((at & STEP_MASK) === 0) yield;
    if (texts[at + 1] !== '*' || texts[at + 3] !== '.' || texts[at + 4] !== 'B') continue;
    if (/^[\p{L}_]/u.test(texts[at])) names.add(texts[at]);
  }
  return names;
}
