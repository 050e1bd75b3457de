import { GoScanner } from './goScanner';

/** A token of a Go file; the text of every string literal is `""`. */
export interface Token {
  readonly text: string;
  /** 1-based. */
  readonly line: number;
}

/** All tokens of a text, without comments. */
export function tokensOf(text: string): Token[] {
  const scanner = new GoScanner(text);
  const tokens: Token[] = [];
  for (let kind = scanner.next(); kind !== 'end'; kind = scanner.next()) {
    tokens.push({ text: kind === 'string' ? '""' : scanner.text(), line: scanner.line });
  }
  return tokens;
}
