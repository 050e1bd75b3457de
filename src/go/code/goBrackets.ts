import type { Steps } from '../../profile/common/guard';
import { STEP_MASK, type Tokens, tokensWithStrings } from './goTokens';

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
