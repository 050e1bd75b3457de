import { type Extractor, extractorOf, fullNameWithout, isNameKey, Projection } from './projection';
import { both, type Filter, keepAll } from './filter';
import { QueryError, QueryTokens, type Token } from './queryTokens';
import { NAMED_ORDERS, type ValueOrder } from './valueOrder';
import { quoted } from '../grammar/goText';

/**
 * The projections of one comparison. `.config` and `.fullname` leave out all keys that any projection names, even a
 * projection that is parsed later.
 */
export class Projections {
  private readonly configKeys = new Set<string>();
  private readonly nameKeys: string[] = [];
  private readonly used = new Set<string>();
  private fullName: Extractor | undefined;
  /** Excludes a result if a key has a fixed order that does not have the value of the result. */
  filter: Filter = keepAll;

  /** @throws QueryError */
  parse(query: string): Projection {
    const projection = new Projection();
    for (const key of parseProjection(query)) this.add(projection, query, key);
    return projection;
  }

  /** A projection of all keys that the others leave out. Results that differ in these keys should not share a cell. */
  residue(): Projection {
    const projection = new Projection();
    const order = 'first';
    for (const key of ['.config', '.fullname'].filter((name) => !this.used.has(name))) {
      this.add(projection, '', { key, order, keyAt: 0, orderAt: 0 });
    }
    return projection;
  }

  private add(projection: Projection, query: string, projected: ProjectedKey): void {
    const { key, order, keyAt, orderAt } = projected;
    const valueOrder = orderOf(query, projected);
    this.used.add(key);
    if (key === '.config') {
      if (typeof order === 'object' && 'fixed' in order) {
        throw new QueryError(query, orderAt, 'fixed order not allowed for .config');
      }
      return projection.addConfig((name) => this.configKeys.has(name), valueOrder);
    }
    if (key === '.unit') throw new QueryError(query, keyAt, '.unit is only allowed in filters');
    const extract = extractorOf(key);
    if (extract === undefined) throw new QueryError(query, keyAt, 'key must not be empty');
    this.hide(key);
    if (typeof order === 'object' && 'fixed' in order) this.includeOnly(extract, order.fixed);
    const extractField: Extractor = key === '.fullname' ? (result) => this.fullNameOf(result) : extract;
    projection.addField(key, extractField, isNameKey(key), valueOrder);
  }

  /** Leaves a key out of `.config` or `.fullname`. */
  private hide(key: string): void {
    if (key === '.fullname') return;
    if (isNameKey(key)) this.nameKeys.push(key);
    else this.configKeys.add(key);
  }

  private includeOnly(extract: Extractor, values: readonly string[]): void {
    const included = new Set(values);
    this.filter = both(this.filter, (result) => included.has(extract(result)));
  }

  /** Builds the extractor at the first result, when all projections are parsed and `nameKeys` is complete. */
  private fullNameOf(result: Parameters<Extractor>[0]): string {
    this.fullName ??= fullNameWithout(this.nameKeys);
    return this.fullName(result);
  }
}

function orderOf(query: string, { order, orderAt }: ProjectedKey): ValueOrder | undefined {
  if (order === 'first') return undefined;
  if ('fixed' in order) {
    const indexes = new Map(order.fixed.map((value, index) => [value, index]));
    return (a, b) => (indexes.get(a) ?? 0) - (indexes.get(b) ?? 0);
  }
  const valueOrder = NAMED_ORDERS.get(order.named);
  if (valueOrder === undefined) throw new QueryError(query, orderAt, unknownOrder(order.named));
  return valueOrder;
}

/** One key of a projection, such as `/size@num`. */
interface ProjectedKey {
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
function parseProjection(query: string): ProjectedKey[] {
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
function unknownOrder(name: string): string {
  return `unknown order ${quoted(name)}`;
}
