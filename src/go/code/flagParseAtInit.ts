import type { Steps } from '../../profile/common/guard';
import { bracketedText, type BracketedText, STEP_MASK } from './goTokens';

/** Where a package parses the command line. */
export interface ParseCall {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
}

/** Quickly leaves out texts that do not parse the command line. */
export function mayParseFlags(text: string): boolean {
  return /\b(?:flag|pflag|kingpin|flags)\.Parse\(|\.Parse\w*\(\s*os\.Args/.test(text);
}

interface Code {
  readonly file: string;
  readonly source: BracketedText;
  readonly from: number;
  readonly to: number;
}

/**
 * The first call that parses the command line while a package is initialized: in an init function, in the value of a
 * variable, or in a function of the package that they call. undefined if there is none.
 *
 *     var level = read()
 *     func read() string { flag.Parse(); … }
 *
 * @param files all files of one package: texts by path
 */
export function* flagParseAtInit(files: Iterable<readonly [file: string, text: string]>): Steps<ParseCall | undefined> {
  const functions = new Map<string, Code>();
  const pending: Code[] = [];
  for (const [file, text] of files) {
    const source = yield* bracketedText(text);
    const { texts, closing } = source;
    for (let at = 0; at < texts.length; at++) {
      if ((at & STEP_MASK) === 0) yield;
      if (['(', '[', '{'].includes(texts[at])) at = closing[at];
      if (texts[at] !== 'func' && texts[at] !== 'var') continue;
      const isVariable = texts[at] === 'var';
      const end = isVariable ? declarationEnd(source, at) : bodyEnd(source, at);
      const code = { file, source, from: at + 1, to: end };
      if (isVariable || texts[at + 1] === 'init') pending.push(code);
      else functions.set(nameOf(source, at), code);
      at = end;
    }
  }
  // The list grows in the loop, which visits each function once.
  for (const { file, source, from, to } of pending) {
    const { texts, lines } = source;
    for (let at = from; at < to; at++) {
      if ((at & STEP_MASK) === 0) yield;
      if (texts[at + 1] !== '(') continue;
      if (isParse(texts, at)) return { file, line: lines[at] };
      const name = texts[at - 1] === '.' ? `.${texts[at]}` : texts[at];
      const called = functions.get(name);
      if (!called) continue;
      functions.delete(name);
      pending.push(called);
    }
  }
  return undefined;
}

/** `Parse` in `flag.Parse()`, `flags.Parse(&options)` or `set.Parse(os.Args[1:])`. */
function isParse(texts: readonly string[], at: number): boolean {
  if (!/^(?:Must)?Parse/.test(texts[at]) || texts[at - 1] !== '.') return false;
  return ['flag', 'pflag', 'kingpin', 'flags'].includes(texts[at - 2]) || (texts[at + 2] === 'os' && texts[at + 4] === 'Args');
}

/** The name of the function at the token `func`; `.name` for a method. */
function nameOf({ texts, closing }: BracketedText, at: number): string {
  return texts[at + 1] === '(' ? `.${texts[closing[at + 1] + 1]}` : texts[at + 1];
}

/** The index of the brace that closes the body of the function at the token `func`. */
function bodyEnd({ texts, closing }: BracketedText, at: number): number {
  const open = texts.indexOf('{', at);
  return open < 0 ? texts.length : closing[open];
}

const KEYWORDS: ReadonlySet<string> = new Set(['func', 'var', 'type', 'const', 'import']);

/** The index before the next declaration after the token `var`: its keyword begins a line. */
function declarationEnd({ texts, lines, closing }: BracketedText, at: number): number {
  for (let i = at + 1; i < texts.length; i++) {
    if (KEYWORDS.has(texts[i]) && lines[i] > lines[i - 1]) return i - 1;
    if (['(', '[', '{'].includes(texts[i])) i = closing[i];
  }
  return texts.length;
}
