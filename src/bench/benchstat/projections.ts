import { extractorOf, fullNameWithout, isNameKey, type Extractor } from './extract';
import { both, keepAll, type Filter } from './filter';
import { Projection } from './projection';
import { parseProjection, unknownOrder, type ProjectedKey } from './projectionSyntax';
import { QueryError } from './queryTokens';
import { NAMED_ORDERS, type ValueOrder } from './valueOrder';

/**
 * The projections of one comparison. In all of them, `.config` and `.fullname` leave out the keys that any of them
 * names, in whatever order they were parsed.
 */
export class Projections {
  private readonly configKeys = new Set<string>();
  private readonly nameKeys: string[] = [];
  private readonly used = new Set<string>();
  private fullName: Extractor | undefined;
  /** Keeps results that have one of the values of each fixed order. */
  filter: Filter = keepAll;

  /** @throws QueryError */
  parse(query: string): Projection {
    const projection = new Projection();
    for (const key of parseProjection(query)) this.add(projection, query, key);
    return projection;
  }

  /** The keys that no projection has. Results that differ in them should not share a cell. */
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
    const sorted = orderOf(query, projected);
    this.used.add(key);
    if (key === '.config') {
      if (typeof order === 'object' && 'fixed' in order) {
        throw new QueryError(query, orderAt, 'fixed order not allowed for .config');
      }
      return projection.addConfig((name) => this.configKeys.has(name), sorted);
    }
    if (key === '.unit') throw new QueryError(query, keyAt, '.unit is only allowed in filters');
    const extract = extractorOf(key);
    if (extract === undefined) throw new QueryError(query, keyAt, 'key must not be empty');
    this.hide(key);
    if (typeof order === 'object' && 'fixed' in order) this.keepOnly(extract, order.fixed);
    projection.addField(key, key === '.fullname' ? (result) => this.fullNameOf(result) : extract, isNameKey(key), sorted);
  }

  private hide(key: string): void {
    if (key === '.fullname') return;
    if (isNameKey(key)) this.nameKeys.push(key);
    else this.configKeys.add(key);
  }

  private keepOnly(extract: Extractor, values: readonly string[]): void {
    const kept = new Set(values);
    this.filter = both(this.filter, (result) => kept.has(extract(result)));
  }

  /** Uses `nameKeys` late: all projections have been parsed when the first result is read. */
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
  const named = NAMED_ORDERS.get(order.named);
  if (named === undefined) throw new QueryError(query, orderAt, unknownOrder(order.named));
  return named;
}
