import { GoScanner } from './goScanner';

/** A token of a Go file. */
export interface Token {
  readonly text: string;
  /** 1-based. */
  readonly line: number;
}

/** All tokens of a text, without comments; the text of every string literal is `""`. */
export function tokensOf(text: string): Token[] {
  return readTokens(text, () => '""');
}

/** The same with string literals as they are written. */
export function tokensWithStrings(text: string): Token[] {
  return readTokens(text, (literal) => literal);
}

function readTokens(text: string, textOf: (literal: string) => string): Token[] {
  const scanner = new GoScanner(text);
  const tokens: Token[] = [];
  for (let kind = scanner.next(); kind !== 'end'; kind = scanner.next()) {
    const word = scanner.text();
    tokens.push({ text: kind === 'string' ? textOf(word) : word, line: scanner.line });
  }
  return tokens;
}
