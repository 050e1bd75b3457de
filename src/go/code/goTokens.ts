import type { Steps } from '../../profile/common/guard';
import { GoScanner } from './goScanner';

/** The tokens of a Go text, without comments, in arrays: a text of a megabyte may have a million tokens. */
export interface Tokens {
  readonly texts: readonly string[];
  /** 1-based. */
  readonly lines: readonly number[];
}

/** A loop over tokens ends a step whenever `(at & STEP_MASK) === 0`, which is about every millisecond. */
export const STEP_MASK = 0x1fff;

/** All tokens of a text; the text of every string literal is `""`. */
export function tokensOf(text: string): Steps<Tokens> {
  return readTokens(text, () => '""');
}

/** Like `tokensOf`, with string literals as they are written. */
function tokensWithStrings(text: string): Steps<Tokens> {
  return readTokens(text, (literal) => literal);
}

function* readTokens(text: string, textOf: (literal: string) => string): Steps<Tokens> {
  const scanner = new GoScanner(text);
  const texts: string[] = [];
  const lines: number[] = [];
  for (let kind = scanner.next(); kind !== 'end'; kind = scanner.next()) {
    const word = scanner.text();
    texts.push(kind === 'string' ? textOf(word) : word);
    if ((lines.push(scanner.line) & STEP_MASK) === 0) yield;
  }
  return { texts, lines };
}

/** The tokens of a Go text, with its brackets matched. Each kind of bracket is matched separately. */
export interface BracketedText extends Tokens {
  /** For each opening bracket, the index of the one that closes it; the number of tokens if none does. */
  readonly closing: Int32Array;
  /** For each token, the index of the innermost parenthesis around it, or -1. */
  readonly call: Int32Array;
}

export function* bracketedText(text: string): Steps<BracketedText> {
  const tokens = yield* tokensWithStrings(text);
  const { texts } = tokens;
  const closing = new Int32Array(texts.length).fill(texts.length);
  const call = new Int32Array(texts.length);
  const [parentheses, brackets, braces]: number[][] = [[], [], []];
  const open = new Map([['(', parentheses], ['[', brackets], ['{', braces]]);
  const close = new Map([[')', parentheses], [']', brackets], ['}', braces]]);
  for (let at = 0; at < texts.length; at++) {
    const text = texts[at];
    call[at] = parentheses.at(-1) ?? -1;
    open.get(text)?.push(at);
    const opening = close.get(text)?.pop();
    if (opening !== undefined) closing[opening] = at;
    if ((at & STEP_MASK) === 0) yield;
  }
  return { ...tokens, closing, call };
}
