import { GoScanner } from '../../capture/goCode/goScanner';
import { printedName, stringValue } from '../../capture/goCode/caseNames';

/** The name of a sub-benchmark, as the source writes it. */
export interface RunName {
  /** The name, or the constant start of a computed name, as package testing prints it. */
  readonly text: string;
  readonly isLiteral: boolean;
}

/** A call `b.Run(name, …)`. */
export interface RunCall {
  /** The 1-based line of the word `Run`. */
  readonly line: number;
  /** The names of the enclosing calls, then its own. */
  readonly path: readonly RunName[];
  /** Whether another call is inside. */
  readonly hasInner: boolean;
  /** Whether the text declares what comes before the dot as a `*testing.B`. */
  readonly isOfBenchmark: boolean;
}

interface Open {
  /** Unset for other brackets. */
  readonly run?: { readonly line: number; readonly name: string[]; readonly isOfBenchmark: boolean; hasInner: boolean };
  commas: number;
}

/** The `b.Run` calls in a function's text, from top to bottom. */
export function runCalls(text: string): RunCall[] {
  const found: RunCall[] = [];
  const open: Open[] = [];
  const scanner = new GoScanner(text);
  const benchmarks = new Set<string>();
  /** The last tokens, newest first. */
  let last: readonly string[] = [];
  for (let token = scanner.next(); token !== 'end'; token = scanner.next()) {
    const word = scanner.text();
    if (token === 'punctuation' && ')]}'.includes(word)) close(open, found);
    else if (token === 'punctuation' && word === ',' && open.length > 0) open.at(-1)!.commas++;
    for (const { run, commas } of open) if (run && commas === 0) run.name.push(word);
    if (token === 'punctuation' && '([{'.includes(word)) {
      const isRun = word === '(' && last[0] === 'Run' && last[1] === '.';
      const run = { line: scanner.line, name: [], isOfBenchmark: benchmarks.has(last[2] ?? ''), hasInner: false };
      open.push({ run: isRun ? run : undefined, commas: 0 });
    }
    const declared = word === 'B' ? parameterBefore(last) : undefined;
    if (declared !== undefined) benchmarks.add(declared);
    last = [word, ...last.slice(0, 3)];
  }
  return found.sort((a, b) => a.line - b.line);
}

function close(open: Open[], found: RunCall[]): void {
  const { run, commas } = open.pop() ?? { commas: 0 };
  // b.Run takes two arguments.
  if (!run || commas === 0) return;
  const around = open.flatMap((each) => each.run ?? []);
  for (const outer of around) outer.hasInner = true;
  const path = [...around, run].map(({ name }) => nameOf(name));
  found.push({ line: run.line, path, hasInner: run.hasInner, isOfBenchmark: run.isOfBenchmark });
}

/** The name in `name *testing.B` or `name *B`, from the tokens before `B`, newest first. */
function parameterBefore(last: readonly string[]): string | undefined {
  const [star, name] = last[0] === '.' ? last.slice(2) : last;
  return star === '*' ? name : undefined;
}

/** From the tokens of the first argument: `"short"`, `"n=" + …`, `fmt.Sprintf("n=%d", …)`, `fmt.Sprint("n=", …)`. */
function nameOf(tokens: readonly string[]): RunName {
  const [first = '', second] = tokens;
  if (isString(first) && second === undefined) return { text: printedName(stringValue(first)), isLiteral: true };
  if (isString(first) && second === '+') return { text: printedName(stringValue(first)), isLiteral: false };
  const [pkg, dot, printer = '', bracket, text = ''] = tokens;
  if (pkg !== 'fmt' || dot !== '.' || bracket !== '(' || !isString(text)) return { text: '', isLiteral: false };
  const [fixed = ''] = printer === 'Sprintf' ? stringValue(text).split('%') : [printer === 'Sprint' ? stringValue(text) : ''];
  return { text: printedName(fixed), isLiteral: false };
}

function isString(token: string): boolean {
  return token.startsWith('"') || token.startsWith('`');
}
