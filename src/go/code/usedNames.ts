import type { Steps } from '../../profile/common/guard';
import { type Code, testingBParameters, textAt } from './benchmarkFunctions';
import { STEP_MASK } from './goTokens';

/**
 * The names of functions that code calls, or passes on as values: `push` of the package or a dot import, `stack.Push`
 * of an import, `.push` of a method. Names decide, not types; a name that a parameter or variable shadows is left out,
 * and so are the methods of a `*testing.B`. Function literals are included.
 * @param code from the parameters of a function to the end of its body
 * @param imports import paths by the name that the file uses for them
 */
export function* usedNames(code: Code, imports: ReadonlyMap<string, string>): Steps<ReadonlySet<string>> {
  const { texts } = code.source;
  const used = new Set<string>();
  const scopes = new Scopes(code, yield* testingBParameters(code));
  for (let at = scopes.enterFunction(code.from); at < code.to; at++) {
    if ((at & STEP_MASK) === 0) yield;
    scopes.moveTo(at);
    const text = texts[at];
    if (!isName(text)) continue;
    if (text === 'func') at = scopes.enterFunction(at + 1) - 1;
    else if (text === 'var' || text === 'const' || text === 'type') at = scopes.declare(at + 1, listEnd(code, at + 1));
    else if (isDeclared(code, at)) at = scopes.declare(at, listEnd(code, at));
    else for (const name of namesAt(code, at, scopes, imports)) used.add(name);
  }
  return used;
}

function* namesAt(code: Code, at: number, scopes: Scopes, imports: ReadonlyMap<string, string>): Iterable<string> {
  const name = textAt(code, at);
  if (textAt(code, at - 1) !== '.') {
    if (!scopes.has(name) && (isCalled(code, at) || isValue(code, at, at))) yield name;
    return;
  }
  const owner = textAt(code, at - 2);
  const isPlain = isName(owner) && textAt(code, at - 3) !== '.';
  if (isPlain && scopes.testing.has(owner)) return;
  const isFree = isPlain && !scopes.has(owner);
  const isImport = isFree && imports.has(owner);
  // The name of a package may differ from its path.
  if (isFree && (isCalled(code, at) || isValue(code, at, at - 2))) yield `${owner}.${name}`;
  // A field may have the name of a method, so a method that is a value counts only where a function must be.
  if (!isImport && (isCalled(code, at) || isRun(code, at))) yield `.${name}`;
}

/** The names that parameters and variables have at a token. */
class Scopes {
  /** For each open brace, the names that are declared in it. */
  private readonly open: string[][] = [[]];
  private readonly counts = new Map<string, number>();
  /** Declared by a statement whose own expressions do not see the names yet: `push := push()`. */
  private pending: { readonly names: string[]; readonly line: number } | undefined;
  /** Parameters by the brace of their function's body. */
  private readonly parameters = new Map<number, readonly string[]>();

  /** @param testing names of `*testing.B` */
  constructor(private readonly code: Code, readonly testing: ReadonlySet<string>) {}

  has(name: string): boolean {
    return (this.counts.get(name) ?? 0) > 0;
  }

  moveTo(at: number): void {
    const { source: { texts, lines } } = this.code;
    const text = texts[at];
    if (this.pending && (lines[at] > this.pending.line || text === ';' || text === '{')) {
      this.add(this.pending.names);
      this.pending = undefined;
    }
    if (text === '{') {
      this.open.push([]);
      this.add(this.parameters.get(at) ?? []);
    } else if (text === '}') {
      this.pending = undefined;
      for (const name of this.open.pop() ?? []) this.counts.set(name, this.counts.get(name)! - 1);
    }
  }

  /** Declares a list of names. @returns the index of the last name */
  declare(first: number, last: number): number {
    const { texts, lines } = this.code.source;
    const names = this.pending?.names ?? [];
    for (let at = first; at <= last && at < this.code.to; at += 2) names.push(texts[at]);
    this.pending = { names, line: lines[Math.min(last, texts.length - 1)] };
    return last;
  }

