import type { RE2JS } from 're2js';
import { utf8Text } from '../../profile/common/utf8';
import { re2 } from '../../profile/common/regexp';
import { isSpace } from '../grammar/goText';

/** A syntax error in a filter or projection. The message shows the query and the position of the error. */
export class QueryError extends Error {
  override readonly name = 'QueryError';

  /** @param at index of the error in the query */
  constructor(query: string, at: number, message: string) {
    const before = [...query.slice(0, at)].filter((character) => /[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]/u.test(character));
    super(`syntax error: ${message}\n\t${query}\n\t${' '.repeat(before.length)}^`);
  }
}

/** The end, a bare word, a quoted word, a regular expression, or an operator; each operator has its own kind. */
export type TokenKind = 'end' | 'word' | 'quoted' | 'regexp' | 'AND' | 'OR' | '(' | ')' | ':' | '@' | ',' | '-' | '*';

export interface Token {
  readonly kind: TokenKind;
  /** Index in the query. */
  readonly at: number;
  /**
   * For a quoted word, its value, with escapes decoded; for a regular expression, the text between the slashes; for any
   * other token, the text as written.
   */
  readonly text: string;
  readonly regexp?: RE2JS;
}

const OPERATORS = '():@,';
/** `-` and `*` are operators only at the start of a token. */
const STARTING_OPERATORS = `${OPERATORS}-*`;

/** Reads the tokens of golang.org/x/perf/benchproc/syntax. */
export class QueryTokens {
  private at = 0;

  constructor(readonly query: string) {}

  /**
   * Returns the next token without moving past it.
   * @param allowRegexp whether `/…/` is a regular expression, as it is in a value
   * @throws QueryError for an invalid token
   */
  peek(allowRegexp = false): Token {
    const token = this.take(allowRegexp);
    // As in benchstat, an error at the peeked token points to the token, not to the spaces before it.
    this.at = token.at;
    return token;
  }

  /** Like `peek`, but moves past the token. */
  take(allowRegexp = false): Token {
    const { query } = this;
    while (this.at < query.length && isSpace(query.charCodeAt(this.at))) this.at++;
    if (this.at === query.length) return { kind: 'end', at: this.at, text: '' };
    const first = query[this.at];
    if (STARTING_OPERATORS.includes(first)) return this.advanceTo(first as TokenKind, this.at + 1, first);
    if (allowRegexp && first === '/') return this.regexp();
    return first === '"' ? this.quotedWord() : this.bareWord();
  }

  /** @throws QueryError always */
  fail(message: string, at = this.at): never {
    throw new QueryError(this.query, at, message);
  }

  private advanceTo(kind: TokenKind, end: number, text: string, regexp?: RE2JS): Token {
    const { at } = this;
    this.at = end;
    return { kind, at, text, regexp };
  }

  private quotedWord(): Token {
    const { query, at } = this;
    let end = at + 1;
    while (end < query.length && (query[end] !== '"' || query[end - 1] === '\\')) end++;
    if (end === query.length) this.fail('missing end quote');
    const word = unquoted(query.slice(at + 1, end));
    return word === undefined ? this.fail('bad escape sequence') : this.advanceTo('quoted', end + 1, word);
  }

  private bareWord(): Token {
    const { query, at } = this;
    let end = at;
    while (end < query.length && !isSpace(query.charCodeAt(end)) && !OPERATORS.includes(query[end])) end++;
    const text = query.slice(at, end);
    return this.advanceTo(text === 'AND' || text === 'OR' ? text : 'word', end, text);
  }

  private regexp(): Token {
    const { query, at } = this;
    const end = endOfRegexp(query, at + 1);
    if (end === undefined) return this.fail('missing close "/"');
    const expression = query.slice(at + 1, end);
    const compiled = this.compile(expression);
    const after = end + 1;
    if (after < query.length && !isSpace(query.charCodeAt(after)) && !STARTING_OPERATORS.includes(query[after])) {
      this.fail('regexp must be followed by space or an operator (unescaped "/"?)', after);
    }
    return this.advanceTo('regexp', after, expression, compiled);
  }

  private compile(expression: string): RE2JS {
    const { RE2JS, RE2JSSyntaxException, RE2JSException } = re2();
    try {
      return RE2JS.compile(expression);
    } catch (cause) {
      if (!(cause instanceof RE2JSException)) throw cause;
      if (!(cause instanceof RE2JSSyntaxException)) return this.fail(cause.message);
      return this.fail(`error parsing regexp: ${cause.getDescription()}: \`${cause.getPattern() ?? ''}\``);
    }
  }
}

/**
 * The index of the `/` that ends a regular expression; a `/` in brackets, in parentheses or after `\` does not end it.
 * Undefined if no `/` ends it.
 */
function endOfRegexp(query: string, from: number): number | undefined {
  let brackets = 0;
  let parentheses = 0;
  for (let i = from; i < query.length; i++) {
    const character = query[i];
    if (character === '/' && brackets === 0 && parentheses === 0) return i;
    if (character === '[') brackets++;
    else if (character === ']') brackets = Math.max(0, brackets - 1);
    else if (character === '(' && brackets === 0) parentheses++;
    else if (character === ')' && brackets === 0) parentheses--;
    else if (character === '\\') i++;
  }
  return undefined;
}

const ESCAPES: Readonly<Record<string, number>> = { a: 7, b: 8, f: 12, n: 10, r: 13, t: 9, v: 11, '\\': 92, '"': 34 };
const encoder = new TextEncoder();

/** The value of a Go string, from the text between its double quotes; undefined if the text is invalid. */
function unquoted(text: string): string | undefined {
  if (text.includes('\n')) return undefined;
  if (!text.includes('\\')) return text.includes('"') ? undefined : text;
  const bytes: number[] = [];
  const pattern = /\\(?:([abfnrtv\\"])|([0-7]{3})|x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8}))|[^\\"]/gyu;
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    end += match[0].length;
    const [character, letter, octal, hex, short, long] = match;
    const byte = letter === undefined ? parseInt(octal ?? '', 8) : ESCAPES[letter];
    const code = parseInt(short ?? long ?? '', 16);
    if (byte > 255 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return undefined;
    if (!Number.isNaN(byte)) bytes.push(byte);
    else if (hex !== undefined) bytes.push(parseInt(hex, 16));
    else bytes.push(...encoder.encode(Number.isNaN(code) ? character : String.fromCodePoint(code)));
  }
  return end === text.length ? utf8Text(Uint8Array.from(bytes)) : undefined;
}
