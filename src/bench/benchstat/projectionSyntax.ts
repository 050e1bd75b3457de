import { quoted } from './goText';
import { QueryTokens, type Token } from './queryTokens';

/** One key of a projection, such as `/size@num`. */
export interface ProjectedKey {
  readonly key: string;
  /**
   * How the values are sorted: by first appearance, by a named order, or as listed. A list also leaves out all results
   * with other values.
   */
  readonly order: 'first' | { readonly named: string } | { readonly fixed: readonly string[] };
  /** Index of the key in the query. */
  readonly keyAt: number;
  /** Index of the order in the query; not meaningful for a key without an order. */
  readonly orderAt: number;
}

/**
 * Parses a projection such as `.name,/size@num goos@(linux darwin)`.
 * @throws QueryError
 */
export function parseProjection(query: string): ProjectedKey[] {
  const tokens = new QueryTokens(query);
  const keys: ProjectedKey[] = [];
  for (let next = tokens.peek(); next.kind !== 'end'; next = tokens.peek()) {
    if (next.kind === ',' && keys.length > 0) tokens.take();
    keys.push(projectedKey(tokens));
  }
  return keys;
}

const isWord = ({ kind }: Token): boolean => kind === 'word' || kind === 'quoted';

function projectedKey(tokens: QueryTokens): ProjectedKey {
  const key = tokens.peek();
  if (!isWord(key)) tokens.fail('expected key');
  tokens.take();
  const base = { key: key.text, keyAt: key.at };
  if (tokens.peek().kind !== '@') return { ...base, order: 'first', orderAt: key.at + key.text.length };
  tokens.take();
  const order = tokens.peek();
  if (!isWord(order) && order.kind !== '(') tokens.fail('expected named sort order or parenthesized list');
  tokens.take();
  if (isWord(order)) return { ...base, order: namedOrder(order.text), orderAt: order.at };
  return { ...base, order: { fixed: fixedOrder(tokens) }, orderAt: order.at };
}

/**
 * As in benchstat, the names `@first` and `@fixed` are valid; `@fixed` lists no values, so it leaves out every result.
 */
function namedOrder(name: string): ProjectedKey['order'] {
  if (name === 'fixed') return { fixed: [] };
  return name === 'first' ? 'first' : { named: name };
}

function fixedOrder(tokens: QueryTokens): string[] {
  const values: string[] = [];
  for (;;) {
    const next = tokens.peek();
    if (isWord(next)) values.push(next.text);
    else if (next.kind !== ')') tokens.fail('missing )');
    else if (values.length === 0) tokens.fail('nothing to match');
    tokens.take();
    if (next.kind === ')') return values;
  }
}

/** The error message for an unknown order. */
export function unknownOrder(name: string): string {
  return `unknown order ${quoted(name)}`;
}