  /** Reads a signature from its type parameters or parameters. @returns the index of the body, or what comes after */
  enterFunction(from: number): number {
    const { closing } = this.code.source;
    const names: string[] = [];
    let at = textAt(this.code, from) === '[' ? closing[from] + 1 : from;
    // The parameters, and results with names.
    for (let lists = 0; lists < 2 && textAt(this.code, at) === '('; lists++) {
      this.readParameters(at, names);
      at = closing[at] + 1;
    }
    const body = bodyAt(this.code, at);
    if (body === undefined) return at;
    this.parameters.set(body, names);
    return body;
  }

  /** Adds the names of parameters, and types without a package, which no function has as its name. */
  private readParameters(open: number, names: string[]): void {
    const { closing } = this.code.source;
    for (let at = open + 1; at < closing[open] && at < this.code.to; at++) {
      const text = textAt(this.code, at);
      if (text === '(' || text === '[' || text === '{') at = closing[at];
      else if (isName(text) && /^[(,]$/.test(textAt(this.code, at - 1)) && textAt(this.code, at + 1) !== '.') names.push(text);
    }
  }

  private add(names: readonly string[]): void {
    for (const name of names) {
      this.open.at(-1)?.push(name);
      this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
    }
  }
}

/** Limit in tokens for a result type without parentheses. */
const MAX_RESULT_TOKENS = 50;

/** The brace of a function's body, after its parameters; undefined for a function type. */
function bodyAt(code: Code, from: number): number | undefined {
  const { lines, closing } = code.source;
  for (let at = from; at < code.to && at < from + MAX_RESULT_TOKENS; at++) {
    const text = textAt(code, at);
    if (text === '{') return at;
    if (lines[at] !== lines[at - 1] || [')', ',', ';', '=', '}'].includes(text)) return undefined;
    if (text === '(' || text === '[') at = closing[at];
    else if ((text === 'struct' || text === 'interface') && textAt(code, at + 1) === '{') at = closing[at + 1];
  }
  return undefined;
}

/** Whether a list of names that begins here is declared: `a, b := …`. */
function isDeclared(code: Code, at: number): boolean {
  // Each list is read once, from its first name.
  if ([',', '.'].includes(textAt(code, at - 1))) return false;
  const end = listEnd(code, at);
  return textAt(code, end + 1) === ':' && textAt(code, end + 2) === '=';
}

/** The index of the last name of a list `a, b, c`. */
function listEnd(code: Code, first: number): number {
  let at = first;
  while (textAt(code, at + 1) === ',' && isName(textAt(code, at + 2))) at += 2;
  return at;
}

/** Whether `push(…)` or `push[int](…)` is at a token. */
function isCalled(code: Code, at: number): boolean {
  return textAt(code, afterTypes(code, at)) === '(';
}

/** The index after a name and its type arguments. */
function afterTypes(code: Code, at: number): number {
  return textAt(code, at + 1) === '[' ? code.source.closing[at + 1] + 1 : at + 1;
}

/** Whether a name is an argument, an element, a result, or what is assigned. @param first where `stack.Push` begins */
function isValue(code: Code, at: number, first: number): boolean {
  const { lines } = code.source;
  const after = afterTypes(code, at);
  const ends = [')', ',', '}', ';', ''].includes(textAt(code, after)) || lines[after] > lines[after - 1];
  return ends && ['(', ',', '{', ':', '=', 'return'].includes(textAt(code, first - 1));
}

/** Whether `.bench` is the last argument of `b.Run`. */
function isRun(code: Code, at: number): boolean {
  return textAt(code, at + 1) === ')' && textAt(code, code.source.call[at] - 1) === 'Run';
}

function isName(text: string): boolean {
  return /^[\p{L}_]/u.test(text);
}
