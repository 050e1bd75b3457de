import { GoScanner } from './goScanner';
import { isStringLiteral, printedName, stringValue } from './printedName';

/** A call `b.Run(name, …)`. */
export interface RunCall {
  /** The 1-based line of the word `Run`. */
  readonly line: number;
  /** The names of the enclosing calls, then its own. */
  readonly path: readonly NameInSource[];
  /** Whether its arguments contain another call of `b.Run`. */
  readonly hasInner: boolean;
  /** Whether the text declares its receiver as a `*testing.B`. */
  readonly isOfBenchmark: boolean;
}

/** A call whose closing parenthesis has not been read. */
interface OpenRun {
  readonly line: number;
  /** The first tokens of the first argument. */
  readonly name: string[];
  readonly isOfBenchmark: boolean;
  hasInner: boolean;
  /** The number of commas between the call's arguments, without those in nested brackets. */
  commas: number;
}

/** Limit for nested calls; deeper ones are left out. */
const MAX_NESTING = 20;

/** The `b.Run` calls in a function's text, from top to bottom. */
export function runCalls(text: string): RunCall[] {
  const calls: RunCall[] = [];
  /** The open brackets; undefined for those that are not of `b.Run`. */
  const open: (OpenRun | undefined)[] = [];
  const runs: OpenRun[] = [];
  const scanner = new GoScanner(text);
  const benchmarks = new Set<string>();
  /** The last tokens, newest first. */
  let last: readonly string[] = [];
  for (let token = scanner.next(); token !== 'end'; token = scanner.next()) {
    const word = scanner.text();
    const inner = open.at(-1);
    if (token === 'punctuation' && ')]}'.includes(word)) {
      open.pop();
      if (inner) close(runs, calls);
    } else if (inner && token === 'punctuation' && word === ',') inner.commas++;
    for (const run of runs) if (run.commas === 0 && run.name.length < MAX_NAME_TOKENS) run.name.push(word);
    if (token === 'punctuation' && '([{'.includes(word)) {
      const isRun = word === '(' && last[0] === 'Run' && last[1] === '.' && runs.length < MAX_NESTING;
      const isOfBenchmark = benchmarks.has(last[2] ?? '');
      const run = isRun ? { line: scanner.line, name: [], isOfBenchmark, hasInner: false, commas: 0 } : undefined;
      open.push(run);
      if (run) runs.push(run);
    }
    const declared = word === 'B' ? parameterBefore(last) : undefined;
    if (declared !== undefined) benchmarks.add(declared);
    last = [word, ...last.slice(0, 3)];
  }
  return calls.sort((a, b) => a.line - b.line);
}

/** Ends the innermost call. */
function close(runs: OpenRun[], calls: RunCall[]): void {
  const path = runs.map(({ name }) => nameInSource(name));
  const run = runs.pop()!;
  // b.Run takes two arguments.
  if (run.commas === 0) return;
  for (const outer of runs) outer.hasInner = true;
  calls.push({ line: run.line, path, hasInner: run.hasInner, isOfBenchmark: run.isOfBenchmark });
}

/** The name in `name *testing.B` or `name *B`, from the tokens before `B`, newest first. */
function parameterBefore(last: readonly string[]): string | undefined {
  const [star, name] = last[0] === '.' ? last.slice(2) : last;
  return star === '*' ? name : undefined;
}

/** The name of a sub-benchmark, as the source writes it. */
interface NameInSource {
  /** The name, or the constant start of a computed name, as package testing prints it. */
  readonly text: string;
  readonly isLiteral: boolean;
}

/** The most tokens that `nameInSource` needs. */
const MAX_NAME_TOKENS = 5;

/** The name in a first argument's tokens: `"short"`, `"n=" + …`, `fmt.Sprintf("n=%d", …)`, `fmt.Sprint("n=", …)`. */
function nameInSource(tokens: readonly string[]): NameInSource {
  const [first = '', second] = tokens;
  if (isStringLiteral(first) && second === undefined) return { text: printedName(stringValue(first)), isLiteral: true };
  if (isStringLiteral(first) && second === '+') return { text: printedName(stringValue(first)), isLiteral: false };
  const [pkg, dot, printer = '', bracket, text = ''] = tokens;
  if (pkg !== 'fmt' || dot !== '.' || bracket !== '(' || !isStringLiteral(text)) return { text: '', isLiteral: false };
  const [fixed = ''] = printer === 'Sprintf' ? stringValue(text).split('%') : [printer === 'Sprint' ? stringValue(text) : ''];
  return { text: printedName(fixed), isLiteral: false };
}
