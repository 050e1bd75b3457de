import { GoScanner } from '../capture/goCode/goScanner';

/** The name of a sub-benchmark, as the source writes it. */
export interface RunName {
  /** The name, or the constant start of a computed name, as package testing prints it. */
  readonly text: string;
  readonly isLiteral: boolean;
}

/** A call `b.Run(name, …)` without another one inside. */
export interface RunCall {
  /** The 1-based line of the word `Run`. */
  readonly line: number;
  /** The names of the enclosing calls, then its own. */
  readonly path: readonly RunName[];
}

interface Open {
  /** Unset for other brackets. */
  readonly run?: { readonly line: number; readonly name: string[]; hasInner: boolean };
  commas: number;
}

/** The innermost `b.Run` calls in a function's text, from top to bottom. */
export function runCalls(text: string): RunCall[] {
  const found: RunCall[] = [];
  const open: Open[] = [];
  const scanner = new GoScanner(text);
  let last: readonly string[] = [];
  for (let token = scanner.next(); token !== 'end'; token = scanner.next()) {
    const word = scanner.text();
    if (token === 'punctuation' && ')]}'.includes(word)) close(open, found);
    else if (token === 'punctuation' && word === ',' && open.length > 0) open.at(-1)!.commas++;
    for (const { run, commas } of open) if (run && commas === 0) run.name.push(word);
    if (token === 'punctuation' && '([{'.includes(word)) {
      const isRun = word === '(' && last.join('') === '.Run';
      open.push({ run: isRun ? { line: scanner.line, name: [], hasInner: false } : undefined, commas: 0 });
    }
    last = [...last.slice(-1), word];
  }
  return found.sort((a, b) => a.line - b.line);
}

function close(open: Open[], found: RunCall[]): void {
  const { run, commas } = open.pop() ?? { commas: 0 };
  // b.Run takes two arguments.
  if (!run || commas === 0) return;
  const around = open.flatMap((each) => each.run ?? []);
  for (const outer of around) outer.hasInner = true;
  if (!run.hasInner) found.push({ line: run.line, path: [...around, run].map(({ name }) => nameOf(name)) });
}

/** From the tokens of the first argument: `"short"`, `"n=" + …`, `fmt.Sprintf("n=%d", …)`, `fmt.Sprint("n=", …)`. */
function nameOf(tokens: readonly string[]): RunName {
  const [first = '', second] = tokens;
  if (isString(first) && second === undefined) return { text: rewritten(unquoted(first)), isLiteral: true };
  if (isString(first) && second === '+') return { text: rewritten(unquoted(first)), isLiteral: false };
  const [pkg, dot, printer = '', bracket, text = ''] = tokens;
  if (pkg !== 'fmt' || dot !== '.' || bracket !== '(' || !isString(text)) return { text: '', isLiteral: false };
  const [fixed = ''] = printer === 'Sprintf' ? unquoted(text).split('%') : [printer === 'Sprint' ? unquoted(text) : ''];
  return { text: rewritten(fixed), isLiteral: false };
}

function isString(token: string): boolean {
  return token.startsWith('"') || token.startsWith('`');
}

function unquoted(literal: string): string {
  return literal.startsWith('`') ? literal.slice(1, -1) : literal.slice(1, -1).replace(/\\(["\\])/g, '$1');
}

/** testing's rewrite(): spaces become underscores. */
function rewritten(name: string): string {
  return name.replace(/\s/g, '_');
}
