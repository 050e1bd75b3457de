/** The kind of a token. Comments and white space are not tokens. */
export type GoToken = 'word' | 'string' | 'punctuation' | 'end';

const TAB = 9;
const NEWLINE = 10;
const SPACE = 32;
const DOUBLE_QUOTE = 34;
const QUOTE = 39;
const STAR = 42;
const SLASH = 47;
const BACKSLASH = 92;
const BACKTICK = 96;

/**
 * Walks over the tokens of a Go file: words (identifiers, keywords, numbers), string and rune literals, and single
 * punctuation marks. It works on unfinished code: it never throws, and an unclosed literal ends with its line (a raw
 * string with the file).
 */
export class GoScanner {
  /** Offset of the current token. */
  start = 0;
  /** Offset after the current token. */
  end = 0;
  /** 1-based line on which the current token begins. */
  line = 1;
  /** Offset of the last comment group before the current token, or -1. Groups are those of go/parser. */
  groupStart = -1;
  /** Offset after that comment group, or -1. */
  groupEnd = -1;

  private lineAtEnd = 1;
  /** A cache: the first line end from `since` on is at `at`, or there is none if `at` is -1. */
  private lineEnd = { since: 0, at: 0 };
  private groupLastLine = -1;
  private groupTrails = false;
  private groupOpen = false;

  constructor(readonly source: string) {
    this.lineEnd = { since: 0, at: source.indexOf('\n') };
  }

  text(): string {
    return this.source.slice(this.start, this.end);
  }

  is(text: string): boolean {
    if (this.end - this.start !== text.length) return false;
    for (let i = 0; i < text.length; i++) {
      if (this.source.charCodeAt(this.start + i) !== text.charCodeAt(i)) return false;
    }
    return true;
  }

  /** 1-based line on which the current token ends. */
  get endLine(): number {
    return this.lineAtEnd;
  }

  /** Whether the current token is the first of its line, without indentation. */
  get startsLine(): boolean {
    return this.start === 0 || this.source.charCodeAt(this.start - 1) === NEWLINE;
  }

  next(): GoToken {
    const tokenLine = this.lineAtEnd;
    this.skipSpaceAndComments(tokenLine);
    this.groupOpen = false;
    const code = this.source.charCodeAt(this.start);
    this.line = this.lineAtEnd;
    this.end = this.start;
    if (Number.isNaN(code)) return 'end';
    if (isWordCode(code)) return this.readWord();
    if (code === DOUBLE_QUOTE || code === QUOTE) return this.readQuoted(code);
    if (code === BACKTICK) return this.readRaw();
    this.end = this.start + 1;
    return 'punctuation';
  }

  /** Goes back to the start of the current token: `next` returns it again. */
  unread(): void {
    this.end = this.start;
    this.lineAtEnd = this.line;
  }

  private skipSpaceAndComments(previousLine: number): void {
    const { source } = this;
    let at = this.end;
    for (;;) {
      const code = source.charCodeAt(at);
      if (code === NEWLINE) {
        this.lineAtEnd++;
        at++;
      } else if (code === SPACE || (code >= TAB && code <= 13)) {
        at++;
      } else if (code === SLASH && (source.charCodeAt(at + 1) === SLASH || source.charCodeAt(at + 1) === STAR)) {
        at = this.skipComment(at, previousLine);
      } else {
        this.start = at;
        return;
      }
    }
  }

  private skipComment(at: number, previousLine: number): number {
    const { source } = this;
    const line = this.lineAtEnd;
    // A comment after code on the same line is its own group; others join unless a blank line separates them.
    const joins = this.groupOpen && line <= this.groupLastLine + (this.groupTrails ? 0 : 1);
    if (!joins) {
      this.groupStart = at;
      this.groupTrails = line === previousLine && this.end > 0;
    }
    const isLineComment = source.charCodeAt(at + 1) === SLASH;
    const close = isLineComment ? this.lineEndFrom(at) : source.indexOf('*/', at + 2);
    const end = close === -1 ? source.length : isLineComment ? close : close + 2;
    if (!isLineComment) this.countLines(at, end);
    this.groupOpen = true;
    this.groupEnd = end;
    this.groupLastLine = this.lineAtEnd;
    return end;
  }

  private readWord(): GoToken {
    let at = this.start + 1;
    while (isWordCode(this.source.charCodeAt(at))) at++;
    this.end = at;
    return 'word';
  }

  private readQuoted(quote: number): GoToken {
    const { source } = this;
    let at = this.start + 1;
    for (; at < source.length; at++) {
      const code = source.charCodeAt(at);
      if (code === quote) {
        at++;
        break;
      }
      if (code === NEWLINE) break;
      if (code === BACKSLASH && source.charCodeAt(at + 1) !== NEWLINE) at++;
    }
    this.end = Math.min(at, source.length);
    return 'string';
  }

  private readRaw(): GoToken {
    const close = this.source.indexOf('`', this.start + 1);
    this.end = close === -1 ? this.source.length : close + 1;
    this.countLines(this.start, this.end);
    return 'string';
  }

  private countLines(from: number, to: number): void {
    for (let at = this.lineEndFrom(from); at !== -1 && at < to; at = this.lineEndFrom(at + 1)) this.lineAtEnd++;
  }

  /** The first line end from `from` on, or -1. It is cached, because many comments may precede it. */
  private lineEndFrom(from: number): number {
    const { since, at } = this.lineEnd;
    if (from >= since && (at === -1 || from <= at)) return at;
    // A loop instead of indexOf, because V8 would call indexOf before it checks whether the call is needed.
    let end = from;
    while (end < this.source.length && this.source.charCodeAt(end) !== NEWLINE) end++;
    this.lineEnd = { since: from, at: end < this.source.length ? end : -1 };
    return this.lineEnd.at;
  }
}

/** Letters, digits, underscore, and all characters beyond ASCII. */
function isWordCode(code: number): boolean {
  const letter = code | 32;
  return (letter >= 97 && letter <= 122) || (code >= 48 && code <= 57) || code === 95 || code >= 128;
}
