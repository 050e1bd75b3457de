import { GoScanner } from '../capture/goCode/goScanner';

/** How the source writes the name of a sub-benchmark. */
export interface RunName {
  /** What the name is, or where it is made when it runs, what it begins with. As the testing package writes it. */
  readonly text: string;
  readonly isLiteral: boolean;
}

/** A call `b.Run(name, …)` with no other such call inside. */
export interface RunCall {
  /** 1-based line in the text, of the word `Run`. */
  readonly line: number;
  /** Names of the calls around it and, last, its own. */
  readonly path: readonly RunName[];
}

interface Open {
  /** Unset for any other bracket. */
  readonly run?: { readonly line: number; readonly name: string[]; hasInner: boolean };
  commas: number;
}

/** The calls of a function's text that run sub-benchmarks, from the top to the bottom. */
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
  // b.Run takes a name and a function; what runs with less is something else.
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
