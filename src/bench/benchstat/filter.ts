import type { ResultLine, UnitName } from './reader';
import { extractorOf } from './projection';
import { quoted } from '../grammar/goText';
import { QueryError, QueryTokens, type Token } from './queryTokens';

/** Whether the filter includes a result's measurement in a unit. */
export type Filter = (result: ResultLine, unit: UnitName) => boolean;

export const keepAll: Filter = () => true;

export function both(a: Filter, b: Filter): Filter {
  if (a === keepAll) return b;
  if (b === keepAll) return a;
  return (result, unit) => a(result, unit) && b(result, unit);
}

/**
 * Parses a filter such as `.name:Copy /size:(4k OR 8k) -goos:/darwin|windows/`.
 * @throws QueryError
 */
export function parseFilter(query: string): Filter {
  return new FilterParser(new QueryTokens(query)).parse();
}

class FilterParser {
  /** The first invalid key. It is reported only if the filter has no syntax error. */
  private keyError: QueryError | undefined;

  constructor(private readonly tokens: QueryTokens) {}

  parse(): Filter {
    const filter = this.parseOr();
    const rest = this.tokens.peek();
    if (rest.kind !== 'end') this.tokens.fail(`unexpected ${quoted(rest.text)}`);
    if (this.keyError !== undefined) throw this.keyError;
    return filter;
  }

  /** Parses terms with OR between them. */
  private parseOr(): Filter {
    const terms = [this.parseAnd()];
    while (this.tokens.peek().kind === 'OR') {
      this.tokens.take();
      terms.push(this.parseAnd());
    }
    return anyOf(terms);
  }

  /** Parses adjacent terms, with AND or nothing between them. */
  private parseAnd(): Filter {
    let filter = this.parseTerm();
    for (;;) {
      const next = this.tokens.peek();
      switch (next.kind) {
        case 'AND':
          this.tokens.take();
          continue;
        case '(':
        case '-':
        case '*':
        case 'word':
        case 'quoted':
          filter = both(filter, this.parseTerm());
          continue;
        case ')':
        case 'OR':
        case 'end':
          return filter;
        default:
          return this.tokens.fail(`unexpected ${quoted(next.text)}`);
      }
    }
  }

  private parseTerm(): Filter {
    const first = this.tokens.peek();
    switch (first.kind) {
      case '(':
        this.tokens.take();
        return this.parseParentheses();
      case '-': {
        this.tokens.take();
        const filter = this.parseTerm();
        return (result, unit) => !filter(result, unit);
      }
      case '*':
        this.tokens.take();
        return keepAll;
      case 'word':
      case 'quoted':
        this.tokens.take();
        return this.parseMatch(first);
      default:
        return this.tokens.fail('expected key:value or subexpression');
    }
  }

  private parseParentheses(): Filter {
    const filter = this.parseOr();
    if (this.tokens.peek().kind !== ')') this.tokens.fail('missing ")"');
    this.tokens.take();
    return filter;
  }

  private parseMatch(key: Token): Filter {
    if (this.tokens.take().kind !== ':') this.tokens.fail('expected key:value', key.at);
    const value = this.tokens.take(true);
    if (value.kind === '(') return this.parseValues(key);
    return isValue(value) ? this.filterOf(key, value) : this.tokens.fail('expected key:value', key.at);
  }

  /** Parses what follows the parenthesis in `key:(a OR b)`. */
  private parseValues(key: Token): Filter {
    const matches: Filter[] = [];
    for (;;) {
      const value = this.tokens.peek(true);
      if (!isValue(value)) this.tokens.fail('expected value');
      this.tokens.take(true);
      matches.push(this.filterOf(key, value));
      const next = this.tokens.peek(true);
      if (next.kind !== ')' && next.kind !== 'OR') this.tokens.fail('value list must be separated by OR');
      this.tokens.take(true);
      if (next.kind === ')') return anyOf(matches);
    }
  }

  private filterOf(key: Token, value: Token): Filter {
    const matches = matcherOf(value);
    if (key.text === '.unit') return (_, { unit, written }) => matches(unit) || matches(written);
    if (key.text === '.config') return this.invalidKey(key, '.config is only allowed in projections');
    const extract = extractorOf(key.text);
    if (extract === undefined) return this.invalidKey(key, 'key must not be empty');
    return (result) => matches(extract(result));
  }

  private invalidKey({ at }: Token, message: string): Filter {
    this.keyError ??= new QueryError(this.tokens.query, at, message);
    return keepAll;
  }
}

const isValue = ({ kind }: Token): boolean => kind === 'word' || kind === 'quoted' || kind === 'regexp';

const anyOf = (filters: readonly Filter[]): Filter => {
  const [first] = filters;
  if (filters.length === 1) return first;
  return (result, unit) => filters.some((filter) => filter(result, unit));
};

/** Limit for cached matches of a regular expression. The cache helps because most values occur in many results. */
const MAX_CACHED = 10_000;

function matcherOf({ text, regexp }: Token): (value: string) => boolean {
  if (regexp === undefined) return (value) => value === text;
  const cache = new Map<string, boolean>();
  return (value) => {
    let isMatch = cache.get(value);
    if (isMatch === undefined) {
      isMatch = regexp.test(value);
      if (cache.size >= MAX_CACHED) cache.clear();
      cache.set(value, isMatch);
    }
    return isMatch;
  };
}
